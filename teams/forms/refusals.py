"""What a service refuses, brought to the form that asked for it."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.forms import BaseForm


def succeeds(form: BaseForm, action: Callable[[], object]) -> bool:
    """Run the action when the form is valid; what a service refuses stands on the form.

    The view then answers 422 with the form, and what was typed is kept.
    """
    if not form.is_valid():
        return False
    try:
        action()
    except ValidationError as error:
        place(error, form)
        return False
    return True


def place(error: ValidationError, form: BaseForm) -> None:
    """Put a refusal at its field; one for a field that the form lacks stands above it."""
    if not hasattr(error, "error_dict"):
        form.add_error(None, error)
        return
    for field, errors in error.error_dict.items():
        form.add_error(field if field in form.fields else None, errors)
