"""The teams of a person, one team with its settings, and what happened in it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from teams.domain.roles import Permission
from teams.forms.refusals import succeeds
from teams.forms.team import (
    WORKING_DAYS,
    MemberForm,
    NewTeamForm,
    RemovalForm,
    RoleForm,
    SettingsForm,
    time_zones,
)
from teams.models import Team
from teams.queries.audit import activity_page
from teams.queries.scope import list_teams, members_of
from teams.services.audit import chain_of
from teams.services.teams import change_settings, create_team
from teams.views.access import SignedInRequest, team_page


@require_GET
def team_list(request: SignedInRequest) -> HttpResponse:
    """List the person's teams."""
    return render(request, "teams/list.html", {"teams": list_teams(request.user)})


@require_http_methods(["GET", "POST"])
def new_team(request: SignedInRequest) -> HttpResponse:
    """Found a team; whoever founds it is its administrator."""
    form = NewTeamForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        team = create_team(by=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, _("%(team)s is founded, and you are its administrator.") % {"team": team})
        return redirect("teams:team", team.pk)
    context = {"form": form, "time_zones": time_zones()}
    return render(request, "teams/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@team_page(Permission.VIEW, writes=Permission.MEMBERS)
def team_settings(request: SignedInRequest, team: Team) -> HttpResponse:
    """Show a team; an administrator changes its settings here."""
    if request.method == "GET":
        return show(request, team)
    form = SettingsForm(request.POST, instance=Team.objects.get(pk=team.pk))
    if succeeds(
        form, lambda: change_settings(team=team, by=request.user, now=timezone.now(), **form.cleaned_data)
    ):
        messages.success(request, _("The settings are saved."))
        return redirect("teams:team", team.pk)
    return show(request, team, settings=form)


@require_GET
@team_page(Permission.VIEW)
def activity(request: SignedInRequest, team: Team) -> HttpResponse:
    """Show what happened to the team itself: members, settings, catalogue."""
    page = activity_page(chain_of(team), request.GET.get("page"))
    return render(request, "teams/activity.html", {"team": team, "page": page})


def show(
    request: SignedInRequest,
    team: Team,
    *,
    settings: SettingsForm | None = None,
    member: MemberForm | None = None,
    refused: RoleForm | RemovalForm | None = None,
) -> HttpResponse:
    """Show the team's page; a form that was refused is shown again, with 422."""
    context = {
        "team": team,
        "settings": settings or SettingsForm(instance=team),
        "member": member or MemberForm(),
        "refused": refused,
        "time_zones": time_zones(),
        "working_days": dict(WORKING_DAYS)[team.working_days],
        "members": [
            (row, RoleForm(initial={"role": row.role}, auto_id=f"role-{row.pk}-%s"))
            for row in members_of(team)
        ],
    }
    return render(request, "teams/team.html", context, status=422 if settings or member or refused else 200)
