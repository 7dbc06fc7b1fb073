"""Every page of the example campaigns, light and dark: axe finds nothing, the console is silent, 320 px are enough.

The pictures go to ``screenshots/``, which git ignores, so that a person can look at them.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from campaigns.models import Campaign
from dossier.management.commands.seed_examples import LEAD, PASSWORD
from teams.models import Person
from tests.browser.hand import sign_in
from tests.examples import Address, every_address

ALL_RULES: dict[str, Any] = {"resultTypes": ["violations"]}
# The themes differ in their colours alone.
COLOURS: dict[str, Any] = {**ALL_RULES, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 320, "height": 640}
PARTS = 2
MARKS = re.compile(r"<[a-z][a-z0-9]*|class=\"[^\"]*\"")


@pytest.fixture(scope="module")
def site(examples: list[Campaign]) -> Iterator[str]:
    """Serve the examples."""
    server = LiveServer("localhost")
    yield server.url
    server.stop()


@pytest.fixture(scope="module")
def pages(examples: list[Campaign]) -> list[Address]:
    """All pages that a lead can open, without those that show no mark that the same page did not show before."""
    lead = Client()
    lead.force_login(Person.objects.get(username=LEAD))
    seen: dict[str, set[str]] = defaultdict(set)
    kept = []
    for address in every_address():
        answer = lead.get(address.url)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        below_the_head = answer.content.decode().partition('class="width content')[2]
        marks = set(MARKS.findall(below_the_head))
        if not marks <= seen[address.name]:
            seen[address.name] |= marks
            kept.append(address)
    return kept


def test_the_sign_in_page_is_in_order(site: str, new_page: Callable[..., Page], screenshots: Path) -> None:
    page = new_page(reduced_motion="reduce")
    assert list(faults_of(page, f"{site}/sign-in/", screenshots / "sign-in")) == []


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_in_order(
    part: int, site: str, pages: list[Address], new_page: Callable[..., Page], screenshots: Path
) -> None:
    page = new_page(reduced_motion="reduce")
    sign_in(page, site, LEAD, PASSWORD)
    faults = []
    for address in pages[part::PARTS]:
        faults += list(faults_of(page, f"{site}{address.url}", screenshots / address.slug))
    assert faults == []


def test_no_part_of_the_product_is_left_out(pages: list[Address]) -> None:
    names = {address.name for address in pages}
    assert {"campaigns:goal", "campaigns:schedule", "campaigns:packages", "campaigns:decision"} <= names
    assert {"dossier:dossier", "dossier:close-out", "dossier:edition", "pricing:package"} <= names
    assert {"teams:team", "campaigns:run", "campaigns:sign-decision", "campaigns:approve-plan"} <= names


def test_a_planted_fault_is_found_of_each_kind(
    new_page: Callable[..., Page], said: list[str], tmp_path: Path
) -> None:
    planted = """<!doctype html><html lang="en"><title>Planted</title><meta name="color-scheme" content="light dark">
        <style>@media (prefers-color-scheme: dark) { h1 { color: #222; background: #111 } }</style>
        <main><h1>Planted</h1><img src="data:,"><div style="width: 400px">wide</div></main>
        <script>console.log("spoken")</script>"""
    page = new_page()
    page.route("**/*", lambda route: route.fulfill(body=planted, content_type="text/html"))
    faults = "\n".join(faults_of(page, "http://localhost/planted", tmp_path / "planted"))
    assert "(light): Images must have alternative text: img" in faults
    assert "(dark): Elements must meet minimum color contrast ratio thresholds: h1" in faults
    assert "px wide on a screen of 320 px" in faults
    assert said == ["http://localhost/planted: spoken"]
    said.clear()


def faults_of(page: Page, url: str, picture: Path) -> Iterator[str]:
    """Look at a page in both themes and on a narrow screen; take its pictures."""
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")
    page.goto(url)
    for theme, rules in (("light", ALL_RULES), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=f"{picture}-{theme}.png", full_page=True)
        for violation in Axe().run(page, options=rules).response["violations"]:
            places = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
            yield f"{url} ({theme}): {violation['help']}: {places}"
    page.set_viewport_size(NARROW)
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > NARROW["width"]:
        yield f"{url}: {width} px wide on a screen of {NARROW['width']} px"
