"""What a service refuses, brought to the form: at its field where there is one, with the status to answer."""

from http import HTTPStatus

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm

from campaigns.domain.workflow import NotAllowed
from campaigns.services.locking import Moved
from teams.services.wording import worded

Refusal = (ValidationError, NotAllowed)
"""What a view catches around a service: ``except Refusal as refusal``."""


def add_refusal(form: BaseForm, refusal: ValidationError | NotAllowed) -> HTTPStatus:
    """Add the refusal's sentences to a bound form; answer 409 when somebody else was faster, else 422."""
    if isinstance(refusal, NotAllowed):
        form.add_error(None, str(worded(refusal.message)))
        return HTTPStatus.UNPROCESSABLE_ENTITY
    if hasattr(refusal, "error_dict"):
        for field, errors in refusal.error_dict.items():
            known = field != NON_FIELD_ERRORS and field in form.fields
            form.add_error(field if known else None, errors)
    else:
        form.add_error(None, refusal)
    return HTTPStatus.CONFLICT if isinstance(refusal, Moved) else HTTPStatus.UNPROCESSABLE_ENTITY
