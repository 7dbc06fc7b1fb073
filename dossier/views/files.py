"""The dossier: expected against found, a level for each file, what to do next (R10.1-R10.3)."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from campaigns.forms.reasons import ReasonForm
from campaigns.forms.refusals import Refusal
from campaigns.models import Campaign
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, say_refusal
from dossier.forms.files import EvidenceForm, ExpectedFileForm, ManifestForm, UploadForm
from dossier.queries.files import dossier_of, expected_file_for, files_may_change, standing_for
from dossier.services.arrivals import LARGEST_MANIFEST, receive_file, receive_manifest, record_evidence
from dossier.services.files import expect_file, expect_what_the_goal_promises, explain_absence
from teams.domain.roles import Permission, permits


@campaign_page(Permission.VIEW)
def dossier(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show expected against found, with the level of each file."""
    may_write = permits(request.role, Permission.RECORD) and files_may_change(campaign)
    page = {"campaign": campaign, "dossier": dossier_of(campaign), "may_write": may_write}
    return render(request, "dossier/dossier.html", page)


@require_POST
@campaign_page(Permission.RECORD)
def expect_promised(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Expect what the goal promises."""
    try:
        count = expect_what_the_goal_promises(campaign=campaign, by=request.user, now=timezone.now())
    except Refusal as refusal:
        say_refusal(request, refusal)
    else:
        text = ngettext("%(n)s file is expected now.", "%(n)s more files are expected now.", count)
        messages.success(request, text % {"n": count})
    return redirect("dossier:dossier", campaign.pk)


@campaign_page(Permission.RECORD)
def expect(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Expect one more file."""
    form = ExpectedFileForm(request.POST or None, campaign=campaign)

    def act() -> object:
        return expect_file(file=form.save(commit=False), by=request.user, now=timezone.now())

    return _page(
        request, campaign, form, act, (_("Expect a file"), _("Expect it"), _("The file is expected now."))
    )


@campaign_page(Permission.RECORD)
def change(request: SignedInRequest, campaign: Campaign, file: int) -> HttpResponse:
    """Change where an expected file is looked for."""
    row = expected_file_for(campaign, file)
    form = ExpectedFileForm(request.POST or None, instance=row, campaign=campaign)

    def act() -> object:
        return expect_file(file=form.save(commit=False), by=request.user, now=timezone.now())

    return _page(request, campaign, form, act, (_("Change the expected file"), _("Save"), _("Saved.")))


@campaign_page(Permission.RECORD)
def absence(request: SignedInRequest, campaign: Campaign, file: int) -> HttpResponse:
    """Say why an expected file is missing or stays unverified."""
    row = expected_file_for(campaign, file)
    form = ReasonForm(request.POST or None, initial={"reason": row.absence_reason})

    def act() -> object:
        reason = form.cleaned_data["reason"]
        return explain_absence(file=row, reason=reason, by=request.user, now=timezone.now())

    title = _("Why %(path)s is missing") % {"path": row.path}
    return _page(request, campaign, form, act, (title, _("Save the reason"), _("The reason was saved.")))


@campaign_page(Permission.RECORD)
def manifest(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Receive a manifest; a wrong line is named and nothing is kept."""
    form = ManifestForm(request.POST or None, request.FILES or None)

    def act() -> object:
        data = form.cleaned_data
        # One byte more than is taken is enough to refuse it: a huge file never fills the memory.
        content = data["manifest"].read(LARGEST_MANIFEST + 1)
        return receive_manifest(
            campaign=campaign, content=content, source=data["source"], by=request.user, now=timezone.now()
        )

    texts = (_("Upload a manifest"), _("Upload"), _("The manifest was received."))
    return _page(request, campaign, form, act, texts)


@campaign_page(Permission.RECORD)
def upload(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Receive a small file and check it."""
    form = UploadForm(
        request.POST or None, request.FILES or None, initial={"path": request.GET.get("path", "")}
    )

    def act() -> object:
        data = form.cleaned_data
        chunks = data["file"].chunks()
        return receive_file(
            campaign=campaign, path=data["path"], chunks=chunks, by=request.user, now=timezone.now()
        )

    done = _("The file was received and checked.")
    return _page(request, campaign, form, act, (_("Upload a file"), _("Upload"), done))


@campaign_page(Permission.RECORD)
def evidence(request: SignedInRequest, campaign: Campaign, file: int) -> HttpResponse:
    """Record what a named person did with a file."""
    row, standing = expected_file_for(campaign, file), standing_for(campaign, file)
    initial = {"performed_by": str(request.user)}
    form = EvidenceForm(request.POST or None, expected=row, standing=standing, initial=initial)

    def act() -> object:
        return record_evidence(evidence=form.save(commit=False), by=request.user, now=timezone.now())

    title = _("What was done with %(path)s") % {"path": row.path}
    return _page(request, campaign, form, act, (title, _("Record"), _("The evidence was recorded.")))


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
        onward=reverse("dossier:dossier", args=[campaign.pk]),
        template="dossier/file_form.html",
        context={"campaign": campaign, "title": title, "submit": submit},
    )
