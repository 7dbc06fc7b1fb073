"""Runs from a tracker's CSV: upload, mapping with a preview, and only then the import (R7.5)."""

from dataclasses import replace
from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.forms.refusals import Refusal, add_refusal
from campaigns.forms.runs_import import ReadingForm, UploadForm, VariantsForm
from campaigns.models import Campaign
from campaigns.queries.run_imports import (
    Choices,
    ImportPreview,
    Upload,
    group_by_variant,
    import_preview,
    may_create_variants,
    read_file,
    variant_choices,
)
from campaigns.services.run_imports import Imported, import_runs
from campaigns.services.run_uploads import find_upload, forget_upload, keep_upload
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import posted
from teams.domain.roles import Permission


@campaign_page(Permission.RECORD)
def upload(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Take a file and keep it for the mapping; nothing of the campaign changes."""
    form = UploadForm(posted(request), request.FILES or None)
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            filename, content = form.cleaned_data["file"]
            kept = keep_upload(request.session, campaign, filename, content)
            return redirect("campaigns:read-runs", campaign.pk, kept.slug)
    return render(request, "campaigns/run_upload.html", {"campaign": campaign, "form": form}, status=status)


@campaign_page(Permission.RECORD)
def read(request: SignedInRequest, campaign: Campaign, upload: str) -> HttpResponse:
    """Map the columns and look at the preview; import when it is confirmed."""
    kept = find_upload(request.session, campaign, upload)
    if kept is None:
        messages.error(request, _("This file is no longer kept. Upload it again."))
        return redirect("campaigns:import-runs", campaign.pk)
    page = _ReadingPage(request, campaign, kept, timezone.now())
    if request.POST.get("confirm") and page.form.is_bound and page.preview is not None:
        try:
            done = page.confirm()
        except Refusal as refusal:
            return page.show(add_refusal(page.form, refusal))
        forget_upload(request.session, kept.slug)
        messages.success(request, _done(done))
        return redirect("campaigns:runs" if done.runs else "campaigns:variants", campaign.pk)
    return page.show(HTTPStatus.OK if page.preview else HTTPStatus.UNPROCESSABLE_ENTITY)


class _ReadingPage:
    """The mapping and what it would do; without a preview while the mapping is not valid."""

    def __init__(self, request: SignedInRequest, campaign: Campaign, kept: Upload, now: datetime) -> None:
        self.request, self.campaign, self.kept, self.now = request, campaign, kept, now
        data = request.POST if request.method == "POST" else None
        self.form = ReadingForm(data, campaign=campaign, content=kept.content)
        self.variants: VariantsForm | None = None
        self.preview: ImportPreview | None = None
        self.choices: Choices | None = None
        if not self.form.is_bound or self.form.is_valid():
            choices = self.form.choices(now)
            read = read_file(campaign, self.form.table, choices.reading)
            self.variants = VariantsForm(
                data,
                groups=group_by_variant(campaign, read, choices),
                variants=variant_choices(campaign),
                may_create=may_create_variants(campaign),
            )
            chosen, rest = self.variants.chosen(), self.variants.for_the_rest()
            self.choices = replace(choices, variants=chosen, otherwise=rest)
            self.preview = import_preview(campaign, read, self.choices)

    def confirm(self) -> Imported:
        """Save what the preview showed."""
        assert self.choices is not None
        return import_runs(
            campaign=self.campaign,
            upload=self.kept,
            table=self.form.table,
            choices=self.choices,
            seen_digest=self.request.POST["confirm"],
            by=self.request.user,
            now=self.now,
        )

    def show(self, status: HTTPStatus) -> HttpResponse:
        """The page."""
        context = {
            "campaign": self.campaign,
            "upload": self.kept,
            "form": self.form,
            "variants": self.variants,
            "preview": self.preview,
            "may_create": may_create_variants(self.campaign),
        }
        return render(self.request, "campaigns/run_reading.html", context, status=status)


def _done(done: Imported) -> str:
    parts = []
    if done.variants:
        text = ngettext("%(n)s variant was created.", "%(n)s variants were created.", done.variants)
        parts.append(text % {"n": done.variants})
    if done.runs:
        text = ngettext("%(n)s run was recorded.", "%(n)s runs were recorded.", done.runs)
        parts.append(text % {"n": done.runs})
    return " ".join(parts)
