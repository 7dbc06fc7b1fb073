"""What is expected: from the goal or by hand, once, and an absence explained in words (R10.1)."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from dossier.models import ExpectedFile
from dossier.services.files import expect_file, expect_what_the_goal_promises, explain_absence
from teams.models import AuditEvent, Person
from tests.closing import Closing
from tests.running import NOW

pytestmark = pytest.mark.django_db


def test_r10_1_goal_promises_predictions_for_each_variant_and_expecting_twice_adds_nothing(
    closing: Closing,
) -> None:
    first = expect_what_the_goal_promises(campaign=closing.campaign, by=closing.planner, now=NOW)
    again = expect_what_the_goal_promises(campaign=closing.campaign, by=closing.planner, now=NOW)
    rows = closing.campaign.expected_files.values_list("path", "priority", "variant__identifier")
    assert (first, again) == (2, 0)
    assert list(rows) == [("V0/predictions.*", "essential", "V0"), ("V1/predictions.*", "essential", "V1")]


def test_r6_4_dropped_variant_owes_no_file(closing: Closing) -> None:
    closing.campaign.variants.filter(identifier="V1").update(
        dropped_at=NOW, dropped_by=closing.planner, dropped_reason="too slow"
    )
    closing.expect()
    assert [row.path for row in closing.campaign.expected_files.all()] == ["V0/predictions.*"]


def test_r10_1_same_path_is_expected_once(closing: Closing) -> None:
    closing.expect()
    double = ExpectedFile(campaign=closing.campaign, path="V0/predictions.*", kind="predictions")
    with pytest.raises(ValidationError):
        expect_file(file=double, by=closing.planner, now=NOW)


def test_r10_1_absence_needs_a_reason_and_is_in_the_trail(closing: Closing) -> None:
    closing.expect()
    row = closing.campaign.expected_files.get(path="V1/predictions.*")
    with pytest.raises(ValidationError, match="Say why it is missing"):
        explain_absence(file=row, reason=" ", by=closing.planner, now=NOW)
    explain_absence(file=row, reason="The run was stopped.", by=closing.planner, now=NOW)
    event = AuditEvent.objects.get(action="absence explained")
    assert event.new == {"reason": "The run was stopped."}


def test_r10_1_long_path_is_expected_and_its_event_keeps_the_start(closing: Closing) -> None:
    path = "V1/" + "a" * 390
    expect_file(
        file=ExpectedFile(campaign=closing.campaign, path=path, kind="other"), by=closing.planner, now=NOW
    )
    assert len(AuditEvent.objects.get(action="file expected").object) == 200


def test_viewer_declares_nothing(closing: Closing, viewer: Person) -> None:
    with pytest.raises(PermissionDenied):
        expect_what_the_goal_promises(campaign=closing.campaign, by=viewer, now=NOW)
