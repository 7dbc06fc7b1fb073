"""A real browser on the live server. Whatever the console says fails the test that made it speak."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PATIENCE = 60_000
"""Milliseconds. A busy machine is slow, not wrong."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start the machine's own Chromium once for a module."""
    installed = shutil.which("chromium")
    assert installed, "The browser tests need Chromium; on Debian: apt-get install chromium"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=installed, args=sandbox)
        yield browser
        browser.close()


@pytest.fixture
def said() -> Iterator[list[str]]:
    """Collect what the consoles of all pages say; at the end it must be nothing."""
    collected: list[str] = []
    yield collected
    assert collected == []


@pytest.fixture
def new_page(chromium: Browser, said: list[str]) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page in a browser window of its own, with its own sign-in."""
    opened: list[BrowserContext] = []

    def open_page(**options: object) -> Page:
        context = chromium.new_context(locale="en-GB", timezone_id="UTC", **options)
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
        return page

    yield open_page
    for context in opened:
        context.close()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Return the folder, ignored by git, in which a person looks at the pages."""
    folder = Path(settings.BASE_DIR) / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder
