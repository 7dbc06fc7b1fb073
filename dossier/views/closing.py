"""The close-out: conclusion first, what blocks closing, planned against recorded, editions (R11.1-R11.5)."""

from collections.abc import Callable

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.forms.refusals import Refusal
from campaigns.models import Campaign
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, say_refusal
from dossier.forms.closing import CancelForm, CloseForm, EditionForm, ExplanationForm, NotesForm
from dossier.queries.closeout_data import notes_of
from dossier.queries.closing import edition_for, step_to_explain
from dossier.services.closeout_page import closeout_page, edition_page, edition_text
from dossier.services.closing import (
    cancel_campaign,
    close_campaign,
    explain_deviation,
    issue_edition,
    save_notes,
    start_closing,
)
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW)
def closeout(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show the close-out as it stands now, with what still blocks closing."""
    page = closeout_page(campaign, viewer=request.user, now=timezone.now())
    return render(request, "dossier/closeout.html", {"campaign": campaign, **page})


@campaign_page(Permission.RECORD)
def notes(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Write the conclusion and what stays uncertain."""
    form = NotesForm(request.POST or None, campaign=campaign, notes=notes_of(campaign))

    def act() -> object:
        return save_notes(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    return _page(request, campaign, form, act, (_("Write the conclusion"), _("Save"), _("Saved.")))


@campaign_page(Permission.RECORD)
def explain(request: SignedInRequest, campaign: Campaign, step: str) -> HttpResponse:
    """Explain a difference between provided and recorded time."""
    time = step_to_explain(campaign, step).time
    initial = {"explanation": time.explanation, "decision": time.decision}
    form = ExplanationForm(request.POST or None, initial=initial)

    def act() -> object:
        return explain_deviation(
            campaign=campaign, step_key=step, by=request.user, now=timezone.now(), **form.cleaned_data
        )

    title = _("Explain the time of %(step)s") % {"step": time.title}
    return _page(
        request, campaign, form, act, (title, _("Save the explanation"), _("The explanation was saved."))
    )


@require_POST
@campaign_page(Permission.APPROVE)
def start(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Start closing a running campaign."""
    try:
        start_closing(campaign=campaign, by=request.user, now=timezone.now())
    except Refusal as refusal:
        say_refusal(request, refusal)
    return redirect("dossier:close-out", campaign.pk)


@campaign_page(Permission.APPROVE)
def close(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Close the campaign and issue its first edition."""
    form = CloseForm(request.POST or None)

    def act() -> object:
        return close_campaign(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    done = _("The campaign is closed and its close-out issued.")
    return _page(request, campaign, form, act, (_("Close the campaign"), _("Close and issue"), done))


@campaign_page(Permission.APPROVE)
def cancel(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Cancel the campaign; its records and costs stay."""
    form = CancelForm(request.POST or None)

    def act() -> object:
        return cancel_campaign(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    done = _("The campaign is cancelled. Its records and costs stay.")
    return _page(request, campaign, form, act, (_("Cancel the campaign"), _("Cancel it"), done))


@campaign_page(Permission.APPROVE)
def issue(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Issue an edition of an ended campaign's close-out."""
    form = EditionForm(request.POST or None)

    def act() -> object:
        return issue_edition(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    return _page(
        request, campaign, form, act, (_("Issue an edition"), _("Issue"), _("The edition was issued."))
    )


@campaign_page(Permission.VIEW)
def edition(request: SignedInRequest, campaign: Campaign, edition: int) -> HttpResponse:
    """Show an issued edition from its own data."""
    row = edition_for(campaign, edition)
    return render(request, "dossier/edition.html", {"campaign": campaign, **edition_page(row)})


@campaign_page(Permission.VIEW)
def edition_pdf(request: SignedInRequest, campaign: Campaign, edition: int) -> HttpResponse:
    """The bytes that were issued."""
    row = edition_for(campaign, edition)
    name = f"{campaign.code}-close-out-{row.number}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(bytes(row.pdf), content_type="application/pdf", headers=headers)


@campaign_page(Permission.VIEW)
def edition_json(request: SignedInRequest, campaign: Campaign, edition: int) -> HttpResponse:
    """The data that was issued, as the very text that was hashed."""
    row = edition_for(campaign, edition)
    name = f"{campaign.code}-close-out-{row.number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(edition_text(row), content_type="application/json", headers=headers)


def _page(
    request: SignedInRequest,
    campaign: Campaign,
    form: BaseForm,
    act: Callable[[], object],
    texts: tuple[str, str, str],
) -> HttpResponse:
    title, submit, done = texts
    return act_or_show(
        request,
        form=form,
        act=act,
        done=done,
        onward=reverse("dossier:close-out", args=[campaign.pk]),
        template="dossier/closing_form.html",
        context={"campaign": campaign, "title": title, "submit": submit},
    )
