"""The forms of a page, filled as a person might: what is shown stays, what is empty gets something plain."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.people import PASSWORD

PLAIN = {"date": "2026-07-14", "datetime-local": "2026-07-14T10:00", "hidden": "", "password": PASSWORD}


@dataclass
class PageForm:
    """Where a form is posted, its values by name, and what its lists offer."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    offers: dict[str, set[str]] = field(default_factory=dict)

    def data(self, **changes: str) -> dict[str, object]:
        """What is posted; every file is a small table."""
        tables = {name: SimpleUploadedFile("a.csv", b"a,b\n1,2\n") for name in self.files}
        return {**self.values, **tables, **changes}

    def typed(self) -> list[str]:
        """The names that are worth a try: of rows that repeat, only the first, and not how many there are."""
        left_out = ("csrfmiddlewaretoken", "_FORMS")
        return [name for name in self.values if not name.endswith(left_out) and not _repeats(name)]


def _repeats(name: str) -> bool:
    parts = name.split("-")
    return len(parts) == 3 and parts[1] != "0"


def forms_of(text: str, address: str) -> list[PageForm]:
    """Every form that is posted, but signing out."""
    reader = _Reader(address)
    reader.feed(text)
    return [form for form in reader.forms if "sign-out" not in form.action]


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.forms, self.form = address, list[PageForm](), PageForm("")
        self.list, self.area = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = PageForm(at.get("action") or self.address)
            if at.get("method", "").lower() == "post":
                self.forms.append(self.form)
        elif tag == "option" and self.list:
            self._option(at)
        elif at.get("name"):
            self._field(tag, at["name"], at)

    def _option(self, at: dict[str, str]) -> None:
        self.form.offers[self.list].add(at.get("value", ""))
        if "selected" in at or not self.form.values[self.list]:
            self.form.values[self.list] = at.get("value", "")

    def _field(self, tag: str, name: str, at: dict[str, str]) -> None:
        if tag == "input":
            self._input(name, at)
        elif tag == "select":
            self.list, self.form.values[name], self.form.offers[name] = name, "", set()
        elif tag == "textarea":
            self.area, self.form.values[name] = name, ""

    def _input(self, name: str, at: dict[str, str]) -> None:
        kind = at.get("type", "text")
        if kind == "file":
            self.form.files.append(name)
        elif kind in ("checkbox", "radio") and not name.endswith("-DELETE"):
            self.form.values.setdefault(name, at.get("value", "on"))
        elif kind != "checkbox":
            self.form.values[name] = at.get("value") or PLAIN.get(kind, "1")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.form.values[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.list = ""
        elif tag == "textarea" and self.area:
            self.form.values[self.area] = self.form.values[self.area].strip() or "some words"
            self.area = ""
