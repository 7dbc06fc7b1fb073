"""What was recorded, as the close-out says it: runs, events, times, money, decisions, files (R11.1, R11.2)."""

from collections.abc import Collection
from datetime import UTC, timedelta

from campaigns.domain.checks import exact
from campaigns.domain.results import Results, RunResult
from campaigns.domain.vocabulary import CampaignKind, DeliverableKind, RunPurpose, RunState, StopRuleKind
from campaigns.models import Campaign, Correction, OrderEvent, OrderEventKind, Run, StopEvent
from campaigns.queries.budget import OrderLine, approved_ceiling, expenses_of, order_lines
from campaigns.queries.decision import proposals_of
from campaigns.queries.stop_events import shown_event
from campaigns.queries.versions import versions_of
from dossier.domain import recorded
from dossier.queries.files import DossierView
from pricing.domain.money import Money, Undefined, share_per_result, total
from teams.domain.message import Message, gettext_noop
from teams.models import AuditEvent

MINUTE = timedelta(minutes=1)
ENDINGS = {
    "closing started": gettext_noop("Closing started"),
    "campaign closed": gettext_noop("Campaign closed"),
    "campaign cancelled": gettext_noop("Campaign cancelled"),
}
"""Actions in the trail that a report shows among the decisions."""


def runs(campaign: Campaign, results: Results) -> tuple[recorded.Run, ...]:
    """Every run with what became of it; a stopped or failed one is never accepted (R7.2)."""
    judged = {result.run: result for result in results.results}
    rows = campaign.runs.select_related("variant").order_by("number", "pk")
    return tuple(_run(row, judged[row.identifier]) for row in rows)


def _run(row: Run, result: RunResult) -> recorded.Run:
    time = row.ended_at - row.started_at if row.started_at and row.ended_at else None
    return recorded.Run(
        identifier=row.identifier,
        variant=row.variant.identifier,
        purpose=RunPurpose(row.purpose),
        state=RunState(row.state),
        started_at=row.started_at,
        ended_at=row.ended_at,
        machine_minutes=None if time is None else round(time / MINUTE),
        seed=row.seed,
        metrics=tuple(_metric(name, value) for name, value in sorted(row.metrics.items())),
        is_accepted=result.is_accepted,
        reasons=result.reasons,
        files_at=row.files_at,
    )


def _metric(name: str, value: object) -> recorded.Metric:
    number = exact(value)
    return recorded.Metric(name, str(value) if number is None or not number.is_finite() else number)


def stop_events(campaign: Campaign) -> tuple[recorded.StopEvent, ...]:
    """Stop events as they count after their corrections."""
    rows = StopEvent.objects.filter(run__campaign=campaign).select_related("run", "recorded_by", "rule")
    return tuple(
        recorded.StopEvent(
            run=row.run.identifier,
            kind=StopRuleKind(row.kind),
            observed=shown.effective.observed,
            reason=shown.effective.reason,
            at=shown.effective.at,
            recorded_by=str(row.recorded_by),
        )
        for row in rows.prefetch_related("corrections__corrected_by")
        for shown in (shown_event(row),)
    )


def corrections(campaign: Campaign) -> tuple[recorded.Correction, ...]:
    """What was corrected; both the record and the correction stay (R7.3)."""
    rows = Correction.objects.filter(run__campaign=campaign).select_related("run", "corrected_by")
    return tuple(
        recorded.Correction(
            run=row.run.identifier,
            what=row.field.replace("_", " "),
            old=row.old,
            new=row.new,
            reason=row.reason,
            by=str(row.corrected_by),
            at=row.corrected_at,
        )
        for row in rows
    )


def budget(campaign: Campaign) -> recorded.Budget:
    """Rental and other expenses apart; the cost stays whatever the result is (R9.5)."""
    lines = order_lines(campaign)
    expenses = tuple(
        recorded.Expense(row.purpose, Money(row.amount, row.currency), row.incurred_on, row.evidence)
        for row in expenses_of(campaign)
    )
    return recorded.Budget(
        ceiling=approved_ceiling(campaign),
        orders=tuple(_order(line) for line in lines),
        expenses=expenses,
        rental=total(line.share for line in lines),
        other=total(expense.amount for expense in expenses),
    )


def _order(line: OrderLine) -> recorded.Order:
    order = line.order
    return recorded.Order(
        reference=order.reference,
        package=order.package.sku,
        batches=order.batches,
        price=line.price,
        share=line.share,
        ordered_at=order.ordered_at,
        delivered_at=line.delivered_at,
        window_ends_at=line.window_ends_at,
        events=tuple(
            _happened(event, order.currency)
            for event in line.events
            if event.kind != OrderEventKind.DELIVERED
        ),
        exception_reason=order.exception_reason,
        exception_by=str(order.exception_by or ""),
    )


