"""Signing in, and choosing one's own password."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.utils.translation import gettext_lazy as _

from teams.models import Person


class SignInForm(AuthenticationForm):
    """Username and password; the answer never says which of the two was wrong."""

    error_messages = {
        "invalid_login": _("This username and password do not belong together. Both are case-sensitive."),
        "inactive": _("This account is switched off. Ask an administrator of your team."),
    }


class OwnPasswordForm(PasswordChangeForm):
    """The old password once, the new one twice."""

    def __init__(self, user: Person, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.fields["new_password1"].help_text = _(
            "At least 12 characters, not only a common word or a name."
        )
        self.fields["new_password2"].help_text = ""
