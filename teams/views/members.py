"""Adding, changing and removing members; what is refused shows the team's page again."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from teams.domain.roles import Permission
from teams.forms.refusals import succeeds
from teams.forms.team import MemberForm, RemovalForm, RoleForm
from teams.models import Membership, Team
from teams.queries.scope import member_of
from teams.services.members import add_member, change_role, remove_member
from teams.views.access import SignedInRequest, team_page
from teams.views.team import show


@sensitive_post_parameters("password")
@require_POST
@team_page(Permission.MEMBERS)
def add(request: SignedInRequest, team: Team) -> HttpResponse:
    """Add a person to the team."""
    form = MemberForm(request.POST)
    if succeeds(
        form, lambda: add_member(team=team, by=request.user, now=timezone.now(), **form.cleaned_data)
    ):
        added = {"username": form.cleaned_data["username"]}
        messages.success(request, _("%(username)s now belongs to the team.") % added)
        return redirect("teams:team", team.pk)
    return show(request, team, member=form)


@require_POST
@team_page(Permission.MEMBERS)
def role(request: SignedInRequest, team: Team, member: int) -> HttpResponse:
    """Give a member another role."""
    membership = _member(team, member)
    form = RoleForm(request.POST)
    if succeeds(
        form,
        lambda: change_role(
            membership=membership, by=request.user, now=timezone.now(), role=form.cleaned_data["role"]
        ),
    ):
        messages.success(request, _("The role of %(person)s is changed.") % {"person": membership.person})
        return redirect("teams:team", team.pk)
    return show(request, team, refused=form)


@require_POST
@team_page(Permission.MEMBERS)
def remove(request: SignedInRequest, team: Team, member: int) -> HttpResponse:
    """Take a member out of the team."""
    membership = _member(team, member)
    form = RemovalForm(request.POST)
    if succeeds(
        form,
        lambda: remove_member(
            membership=membership, by=request.user, now=timezone.now(), reason=form.cleaned_data["reason"]
        ),
    ):
        messages.success(request, _("%(person)s left the team.") % {"person": membership.person})
        is_myself = membership.person_id == request.user.pk
        return redirect("teams:list") if is_myself else redirect("teams:team", team.pk)
    return show(request, team, refused=form)


def _member(team: Team, number: int) -> Membership:
    membership = member_of(team, number)
    if membership is None:
        raise Http404
    return membership