def _happened(event: OrderEvent, currency: str) -> Message:
    """An outage, a replacement or a refund in one sentence (R4.8)."""
    values: dict[str, object] = {
        "kind": OrderEventKind(event.kind),
        "at": f"{event.at.astimezone(UTC):%Y-%m-%d %H:%M}",
        "note": event.note,
    }
    if event.amount is not None:
        values["amount"] = str(Money(event.amount, currency))
        return Message(gettext_noop("%(kind)s of %(amount)s, %(at)s UTC. %(note)s"), values)
    if event.until is not None:
        values["until"] = f"{event.until.astimezone(UTC):%Y-%m-%d %H:%M}"
        return Message(gettext_noop("%(kind)s, %(at)s to %(until)s UTC. %(note)s"), values)
    return Message(gettext_noop("%(kind)s, %(at)s UTC. %(note)s"), values)


def results(
    campaign: Campaign, found: Results, spent: recorded.Budget, owed: Collection[DeliverableKind]
) -> recorded.Results:
    """Runs, distinct deliverables and accepted ones; a share only where a unit makes sense (R9.2-R9.4)."""
    research = campaign.kind == CampaignKind.RESEARCH_DECISION
    accepted = [result for result in found.results if result.is_accepted]
    corpora = {
        row.sha256: f"{row.name} {row.version}".strip() for row in campaign.corpora.defer("identifiers")
    }
    return recorded.Results(
        runs=found.runs,
        distinct=found.distinct,
        accepted=found.accepted,
        results=tuple(
            recorded.AcceptedResult(
                deliverable=", ".join(kind.value for kind in DeliverableKind if kind in owed),
                variant=one.variant,
                run=one.run,
                corpus=corpora.get(one.corpus_hash, one.corpus_hash),
            )
            for one in accepted
        ),
        rejections=tuple(
            recorded.Rejection(one.run, one.reasons) for one in found.results if not one.is_accepted
        ),
        shares=() if research and accepted else shares(found, spent.rental),
    )


def shares(found: Results, rental: tuple[Money, ...]) -> tuple[Money | Undefined, ...]:
    """Rental per accepted result of each currency: 47.14 USD and two accepted give 23.57 USD (R9.3)."""
    return tuple(share_per_result(cost, found.accepted, found.reasons) for cost in rental)


def decisions(campaign: Campaign) -> tuple[recorded.Decision, ...]:
    """Approvals of plans and decisions on proposals, in their order (R6.3)."""
    approvals = [
        recorded.Decision(
            what=Message(gettext_noop("Plan version %(number)s approved"), {"number": version.number}),
            reason=version.approval_note,
            by=str(version.approved_by),
            at=version.approved_at,
            proposed_by=str(version.submitted_by),
            team_of_one=version.team_of_one,
        )
        for version in versions_of(campaign)
    ]
    decided = [
        recorded.Decision(
            what=Message(
                gettext_noop("Proposal %(number)s, %(kind)s: %(outcome)s"),
                {"number": row.number, "kind": row.kind, "outcome": row.decision.outcome},
            ),
            reason=row.decision.reason,
            by=str(row.decision.decided_by),
            at=row.decision.decided_at,
            proposed_by=str(row.proposed_by),
            team_of_one=row.decision.team_of_one,
        )
        for row in proposals_of(campaign)
        if hasattr(row, "decision")
    ]
    return tuple(sorted([*approvals, *decided, *_endings(campaign)], key=lambda one: one.at))


def _endings(campaign: Campaign) -> list[recorded.Decision]:
    """That the campaign was closed or cancelled, as the trail has it."""
    events = AuditEvent.objects.filter(chain=campaign.code, action__in=ENDINGS).select_related("actor")
    return [
        recorded.Decision(
            what=Message(ENDINGS[event.action]), reason=event.reason, by=str(event.actor), at=event.at
        )
        for event in events.order_by("number")
    ]


def dossier(view: DossierView, files_kept_at: str) -> recorded.Dossier:
    """The files as they stand, with what they still need or why they are missing."""
    return recorded.Dossier(
        files=tuple(
            recorded.DossierFile(
                path=file.path,
                kind=file.kind,
                owner=file.owner,
                priority=file.priority,
                level=file.level,
                is_verified=file.is_verified,
                remarks=tuple(
                    remark for remark in (*file.rejected, file.needs, file.absence_reason) if remark
                ),
            )
            for file in view.files
        ),
        manifest_hash=view.manifest.sha256 if view.manifest else "",
        files_kept_at=files_kept_at,
    )
