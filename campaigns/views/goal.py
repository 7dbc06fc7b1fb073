"""The goal: question, outcomes, checks, deliverables, and the corpus with its versions (R1.1-R1.5)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.domain.goal_text import differing
from campaigns.forms.conflicts import both_texts
from campaigns.forms.corpus import CorpusForm
from campaigns.forms.goal import GoalForms
from campaigns.forms.refusals import Refusal
from campaigns.models import Campaign
from campaigns.queries.goal import corpora_of, corpus_of, is_editable, readiness_of, stated_goal
from campaigns.services.corpora import freeze_corpus, save_corpus
from campaigns.services.goals import save_goal
from campaigns.views.access import SignedInRequest, campaign_page
from campaigns.views.acting import say_refusal
from campaigns.views.editing import edit_or_show, seen_revision
from teams.domain.roles import Permission

ONWARD = {"corpus": "campaigns:corpus", "variants": "campaigns:variants"}


@campaign_page(Permission.VIEW, writes=Permission.PLAN)
def goal(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Show the goal with what it lacks at the side; save all of it at once."""
    context = {"campaign": campaign, "readiness": readiness_of(campaign), "corpora": corpora_of(campaign)}
    if request.method != "POST" and not is_editable(campaign, request.role):
        return render(request, "campaigns/goal_read.html", {**context, "goal": stated_goal(campaign)})
    forms = GoalForms(campaign, request.POST or None)
    return edit_or_show(
        request,
        campaign=campaign,
        form=forms.main,
        is_valid=forms.is_valid,
        act=lambda seen: save_goal(
            campaign=campaign, goal=forms.goal(), by=request.user, now=timezone.now(), seen_revision=seen
        ),
        conflict=lambda: differing(forms.saved, forms.goal()),
        done=_("The goal is saved."),
        onward=reverse(ONWARD.get(request.POST.get("onward", ""), "campaigns:goal"), args=[campaign.pk]),
        template="campaigns/goal.html",
        context={**context, "forms": forms},
    )


@campaign_page(Permission.PLAN)
def corpus(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """State the corpus, or a new version of a frozen one."""
    saved = corpus_of(campaign)
    form = CorpusForm(request.POST or None, request.FILES or None, saved=saved)
    return edit_or_show(
        request,
        campaign=campaign,
        form=form,
        is_valid=form.is_valid,
        act=lambda seen: save_corpus(
            campaign=campaign, corpus=form.corpus(), by=request.user, now=timezone.now(), seen_revision=seen
        ),
        conflict=lambda: both_texts(CorpusForm(saved=saved), form),
        done=_("The corpus is saved. Freeze it before the plan is submitted."),
        onward=reverse("campaigns:goal", args=[campaign.pk]) + "#corpus",
        template="campaigns/goal_corpus.html",
        context={"campaign": campaign, "form": form, "corpus": saved},
    )


@require_POST
@campaign_page(Permission.PLAN)
def freeze(request: SignedInRequest, campaign: Campaign) -> HttpResponse:
    """Freeze the newest version of the corpus."""
    try:
        row = freeze_corpus(
            campaign=campaign, by=request.user, now=timezone.now(), seen_revision=seen_revision(request)
        )
    except Refusal as refusal:
        say_refusal(request, refusal)
    else:
        messages.success(request, _("%(corpus)s is frozen.") % {"corpus": row})
    return redirect(reverse("campaigns:goal", args=[campaign.pk]) + "#corpus")
