"""Stop rules: listed as sentences, added and changed by kind (R5.1)."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.domain.vocabulary import StopRuleKind
from campaigns.forms.conflicts import both_texts
from campaigns.forms.refusals import Refusal
from campaigns.forms.rules import RuleForm
from campaigns.models import Campaign
from campaigns.models import StopRule as StopRuleRow
from campaigns.queries.goal import is_editable
from campaigns.queries.rules import rule_for, rule_from_row, rules_of
from campaigns.services.rules import remove_rule, save_rule
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import say_refusal
from campaigns.views.editing import edit_or_show, seen_revision
from teams.domain.roles import Permission


@campaign_page(Permission.VIEW)
def stop_rules(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """List the rules, and offer every kind."""
    context = {
        "campaign": campaign,
        "rules": rules_of(campaign),
        "kinds": list(StopRuleKind),
        "editable": is_editable(campaign, request.role),
    }
    return render(request, "campaigns/stop_rules.html", context)


@campaign_page(Permission.PLAN)
def new_rule(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Add a rule of the kind that the address names."""
    try:
        kind = StopRuleKind(request.GET.get("kind", ""))
    except ValueError as error:
        raise Http404 from error
    return _edit(request, campaign, kind, None)


@campaign_page(Permission.PLAN)
def stop_rule(request: SignedInRequest, campaign: Campaign, rule: int) -> HttpResponse:
    """Change a rule."""
    row = rule_for(campaign, rule)
    return _edit(request, campaign, StopRuleKind(row.kind), row)


def _edit(
    request: SignedInRequest, campaign: Campaign, kind: StopRuleKind, row: StopRuleRow | None
) -> HttpResponse:
    saved = rule_from_row(row) if row else None
    form = RuleForm(request.POST or None, kind=kind, saved=saved)
    return edit_or_show(
        request,
        campaign=campaign,
        form=form,
        is_valid=form.is_valid,
        act=lambda seen: save_rule(
            campaign=campaign,
            rule=form.rule(),
            number=row.pk if row else None,
            by=request.user,
            now=timezone.now(),
            seen_revision=seen,
        ),
        conflict=lambda: both_texts(RuleForm(kind=kind, saved=saved), form),
        done=_("The stop rule is saved."),
        onward=reverse("campaigns:stop-rules", args=[campaign.pk]),
        template="campaigns/stop_rule_form.html",
        context={"campaign": campaign, "form": form, "kind": kind, "rule": row},
    )


@require_POST
@campaign_page(Permission.PLAN)
def remove(request: SignedInRequest, campaign: Campaign, rule: int) -> HttpResponse:
    """Remove a rule that stopped no run."""
    rule_for(campaign, rule)
    try:
        remove_rule(
            campaign=campaign,
            number=rule,
            by=request.user,
            now=timezone.now(),
            seen_revision=seen_revision(request),
        )
    except Refusal as refusal:
        say_refusal(request, refusal)
    else:
        messages.success(request, _("The stop rule is removed."))
    return redirect("campaigns:stop-rules", campaign.pk)
