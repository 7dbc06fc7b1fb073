"""A running campaign that owes predictions for every variant, and what it takes to close it.

Predictions are real files that the checks read: one line for each of the corpus's 200 items.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

import pytest

from campaigns.models import Campaign, Order, OrderShare, Run
from campaigns.services.runs import record_run
from dossier.models import CloseoutEdition, Evidence, ExpectedFile, StoredFile
from dossier.queries.files import FileStanding, standings
from dossier.services.arrivals import receive_file, receive_manifest, record_evidence
from dossier.services.closing import close_campaign, save_notes, start_closing
from dossier.services.files import expect_what_the_goal_promises
from pricing.models import Package
from teams.models import Person
from tests.people import PASSWORD
from tests.running import APPROVED_AT, NOW, clock


@pytest.fixture
def promised(campaign: Campaign) -> Campaign:
    """Let the goal promise predictions of every variant, and ask for deliverables."""
    campaign.kind = "deliverables"
    campaign.question = "Do we adopt the adapter?"
    campaign.save()
    campaign.choices.create(text="keep the control")
    campaign.deliverables.create(kind="predictions", scope="every variant", priority="essential")
    return campaign


@dataclass
class Closing:
    """The campaign of a test and its people, with one word for each thing that happens before closing."""

    campaign: Campaign
    planner: Person
    lead: Person

    def run(self, variant: str, **changes: object) -> Run:
        """Record a run: finished from 10 to 12 with an accuracy of 0.75."""
        values: dict[str, object] = {
            "variant": self.campaign.variants.get(identifier=variant),
            "purpose": "main",
            "state": "finished",
            "started_at": clock(10),
            "ended_at": clock(12),
            "metrics": {"accuracy": "0.75"},
        }
        run = Run(campaign=self.campaign, **(values | changes))
        return record_run(run=run, by=self.planner, now=NOW)

    def rent(self, package: Package, amount: str = "47.14") -> Order:
        """Record an order, all of it the campaign's."""
        order = Order.objects.create(
            campaign=self.campaign,
            package=package,
            amount=Decimal(amount),
            currency="USD",
            reference="R-3D",
            ordered_at=APPROVED_AT,
            recorded_by=self.planner,
        )
        OrderShare.objects.create(
            order=order,
            campaign=self.campaign,
            amount=order.amount,
            stated_by=self.planner,
            stated_at=APPROVED_AT,
        )
        return order

    def expect(self) -> None:
        """Expect what the goal promises."""
        expect_what_the_goal_promises(campaign=self.campaign, by=self.planner, now=NOW)

    def upload(self, path: str, content: bytes, by: Person | None = None) -> StoredFile:
        """Hand a file in."""
        return receive_file(
            campaign=self.campaign, path=path, chunks=[content], by=by or self.planner, now=NOW
        )

    def seal(self, contents: dict[str, bytes]) -> None:
        """Hand a manifest in that names these files."""
        receive_manifest(
            campaign=self.campaign, content=manifest_of(contents), source="", by=self.planner, now=NOW
        )

    def deliver(self, *variants: str) -> None:
        """Hand in complete predictions of these variants, sealed."""
        self.expect()
        contents = {f"{name}/predictions.jsonl": predictions(name) for name in variants}
        self.seal(contents)
        for path, content in contents.items():
            self.upload(path, content)

    def evidence(self, path: str, **changes: object) -> Evidence:
        """Record what was done with the file of an expected path."""
        expected = self.campaign.expected_files.get(path=path)
        values: dict[str, object] = {
            "kind": "read",
            "sha256": self.file(path).found[0].sha256,
            "done_at": NOW,
            "machine": "at the desk",
            "compared": "read from start to end",
            "performed_by": str(self.lead),
        }
        evidence = Evidence(expected=expected, **(values | changes))
        return record_evidence(evidence=evidence, by=self.planner, now=NOW)

    def expect_one(self, path: str, kind: str, variant: str = "") -> ExpectedFile:
        """Expect one more file."""
        return ExpectedFile.objects.create(
            campaign=self.campaign,
            path=path,
            kind=kind,
            variant=self.campaign.variants.filter(identifier=variant).first(),
            declared_by=self.planner,
            declared_at=NOW,
        )

    def file(self, path: str) -> FileStanding:
        """How the file of an expected path stands."""
        return next(file for file in standings(self.campaign) if file.path == path)

    def conclude(self, text: str = "No variant meets the threshold.") -> None:
        """Write the conclusion."""
        save_notes(
            campaign=self.campaign,
            conclusion=text,
            choice=self.campaign.choices.first(),
            uncertainties="Longer inputs were not tried.\nOnly one seed.",
            files_kept_at="Team archive, shelf 3",
            by=self.planner,
            now=NOW,
        )

    def start(self) -> None:
        """Start closing."""
        start_closing(campaign=self.campaign, by=self.lead, now=NOW)
        self.campaign.refresh_from_db()

    def close(self) -> CloseoutEdition:
        """Close and issue the first edition."""
        edition = close_campaign(campaign=self.campaign, password=PASSWORD, by=self.lead, now=NOW)
        self.campaign.refresh_from_db()
        return edition


def predictions(variant: str, items: int = 200) -> bytes:
    """Write predictions for the items q1 to q200."""
    lines = [json.dumps({"id": f"q{number}", "prediction": variant}) for number in range(1, items + 1)]
    return ("\n".join(lines) + "\n").encode()


def manifest_of(contents: dict[str, bytes]) -> bytes:
    """List the files as ``sha256sum`` does."""
    return "".join(
        f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in contents.items()
    ).encode()


@pytest.fixture
def closing(promised: Campaign, running_campaign: Campaign, planner: Person, lead: Person) -> Closing:
    """Return the running campaign with nothing recorded yet."""
    running_campaign.variants.update(priority="essential")
    return Closing(running_campaign, planner, lead)


@pytest.fixture
def closable(closing: Closing) -> Closing:
    """Return the campaign with two accepted results, concluded, while it is closing."""
    closing.run("V0")
    closing.run("V1", started_at=clock(13), ended_at=clock(15))
    closing.deliver("V0", "V1")
    closing.conclude()
    closing.start()
    return closing


@pytest.fixture
def closed(closable: Closing) -> Closing:
    """Return the campaign once it is closed with edition 1."""
    closable.close()
    return closable


@pytest.fixture
def rented(closing: Closing, catalogue: dict[str, Package]) -> Callable[[], Order]:
    """Return a function that rents the 3-day package for 47.14 USD."""
    return lambda: closing.rent(catalogue["rtx4090-3d"])
