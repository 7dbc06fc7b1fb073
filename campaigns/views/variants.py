"""Variants beside their control: what differs, what each result leads to, in which order they are worth running."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.forms.conflicts import both_texts
from campaigns.forms.goal_rows import row_set
from campaigns.forms.refusals import Refusal
from campaigns.forms.variants import DropForm, FactorForm, MoveForm, VariantForm
from campaigns.models import Campaign, Variant
from campaigns.queries.goal import is_editable
from campaigns.queries.variants import hours_by_priority, stated_factors, variant_for, variants_page
from campaigns.services.factors import save_factors
from campaigns.services.variant_order import move_variant, order_as_suggested
from campaigns.services.variants import drop_variant, restore_variant, save_variant
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import say_refusal
from campaigns.views.editing import edit_or_show, seen_revision
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW)
def variants(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show the variants, their decision table and their ranking."""
    context = {
        "campaign": campaign,
        "page": variants_page(campaign),
        "priorities": hours_by_priority(campaign),
        "editable": is_editable(campaign, request.role),
    }
    return render(request, "campaigns/variants.html", context)


@campaign_page(Permission.PLAN)
def factors(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Name the factors in which variants can differ."""
    rows = row_set(FactorForm, "factors", stated_factors(campaign), request.POST or None)
    form = rows.as_form()
    return edit_or_show(
        request,
        campaign=campaign,
        form=form,
        is_valid=rows.is_valid,
        act=lambda seen: save_factors(
            campaign=campaign,
            factors=[row.stated() for row in rows.kept],
            by=request.user,
            now=timezone.now(),
            seen_revision=seen,
        ),
        conflict=lambda: rows.both_texts(_("Factors"), [row.name for row in stated_factors(campaign)]),
        done=_("The factors are saved."),
        onward=_variants_url(campaign),
        template="campaigns/variant_factors.html",
        context={"campaign": campaign, "form": form, "rows": rows},
    )


@campaign_page(Permission.PLAN)
def new_variant(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Add a variant; the product gives it its identifier."""
    return _edit(request, campaign, None)


@campaign_page(Permission.PLAN)
def variant(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Change a variant; one whose configuration ran gets a new identifier."""
    return _edit(request, campaign, variant_for(campaign, identifier))


def _edit(request: SignedInRequest, campaign: Campaign, row: Variant | None) -> HttpResponse:
    form = VariantForm(request.POST or None, campaign=campaign, variant=row)
    return edit_or_show(
        request,
        campaign=campaign,
        form=form,
        is_valid=form.is_valid,
        act=lambda seen: save_variant(
            campaign=campaign,
            variant=row,
            stated=form.stated(),
            by=request.user,
            now=timezone.now(),
            seen_revision=seen,
        ),
        conflict=lambda: both_texts(VariantForm(campaign=campaign, variant=row), form),
        done=_("The variant is saved."),
        onward=_variants_url(campaign),
        template="campaigns/variant.html",
        context={
            "campaign": campaign,
            "form": form,
            "variant": row,
            "has_runs": bool(row and row.runs.exists()),
        },
    )


@campaign_page(Permission.PLAN)
def move(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Move a variant one place in the order, with a reason."""
    row = variant_for(campaign, identifier)
    form = MoveForm(request.POST or None)
    return edit_or_show(
        request,
        campaign=campaign,
        form=form,
        is_valid=form.is_valid,
        act=lambda seen: move_variant(
            campaign=campaign,
            variant=row,
            upwards=form.cleaned_data["direction"] == "up",
            reason=form.cleaned_data["reason"],
            by=request.user,
            now=timezone.now(),
            seen_revision=seen,
        ),
        conflict=lambda: (),
        done=_("The order is saved."),
        onward=_variants_url(campaign) + "#ranking",
        template="campaigns/variant_form.html",
        context={"campaign": campaign, "form": form, "title": _("Move %(variant)s") % {"variant": row}},
    )


@campaign_page(Permission.PLAN)
def drop(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Drop a variant; it stays listed with the reason."""
    row = variant_for(campaign, identifier)
    form = DropForm(request.POST or None)
    return edit_or_show(
        request,
        campaign=campaign,
        form=form,
        is_valid=form.is_valid,
        act=lambda seen: drop_variant(
            campaign=campaign,
            variant=row,
            reason=form.cleaned_data["reason"],
            by=request.user,
            now=timezone.now(),
            seen_revision=seen,
        ),
        conflict=lambda: (),
        done=_("%(variant)s is dropped and stays listed.") % {"variant": row},
        onward=_variants_url(campaign),
        template="campaigns/variant_form.html",
        context={"campaign": campaign, "form": form, "title": _("Drop %(variant)s") % {"variant": row}},
    )


@require_POST
@campaign_page(Permission.PLAN)
def restore(request: SignedInRequest, campaign: Campaign, identifier: str) -> HttpResponse:
    """Take a dropped variant back into the plan."""
    row = variant_for(campaign, identifier)
    try:
        restore_variant(
            campaign=campaign,
            variant=row,
            by=request.user,
            now=timezone.now(),
            seen_revision=seen_revision(request),
        )
    except Refusal as refusal:
        say_refusal(request, refusal)
    else:
        messages.success(request, _("%(variant)s is part of the plan again.") % {"variant": row})
    return redirect(_variants_url(campaign))


@require_POST
@campaign_page(Permission.PLAN)
def as_suggested(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Take over the suggested order."""
    try:
        order_as_suggested(
            campaign=campaign, by=request.user, now=timezone.now(), seen_revision=seen_revision(request)
        )
    except Refusal as refusal:
        say_refusal(request, refusal)
    else:
        messages.success(request, _("The variants stand in the suggested order."))
    return redirect(_variants_url(campaign) + "#ranking")


def _variants_url(campaign: Campaign) -> str:
    return reverse("campaigns:variants", args=[campaign.pk])
