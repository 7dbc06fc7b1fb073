"""The schedule: computed, never typed; its steps are edited as a table (R3.1-R3.5)."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.forms.conflicts import both_rows
from campaigns.forms.refusals import Refusal
from campaigns.forms.settings import PlanSettingsForm
from campaigns.forms.steps import seen_revision, step_formset
from campaigns.models import Campaign
from campaigns.queries.plan import largest_batch, step_rows
from campaigns.services.locking import Moved
from campaigns.services.plan_content import working_day_of
from campaigns.services.schedule_page import schedule_page
from campaigns.services.settings import save_plan_settings
from campaigns.services.steps import save_steps
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted, say_refusal
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW, writes=Permission.PLAN)
def schedule(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show the proven schedule, its figures and its drawing; save what opens the window."""
    form = PlanSettingsForm(posted(request), campaign=campaign)

    def act() -> None:
        save_plan_settings(campaign=campaign, by=request.user, now=timezone.now(), **form.cleaned_data)

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("Saved. The schedule was computed again."),
        onward=reverse("campaigns:schedule", args=[campaign.pk]),
        template="campaigns/schedule.html",
        context={"campaign": campaign, **schedule_page(campaign, on=timezone.localdate())},
        saved=lambda: PlanSettingsForm(campaign=campaign),
    )


@campaign_page(Permission.PLAN)
def edit_steps(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Edit the steps as one table, saved whole or not at all."""
    rows = step_rows(campaign)
    formset = step_formset(campaign, rows, posted(request))
    formset.working_day, formset.largest = working_day_of(campaign), largest_batch(campaign)
    page: dict[str, object] = {"campaign": campaign, "formset": formset, "revision": campaign.revision}
    status = HTTPStatus.OK
    if request.method == "POST":
        seen = seen_revision(request.POST)
        page["revision"], status = seen, HTTPStatus.UNPROCESSABLE_ENTITY
        if formset.is_valid():
            try:
                entries = formset.entries({row.pk: row for row in rows})
                save_steps(
                    campaign=campaign,
                    entries=entries,
                    by=request.user,
                    now=timezone.now(),
                    seen_revision=seen,
                )
            except Refusal as refusal:
                say_refusal(request, refusal)
                if isinstance(refusal, Moved):
                    status, fresh = HTTPStatus.CONFLICT, step_formset(campaign, rows)
                    conflict = both_rows(fresh.initial_forms, formset.kept(), "key")
                    page |= {"revision": campaign.revision, "conflict": conflict}
            else:
                messages.success(request, _("The steps were saved and the schedule computed again."))
                return redirect("campaigns:schedule", campaign.pk)
    return render(request, "campaigns/steps_form.html", page, status=status)
