"""What a hand does on a page: fill fields by their names, press a button, follow a link."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Locator, Page
from time_machine import TimeMachineFixture


@dataclass
class Story:
    """Two people at their own browsers, the campaign's address, and the clock on the wall."""

    planner: Page
    lead: Page
    clock: TimeMachineFixture
    folder: Path
    server: str
    home: str = field(default="")

    def go(self, page: Page, part: str) -> Page:
        """Open a part of the campaign."""
        page.goto(f"{self.home}{part}")
        return page

    def at(self, day: int, hour: int) -> None:
        """Let the clock run on to an hour of January 2027."""
        self.clock.move_to(datetime(2027, 1, day, hour, tzinfo=UTC))


def fill(page: Page, values: Mapping[str, str | Path | bool]) -> None:
    """Fill each field as its kind asks; of a list the first option that begins with the text is taken."""
    for name, value in values.items():
        field = page.locator(f"form [name='{name}']")
        kind = field.first.evaluate("field => field.type")
        if kind == "radio":
            page.locator(f"form [name='{name}'][value='{value}']").check()
        elif kind == "checkbox":
            field.set_checked(bool(value))
        elif kind == "select-one":
            choose(field, str(value))
        elif kind == "file":
            field.set_input_files(value)  # type: ignore[arg-type]
        else:
            field.fill(str(value))


def choose(field: Locator, text: str) -> None:
    """Choose an option of a list by the beginning of its text."""
    option = field.locator("option").filter(has_text=re.compile(rf"^\s*{re.escape(text)}")).first
    field.select_option(value=option.get_attribute("value"))


def press(page: Page, button: str) -> None:
    """Press a button and wait for the page that answers."""
    with page.expect_navigation():
        page.get_by_role("button", name=button, exact=True).click()


def follow(page: Page, link: str) -> None:
    """Follow a link of the page's main part."""
    with page.expect_navigation():
        page.locator("main").get_by_role("link", name=link, exact=True).first.click()


def send(page: Page, values: Mapping[str, str | Path | bool], button: str, answer: str) -> None:
    """Fill a form, press its button, and read the product's answer."""
    fill(page, values)
    press(page, button)
    page.locator(".messages, [role=status]").get_by_text(answer).first.wait_for()


def sign_in(page: Page, server: str, username: str, password: str) -> None:
    """Sign in at the door and arrive at the campaigns."""
    page.goto(f"{server}/sign-in/")
    fill(page, {"username": username, "password": password})
    press(page, "Sign in")
    page.get_by_role("heading", name="Campaigns", exact=True, level=1).wait_for()
