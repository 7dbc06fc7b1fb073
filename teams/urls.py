"""Addresses of the app ``teams``."""

from django.urls import URLPattern, URLResolver, path

from teams.views import account, members, team

app_name = "teams"
urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("sign-out/", account.SignOut.as_view(), name="sign-out"),
    path("password/", account.OwnPassword.as_view(), name="password"),
    path("teams/", team.team_list, name="list"),
    path("teams/new/", team.new_team, name="new"),
    path("teams/<int:pk>/", team.team_settings, name="team"),
    path("teams/<int:pk>/activity/", team.activity, name="activity"),
    path("teams/<int:pk>/members/", members.add, name="add-member"),
    path("teams/<int:pk>/members/<int:member>/role/", members.role, name="change-role"),
    path("teams/<int:pk>/members/<int:member>/remove/", members.remove, name="remove-member"),
]
