"""Both texts of a form that two people changed at once: what is saved now, and what the second one typed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.forms import BaseForm, BoundField
from django.forms.formsets import DELETION_FIELD_NAME
from django.utils.translation import gettext as _

from teams.services.wording import worded


@dataclass(frozen=True)
class BothTexts:
    """One field in two versions."""

    label: str
    saved: str
    typed: str


def settle(saved: BaseForm, typed: BaseForm) -> tuple[BothTexts, ...]:
    """List both texts and let the typed form carry what a fresh page carries, so that saving again is a decision."""
    texts = both_texts(saved, typed)
    present = {field.html_name: field.value() for field in saved.hidden_fields()}
    typed.data = {**dict(typed.data.items()), **present}
    return texts


def both_rows(saved: Sequence[BaseForm], typed: Sequence[BaseForm], key: str) -> tuple[BothTexts, ...]:
    """List what differs in two tables: fields of the rows with the same key, and rows that only one of them has."""
    one = {str(form[key].value()): form for form in saved}
    other = {str(form[key].value()): form for form in typed}
    return tuple(
        part for name in dict.fromkeys([*one, *other]) for part in _row(name, one.get(name), other.get(name))
    )


def _row(name: str, saved: BaseForm | None, typed: BaseForm | None) -> Iterator[BothTexts]:
    if saved is None or typed is None:
        there, missing = _("has this row"), _("has no such row")
        yield BothTexts(name, there if saved else missing, there if typed else missing)
        return
    for part in _differing(saved, typed):
        yield BothTexts(f"{name}: {part.label}", part.saved, part.typed)


def both_texts(saved: BaseForm, typed: BaseForm) -> tuple[BothTexts, ...]:
    """List the fields in which a fresh form and the typed one differ."""
    return tuple(_differing(saved, typed))


def _differing(saved: BaseForm, typed: BaseForm) -> Iterator[BothTexts]:
    for field in typed.visible_fields():
        if field.widget_type in ("clearablefile", "file") or field.name == DELETION_FIELD_NAME:
            continue
        one, other = _shown(saved[field.name]), _shown(field)
        if one != other:
            yield BothTexts(str(field.label), one, other)


def _shown(field: BoundField) -> str:
    value = field.value()
    offered = dict(getattr(field.field, "choices", ()))
    if offered:
        offered = {str(key): str(text) for key, text in offered.items()}
        return str(offered.get("" if value is None else str(value), ""))
    if isinstance(value, bool):
        return str(worded(value))
    return "" if value is None else str(value).replace("\r\n", "\n").strip() or _("nothing")
