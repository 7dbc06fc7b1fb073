"""What every page with one form does: post it, act, go on; or show it again with what was refused."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from campaigns.domain.workflow import NotAllowed
from campaigns.forms.conflicts import settle
from campaigns.forms.refusals import Refusal, add_refusal
from teams.services.wording import worded


def act_or_show(
    request: HttpRequest,
    *,
    form: BaseForm,
    act: Callable[[], object],
    done: str,
    onward: str,
    template: str,
    context: dict[str, object],
    saved: Callable[[], BaseForm] | None = None,
) -> HttpResponse:
    """Act on a valid POST, say ``done`` and redirect to ``onward``; otherwise show the form with its errors.

    ``act`` is called only after the form is valid. A refusal answers 422, or 409 when somebody was faster, and
    everything that was typed stays in the form. ``saved`` gives the form as a fresh page shows it: after 409 the page
    lists both texts and carries what is saved now.
    """
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                act()
            except Refusal as refusal:
                status = add_refusal(form, refusal)
                if saved and status == HTTPStatus.CONFLICT:
                    context = {**context, "conflict": settle(saved(), form)}
            else:
                messages.success(request, done)
                return redirect(onward)
    return render(request, template, {**context, "form": form}, status=status)


def say_refusal(request: HttpRequest, refusal: ValidationError | NotAllowed) -> None:
    """Say above the next page why an action without a form was refused."""
    sentences = [str(worded(refusal.message))] if isinstance(refusal, NotAllowed) else refusal.messages
    for sentence in sentences:
        messages.error(request, sentence)


def posted(request: HttpRequest) -> QueryDict | None:
    """What was posted, also when it is empty; None when the page is only shown, so that its form stays unbound."""
    return request.POST if request.method == "POST" else None
