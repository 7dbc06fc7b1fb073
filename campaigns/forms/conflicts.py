"""Both texts of a form that two people changed at once: what is saved now, and what the second one typed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.forms import BaseForm, BoundField
from django.utils.translation import gettext as _

from teams.services.wording import worded


@dataclass(frozen=True)
class BothTexts:
    """One field in two versions."""

    label: str
    saved: str
    typed: str


def both_texts(saved: BaseForm, typed: BaseForm) -> tuple[BothTexts, ...]:
    """List the fields in which a fresh form and the typed one differ."""
    return tuple(_differing(saved, typed))


def _differing(saved: BaseForm, typed: BaseForm) -> Iterator[BothTexts]:
    for field in typed.visible_fields():
        if field.widget_type in ("clearablefile", "file"):
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
