"""A rule that the database holds and the form explains."""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import CheckConstraint, Q
from django.db.models.expressions import BaseExpression

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class ExplainedCheck(CheckConstraint):
    """A CHECK whose message goes to the field that the person must correct.

    ``ExplainedCheck(condition=Q(price__gt=0), name="price_is_positive", message=_("..."), field="price")``.
    Without ``field`` the message stands above the form. Migrations hold a plain ``CheckConstraint``, so that
    a sentence can be reworded without one.
    """

    def __init__(
        self,
        *,
        condition: Q | BaseExpression,
        name: str,
        message: "str | _StrPromise | None" = None,
        field: str | None = None,
    ) -> None:
        super().__init__(condition=condition, name=name, violation_error_message=message)
        self.field = field

    def validate(
        self,
        model: type[models.Model],
        instance: models.Model,
        exclude: Any = None,
        using: str = "default",
    ) -> None:
        """Check the rule in Python, as Django does, and send the message to the field."""
        try:
            super().validate(model, instance, exclude=exclude, using=using)
        except ValidationError as error:
            if self.field is None or (exclude and self.field in exclude):
                raise
            raise ValidationError({self.field: error}) from error

    def deconstruct(self) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        """Name what a migration needs: the rule and its name."""
        return "django.db.models.CheckConstraint", (), {"condition": self.condition, "name": self.name}

    def clone(self) -> "ExplainedCheck":
        """Copy with the message, which ``deconstruct`` leaves out."""
        copied = ExplainedCheck(condition=self.condition, name=self.name, field=self.field)
        copied.violation_error_message = self.violation_error_message
        return copied

    def __eq__(self, other: object) -> bool:
        """Compare the rule and its name only."""
        if isinstance(other, CheckConstraint):
            return self.name == other.name and self.condition == other.condition
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]
