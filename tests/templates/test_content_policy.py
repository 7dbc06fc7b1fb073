"""No page needs inline script or style, which the content security policy would silently drop."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.html") if "pdf" not in path.parts)
INLINE = re.compile(
    r'\s(style|on[a-z]+|hx-on[:a-z-]*)="|<style|<script(?![^>]*\ssrc=)|javascript:|href="data:'
)


@pytest.mark.parametrize("page", PAGES)
def test_page_has_no_inline_script_or_style(page: str) -> None:
    assert not INLINE.search((ROOT / page).read_text())


@pytest.mark.parametrize("page", PAGES)
def test_page_has_no_trigger_filter_which_needs_eval(page: str) -> None:
    triggers = re.findall(r'hx-trigger="([^"]*)"', (ROOT / page).read_text())
    assert not [trigger for trigger in triggers if "[" in trigger]
