"""Who may do what, address by address. Every URL of the product has a row here; ``test_permissions.py`` tries each.

To add yours, one line in the list of its app:

    row("get", "campaigns:goal", "campaign", members(200)),
    row("post", "campaigns:goal", "campaign", planners(422)),
    row("post", "campaigns:stop-run", "campaign run", planners(302), data={"reason": "..."}, world="running"),

method; name of the URL; names of its arguments in order, looked up in the world (``permission_worlds.py``: campaign,
team, member, package, and what a world of yours adds); who gets which status. ``data`` is posted. Without data a
person who may do it usually gets 422, which is enough: 403, 404 and 302 to the sign-in are what the table is about.

``members(200)``         anonymous 302, outsider 404, every member 200
``planners(422)``        the same, and the viewer 403
``leads(422)``           the same, and the planner 403
``administrators(422)``  the same, and the lead 403
``signed_in(200)``       anonymous 302, everybody else 200, for pages that belong to no team
``anybody(200)``         everybody 200
Anything else is written out: six statuses in the order of ``PEOPLE``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

PEOPLE = ("anonymous", "outsider", "viewer", "planner", "lead", "administrator")
Statuses = tuple[int, int, int, int, int, int]


@dataclass(frozen=True)
class Row:
    """One address tried with one method by everybody."""

    method: str
    name: str
    arguments: tuple[str, ...]
    statuses: Statuses
    data: Mapping[str, object] = field(default_factory=dict, hash=False)
    world: str = "draft"

    def __str__(self) -> str:
        return f"{self.method} {self.name} {self.world}"


def row(
    method: str,
    name: str,
    arguments: str,
    statuses: Statuses,
    *,
    data: Mapping[str, object] | None = None,
    world: str = "draft",
) -> Row:
    """Write one line of the table."""
    return Row(method, name, tuple(arguments.split()), statuses, data or {}, world)


def members(status: int) -> Statuses:
    return 302, 404, status, status, status, status


def planners(status: int) -> Statuses:
    return 302, 404, 403, status, status, status


def leads(status: int) -> Statuses:
    return 302, 404, 403, 403, status, status


def administrators(status: int) -> Statuses:
    return 302, 404, 403, 403, 403, status


def signed_in(status: int) -> Statuses:
    return 302, status, status, status, status, status


def anybody(status: int) -> Statuses:
    return status, status, status, status, status, status


CONFIG = [
    row("get", "healthz", "", anybody(200)),
    row("get", "readyz", "", anybody(200)),
]

TEAMS = [
    row("get", "teams:sign-in", "", (200, 302, 302, 302, 302, 302)),
    row("post", "teams:sign-in", "", (422, 302, 302, 302, 302, 302)),
    row("get", "teams:sign-out", "", signed_in(405)),
    row("post", "teams:sign-out", "", signed_in(302)),
    row("get", "teams:password", "", signed_in(200)),
    row("post", "teams:password", "", signed_in(422)),
    row("get", "teams:list", "", signed_in(200)),
    row("get", "teams:new", "", signed_in(200)),
    row("post", "teams:new", "", signed_in(422)),
    row("get", "teams:team", "team", members(200)),
    row("post", "teams:team", "team", administrators(422)),
    row("get", "teams:activity", "team", members(200)),
    row("get", "teams:add-member", "team", signed_in(405)),
    row("post", "teams:add-member", "team", administrators(422)),
    row("post", "teams:change-role", "team member", administrators(302), data={"role": "lead"}),
    row("post", "teams:remove-member", "team member", administrators(302), data={"reason": "moved on"}),
]

PRICING = [
    row("get", "pricing:catalogue", "", signed_in(200)),
    row("get", "pricing:new-package", "", (302, 200, 403, 200, 200, 200)),
    row("post", "pricing:new-package", "", (302, 422, 403, 422, 422, 422)),
    row("get", "pricing:package", "package", members(200)),
    row("post", "pricing:package", "package", planners(422)),
    row("post", "pricing:confirm-memory", "package", planners(302), data={"memory_per_gpu_gb": "24"}),
    row("post", "pricing:retire-package", "package", planners(302), data={"reason": "no longer sold"}),
    row("post", "pricing:offer-again", "package", planners(422)),
]

CAMPAIGNS = [
    row("get", "campaigns:portfolio", "", signed_in(200)),
    row("get", "campaigns:new", "", (302, 200, 403, 200, 200, 200)),
    row("post", "campaigns:new", "", (302, 422, 403, 422, 422, 422)),
    row("get", "campaigns:home", "campaign", members(200)),
    row("get", "campaigns:goal", "campaign", members(200)),
    row("post", "campaigns:goal", "campaign", planners(422)),
    row("get", "campaigns:corpus", "campaign", planners(200)),
    row("post", "campaigns:corpus", "campaign", planners(422)),
    row("get", "campaigns:freeze-corpus", "campaign", (302, 405, 405, 405, 405, 405)),
    row("post", "campaigns:freeze-corpus", "campaign", planners(302)),
    row("get", "campaigns:variants", "campaign", members(200), world="goal"),
    row("get", "campaigns:factors", "campaign", planners(200), world="goal"),
    row("post", "campaigns:factors", "campaign", planners(422), world="goal"),
    row("get", "campaigns:new-variant", "campaign", planners(200), world="goal"),
    row("post", "campaigns:new-variant", "campaign", planners(422), world="goal"),
    row("get", "campaigns:variant", "campaign variant", planners(200), world="goal"),
    row("post", "campaigns:variant", "campaign variant", planners(422), world="goal"),
    row("get", "campaigns:move-variant", "campaign variant", planners(200), world="goal"),
    row("post", "campaigns:move-variant", "campaign variant", planners(422), world="goal"),
    row("get", "campaigns:drop-variant", "campaign variant", planners(200), world="goal"),
    row("post", "campaigns:drop-variant", "campaign variant", planners(422), world="goal"),
    row("post", "campaigns:restore-variant", "campaign dropped", planners(302), world="goal"),
    row("post", "campaigns:order-as-suggested", "campaign", planners(302), world="goal"),
    row("get", "campaigns:stop-rules", "campaign", members(200), world="goal"),
    row("get", "campaigns:new-stop-rule", "campaign", planners(404), world="goal"),
    row("post", "campaigns:new-stop-rule", "campaign", planners(404), world="goal"),
    row("get", "campaigns:stop-rule", "campaign rule", planners(200), world="goal"),
    row("post", "campaigns:stop-rule", "campaign rule", planners(409), world="goal"),
    row("post", "campaigns:remove-stop-rule", "campaign rule", planners(302), world="goal"),
    row("get", "campaigns:schedule", "campaign", members(200)),
    row("get", "campaigns:schedule", "campaign", members(200), world="approved"),
    row("post", "campaigns:schedule", "campaign", planners(422)),
    row("get", "campaigns:edit-steps", "campaign", planners(200), world="approved"),
    row("post", "campaigns:edit-steps", "campaign", planners(422)),
    row("get", "campaigns:packages", "campaign", members(200), world="approved"),
    row("post", "campaigns:packages", "campaign", planners(422)),
    row("get", "campaigns:baseline", "campaign", members(200)),
    row("get", "campaigns:baseline", "campaign", members(200), world="submitted"),
    row("post", "campaigns:baseline", "campaign", planners(422)),
    row("get", "campaigns:amend-plan", "campaign", planners(200), world="approved"),
    row("post", "campaigns:amend-plan", "campaign", planners(422), world="approved"),
    row("get", "campaigns:approve-plan", "campaign submission", leads(200), world="submitted"),
    row("post", "campaigns:approve-plan", "campaign submission", leads(422), world="submitted"),
    row("get", "campaigns:return-plan", "campaign submission", planners(200), world="submitted"),
    row("post", "campaigns:return-plan", "campaign submission", planners(422), world="submitted"),
    row("get", "campaigns:version", "campaign version", members(200), world="approved"),
    row("get", "campaigns:pilot", "campaign", members(200)),
    row("get", "campaigns:pilot", "campaign", members(200), world="deciding"),
    row("post", "campaigns:pilot", "campaign", planners(422), world="approved"),
    row("get", "campaigns:start-pilot", "campaign", (302, 405, 405, 405, 405, 405)),
    row("post", "campaigns:start-pilot", "campaign", planners(302), world="approved"),
    row("get", "campaigns:decision", "campaign", members(200), world="deciding"),
    row("get", "campaigns:new-proposal", "campaign", planners(200), world="approved"),
    row("post", "campaigns:new-proposal", "campaign", planners(422), world="approved"),
    row("get", "campaigns:sign-decision", "campaign proposal", leads(200), world="deciding"),
    row("post", "campaigns:sign-decision", "campaign proposal", leads(422), world="deciding"),
    row("get", "campaigns:withdraw-proposal", "campaign proposal", planners(200), world="deciding"),
    row("post", "campaigns:withdraw-proposal", "campaign proposal", planners(422), world="deciding"),
    row("get", "campaigns:budget", "campaign", members(200), world="bought"),
    row("get", "campaigns:new-order", "campaign", planners(200)),
    row("post", "campaigns:new-order", "campaign", planners(422)),
    row("get", "campaigns:order-event", "campaign order", planners(200), world="bought"),
    row("post", "campaigns:order-event", "campaign order", planners(422), world="bought"),
    row("get", "campaigns:order-shares", "campaign order", planners(200), world="bought"),
    row("post", "campaigns:order-shares", "campaign order", planners(422), world="bought"),
    row("get", "campaigns:new-expense", "campaign", planners(200)),
    row("post", "campaigns:new-expense", "campaign", planners(422)),
    row("get", "campaigns:take-back-expense", "campaign expense", planners(200), world="bought"),
    row("post", "campaigns:take-back-expense", "campaign expense", planners(422), world="bought"),
    row("get", "campaigns:activity", "campaign", members(200)),
    row("get", "campaigns:runs", "campaign", members(200), world="run"),
    row("get", "campaigns:runs-csv", "campaign", members(200), world="run"),
    row("get", "campaigns:new-run", "campaign", planners(200), world="run"),
    row("post", "campaigns:new-run", "campaign", planners(422), world="run"),
    row("get", "campaigns:import-runs", "campaign", planners(200), world="run"),
    row("post", "campaigns:import-runs", "campaign", planners(422), world="run"),
    row("get", "campaigns:read-runs", "campaign upload", planners(302), world="run"),
    row("post", "campaigns:read-runs", "campaign upload", planners(302), world="run"),
    row("get", "campaigns:run", "campaign run", members(200), world="run"),
    row("get", "campaigns:run-state", "campaign run", planners(200), world="run"),
    row("post", "campaigns:run-state", "campaign run", planners(422), world="run"),
    row("get", "campaigns:stop-run", "campaign run", planners(200), world="run"),
    row("post", "campaigns:stop-run", "campaign run", planners(422), world="run"),
    row("get", "campaigns:correct-run", "campaign run", planners(404), world="run"),
    row("post", "campaigns:correct-run", "campaign run", planners(404), world="run"),
    row("get", "campaigns:time", "campaign", members(200), world="run"),
    row("post", "campaigns:time", "campaign", planners(422), world="run"),
    row("get", "campaigns:take-back-time", "campaign entry", planners(200), world="run"),
    row("post", "campaigns:take-back-time", "campaign entry", planners(422), world="run"),
]

DOSSIER = [
    row("get", "dossier:dossier", "campaign", members(200)),
    row("post", "dossier:expect-promised", "campaign", planners(302)),
    row("get", "dossier:expect-file", "campaign", planners(200)),
    row("post", "dossier:expect-file", "campaign", planners(422)),
    row("get", "dossier:change-file", "campaign file", planners(200), world="expecting"),
    row("post", "dossier:change-file", "campaign file", planners(422), world="expecting"),
    row("get", "dossier:explain-absence", "campaign file", planners(200), world="expecting"),
    row("post", "dossier:explain-absence", "campaign file", planners(422), world="expecting"),
    row("get", "dossier:evidence", "campaign file", planners(200), world="expecting"),
    row("post", "dossier:evidence", "campaign file", planners(422), world="expecting"),
    row("get", "dossier:manifest", "campaign", planners(200)),
    row("post", "dossier:manifest", "campaign", planners(422)),
    row("get", "dossier:upload", "campaign", planners(200)),
    row("post", "dossier:upload", "campaign", planners(422)),
    row("get", "dossier:close-out", "campaign", members(200)),
    row("get", "dossier:close-out", "campaign", members(200), world="expecting"),
    row("get", "dossier:closing-notes", "campaign", planners(200)),
    row("post", "dossier:closing-notes", "campaign", planners(302)),
    row("get", "dossier:explain-step", "campaign step", planners(200), world="expecting"),
    row("post", "dossier:explain-step", "campaign step", planners(422), world="expecting"),
    row("post", "dossier:start-closing", "campaign", leads(302), world="expecting"),
    row("get", "dossier:close-campaign", "campaign", leads(200)),
    row("post", "dossier:close-campaign", "campaign", leads(422)),
    row("get", "dossier:cancel-campaign", "campaign", leads(200)),
    row("post", "dossier:cancel-campaign", "campaign", leads(422)),
    row("get", "dossier:issue-edition", "campaign", leads(200)),
    row("post", "dossier:issue-edition", "campaign", leads(422)),
    row("get", "dossier:edition", "campaign edition", members(200), world="issued"),
    row("get", "dossier:edition-pdf", "campaign edition", members(200), world="issued"),
    row("get", "dossier:edition-json", "campaign edition", members(200), world="issued"),
]

TABLE: list[Row] = [*CONFIG, *TEAMS, *PRICING, *CAMPAIGNS, *DOSSIER]
