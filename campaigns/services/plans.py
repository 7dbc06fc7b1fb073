"""Submitting, sending back and approving a plan; the first approved version is the baseline (R3.8, R5.2)."""

from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.domain.vocabulary import CampaignState
from campaigns.domain.workflow import Action, can_amend, check_amendable, check_editable
from campaigns.models import Campaign, PlanReturn, PlanSubmission, PlanVersion, PlanVersionStep
from campaigns.queries.plan_content import announced_content, content_hash
from campaigns.queries.versions import pending_submission
from campaigns.services.locking import Moved, lock, move, touch
from campaigns.services.plan_content import computed_content
from campaigns.services.plan_readiness import check_plan_is_ready
from teams.domain.roles import Permission
from teams.models import Person
from teams.queries.clock import day_in
from teams.services import audit


def submit_plan(
    *,
    campaign: Campaign,
    by: Person,
    now: datetime,
    seen_state: str,
    seen_revision: int,
    note: str = "",
    priced_on: date | None = None,
) -> PlanSubmission:
    """Hand the plan in for approval as it stands, with the prices of ``priced_on``, today unless given.

    Solving happens before the row is locked.

    Raises ``ValidationError`` with all that is missing, ``Moved`` when somebody changed the plan meanwhile.
    """
    check_plan_is_ready(campaign)
    day = priced_on or day_in(campaign.team, now)
    content = {**announced_content(campaign), **computed_content(campaign, on=day)}
    return _submit(
        campaign=campaign,
        by=by,
        now=now,
        seen_state=seen_state,
        seen_revision=seen_revision,
        note=note,
        content=content,
    )


@transaction.atomic
def _submit(
    *,
    campaign: Campaign,
    by: Person,
    now: datetime,
    seen_state: str,
    seen_revision: int,
    note: str,
    content: dict[str, Any],
) -> PlanSubmission:
    campaign = lock(
        campaign, by=by, permission=Permission.PLAN, seen_state=seen_state, seen_revision=seen_revision
    )
    check_editable(CampaignState(campaign.state), campaign.amendment_open)
    if pending_submission(campaign):
        raise ValidationError(_("This plan already waits for approval."))
    if campaign.state == CampaignState.DRAFT:
        move(campaign, Action.SUBMIT)
    else:
        # What waits is what gets frozen: nobody changes the plan below it (R5.2).
        _open_for_editing(campaign, False)
    submission = PlanSubmission(
        campaign=campaign,
        number=campaign.submissions.count() + 1,
        content=content,
        content_hash=content_hash(content),
        note=note,
        submitted_by=by,
        submitted_at=now,
    )
    submission.full_clean()
    submission.save()
    _record(campaign, by, now, "plan submitted", submission, reason=note)
    return submission


@transaction.atomic
def return_plan(*, submission: PlanSubmission, by: Person, now: datetime, reason: str) -> PlanReturn:
    """Send a plan back with a reason (a lead), or withdraw one's own."""
    own = submission.submitted_by_id == by.pk
    permission = Permission.PLAN if own else Permission.APPROVE
    campaign = lock(submission.campaign, by=by, permission=permission)
    _check_waits(campaign, submission)
    if campaign.state == CampaignState.SUBMITTED:
        move(campaign, Action.SEND_BACK)
    elif can_amend(CampaignState(campaign.state)):
        _open_for_editing(campaign, True)
    returned = PlanReturn(submission=submission, reason=reason, returned_by=by, returned_at=now)
    returned.full_clean()
    returned.save()
    _record(campaign, by, now, "plan withdrawn" if own else "plan sent back", submission, reason=reason)
    return returned


@transaction.atomic
def approve_plan(
    *, submission: PlanSubmission, by: Person, now: datetime, password: str, note: str = ""
) -> PlanVersion:
    """Freeze a submitted plan as the next plan version: another person, a lead, with the password again."""
    campaign = lock(submission.campaign, by=by, permission=Permission.APPROVE)
    check_password_again(by, password)
    _check_waits(campaign, submission)
    if campaign.state != CampaignState.SUBMITTED:
        check_amendable(CampaignState(campaign.state))
    if submission.submitted_by_id == by.pk and not campaign.team.team_of_one:
        raise ValidationError(_("Nobody approves their own plan. Ask another lead of the team."))
    version = PlanVersion(
        campaign=campaign,
        number=campaign.versions.count() + 1,
        submission=submission,
        content=submission.content,
        content_hash=submission.content_hash,
        submitted_by=submission.submitted_by,
        approved_by=by,
        approved_at=now,
        approval_note=note,
        team_of_one=submission.submitted_by_id == by.pk,
    )
    version.full_clean()
    version.save()
    PlanVersionStep.objects.bulk_create(_frozen_steps(version))
    _advance_after_approval(campaign)
    _record(campaign, by, now, "plan approved", submission, reason=note, version=version.number)
    return version


@transaction.atomic
def open_amendment(*, campaign: Campaign, by: Person, now: datetime, reason: str) -> None:
    """Unlock an approved plan for editing; changes count only once the new version is approved (R5.2)."""
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the approved plan must change.")})
    campaign = lock(campaign, by=by, permission=Permission.PLAN)
    check_amendable(CampaignState(campaign.state))
    if pending_submission(campaign):
        raise Moved(_("A changed plan already waits for approval. Withdraw it to change it."))
    if campaign.amendment_open:
        raise Moved(_("The approved plan is open for editing already. Nothing was done."))
    _open_for_editing(campaign, True)
    touch(campaign)
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action="amendment opened",
        object=campaign.code,
        reason=reason,
    )


def check_password_again(by: Person, password: str) -> None:
    """Approving asks for the password again; raise at the field when it is wrong."""
    if not by.check_password(password):
        raise ValidationError({"password": _("This is not your password. Nothing was approved.")})


def _check_waits(campaign: Campaign, submission: PlanSubmission) -> None:
    if pending_submission(campaign) != submission:
        raise Moved(_("Somebody else already acted on this submission. Nothing was done."))


def _advance_after_approval(campaign: Campaign) -> None:
    if campaign.state == CampaignState.SUBMITTED:
        move(campaign, Action.APPROVE)
    _open_for_editing(campaign, False)


def _open_for_editing(campaign: Campaign, is_open: bool) -> None:
    campaign.amendment_open = is_open
    campaign.save(update_fields=["amendment_open"])


def _frozen_steps(version: PlanVersion) -> list[PlanVersionStep]:
    described = {step["key"]: step for step in version.content["steps"]}
    return [
        PlanVersionStep(
            version=version,
            key=row["key"],
            title=described[row["key"]]["title"],
            phase=described[row["key"]]["phase"],
            resource=described[row["key"]]["resource"],
            priority=described[row["key"]]["priority"],
            batch=row["batch"],
            lane=row["lanes"][0] if row["lanes"] else None,
            part=row["part"],
            start_minute=row["start"],
            end_minute=row["end"],
            position=position,
        )
        for position, row in enumerate(version.content["schedule"]["steps"], start=1)
    ]


def _record(
    campaign: Campaign,
    by: Person,
    now: datetime,
    action: str,
    submission: PlanSubmission,
    *,
    reason: str,
    version: int | None = None,
) -> None:
    new: dict[str, Any] = {"submission": submission.number, "hash": submission.content_hash}
    if version is not None:
        new["version"] = version
    audit.record(
        team=campaign.team,
        chain=campaign.code,
        by=by,
        now=now,
        action=action,
        object=f"{campaign.code} plan",
        new=new,
        reason=reason,
    )
