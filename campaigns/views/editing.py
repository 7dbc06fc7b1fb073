"""What every page does whose form carries the revision that the person saw: nobody overwrites unseen."""

from collections.abc import Callable, Sequence
from http import HTTPStatus

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.forms.refusals import Refusal, add_refusal
from campaigns.models import Campaign


def seen_revision(request: HttpRequest) -> int:
    """The revision that the posted page showed; 0, which none has, when it is missing."""
    typed = request.POST.get("revision", "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0


def edit_or_show(
    request: HttpRequest,
    *,
    campaign: Campaign,
    form: BaseForm,
    is_valid: Callable[[], bool],
    act: Callable[[int], object],
    conflict: Callable[[], Sequence[object]],
    done: str,
    onward: str,
    template: str,
    context: dict[str, object],
) -> HttpResponse:
    """Act on a valid POST, say ``done`` and go ``onward``; otherwise show the page with its errors.

    ``act`` is given the revision that the person saw. When somebody saved since, the answer is 409: ``conflict``
    lists both texts, and the page then carries the present revision, so that saving again is a decision.
    """
    if request.method != "POST":
        return render(request, template, {**context, "revision": campaign.revision})
    revision = seen_revision(request)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if is_valid():
        try:
            act(revision)
        except Refusal as refusal:
            status = add_refusal(form, refusal)
        else:
            messages.success(request, done)
            return redirect(onward)
    extra: dict[str, object] = {"revision": revision}
    if status == HTTPStatus.CONFLICT:
        extra = {"revision": campaign.revision, "conflict": conflict()}
    return render(request, template, {**context, **extra}, status=status)
