from django.contrib.auth.models import AbstractUser


class Person(AbstractUser):
    """A row proves that somebody may sign in; what they may do comes from their memberships."""

    def __str__(self) -> str:
        return self.get_full_name() or self.username
