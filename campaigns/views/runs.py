"""Runs: the list and its export, a run recorded by hand, its page, and what becomes of it (R7.1 - R7.4)."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.run_csv import write_csv
from campaigns.forms.refusals import Refusal, add_refusal
from campaigns.forms.runs import CorrectionForm, NewsForm, RunForm, StopEventForm
from campaigns.forms.runs_filter import RunFilterForm
from campaigns.models import Campaign
from campaigns.queries.run_export import run_table
from campaigns.queries.run_page import correctable, run_for, run_page
from campaigns.queries.runs import run_list, why_no_main_run
from campaigns.services.corrections import correct_event, correct_run
from campaigns.services.runs import record_run, report
from campaigns.services.stop_events import record_stop_event
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import act_or_show, posted
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW)
def runs(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """List the runs that the filter in the address lets through, with their sums."""
    form = RunFilterForm(request.GET, campaign=campaign)
    listed = run_list(campaign, form.wanted(), request.GET.get("page", 1))
    context = {
        "campaign": campaign,
        "form": form,
        "list": listed,
        "why_no_main_run": why_no_main_run(campaign),
    }
    template = "campaigns/runs_list.html" if request.htmx else "campaigns/runs.html"
    response = render(request, template, context)
    response["Vary"] = "HX-Request, Cookie"
    return response


@campaign_page(Permission.VIEW)
def runs_csv(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Give exactly the filtered list as CSV."""
    wanted = RunFilterForm(request.GET, campaign=campaign).wanted()
    response = HttpResponse(write_csv(run_table(campaign, wanted)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{campaign.code}-runs.csv"'
    return response


@campaign_page(Permission.RECORD)
def new_run(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Record a run by hand; the product gives it its identifier."""
    form = RunForm(posted(request), campaign=campaign)
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                run = record_run(run=form.run(), by=request.user, now=timezone.now())
            except Refusal as refusal:
                status = add_refusal(form, refusal)
            else:
                messages.success(request, _("The run %(run)s was recorded.") % {"run": run.identifier})
                return redirect("campaigns:run", campaign.pk, run.identifier)
    context = {"campaign": campaign, "form": form, "why_no_main_run": why_no_main_run(campaign)}
    return render(request, "campaigns/run_new.html", context, status=status)


@campaign_page(Permission.VIEW)
def run(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Show a run with its events, corrections and metrics."""
    found = run_for(campaign, identifier)
    return render(
        request, "campaigns/run.html", {"campaign": campaign, "run": found, "page": run_page(found)}
    )


@campaign_page(Permission.RECORD)
def run_state(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Record that a run started, ended, fell silent or is lost."""
    found = run_for(campaign, identifier)
    form = NewsForm(posted(request), run=found)

    def act() -> object:
        seen = form.cleaned_data["seen_state"]
        return report(run=found, news=form.news(), by=request.user, now=timezone.now(), seen_state=seen)

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("It was recorded."),
        onward=reverse("campaigns:run", args=[campaign.pk, identifier]),
        template="campaigns/run_form.html",
        context={
            "campaign": campaign,
            "run": found,
            "title": _("What became of %(run)s") % {"run": identifier},
            "lead": _("A run that was stopped gets a stop event instead: it keeps the rule and the reason."),
            "submit": _("Record"),
        },
    )


@campaign_page(Permission.RECORD)
def stop_run(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Record what stopped a run; it can never be accepted afterwards."""
    found = run_for(campaign, identifier)
    form = StopEventForm(posted(request), run=found)

    def act() -> object:
        seen = form.cleaned_data["seen_state"]
        return record_stop_event(event=form.event(), by=request.user, now=timezone.now(), seen_state=seen)

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The stop event was recorded; the run is stopped."),
        onward=reverse("campaigns:run", args=[campaign.pk, identifier]),
        template="campaigns/run_form.html",
        context={
            "campaign": campaign,
            "run": found,
            "title": _("Stop event of %(run)s") % {"run": identifier},
            "lead": _(
                "A stop event is never edited. The run keeps its machine time; its results are not accepted."
            ),
            "submit": _("Record the stop event"),
        },
    )


@campaign_page(Permission.RECORD)
def correct(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Put a recorded figure right by a second record; the first one stays."""
    found = run_for(campaign, identifier)
    what = correctable(
        found, request.GET.get("what", ""), request.GET.get("event", ""), request.GET.get("metric", "")
    )
    form = CorrectionForm(posted(request), what=what)

    def act() -> object:
        right, reason = form.right(), form.cleaned_data["reason"]
        if what.event:
            return correct_event(
                event=what.event, right=right, reason=reason, by=request.user, now=timezone.now()
            )
        return correct_run(run=found, right=right, reason=reason, by=request.user, now=timezone.now())

    return act_or_show(
        request,
        form=form,
        act=act,
        done=_("The correction was recorded; the first record stays beside it."),
        onward=reverse("campaigns:run", args=[campaign.pk, identifier]),
        template="campaigns/run_correct.html",
        context={"campaign": campaign, "run": found, "what": what},
    )
