"""Sentences and words as pages show them, in both languages."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.template import engines
from django.utils import translation

from campaigns.domain.vocabulary import CampaignState
from teams.domain.message import Message
from teams.templatetags.wording import spell_duration, spell_number, worded


def shown(template: str, **context: object) -> str:
    return str(engines["django"].from_string("{% load wording %}" + template).render(context))


def test_message_shows_its_values_with_units() -> None:
    message = Message("leaves %(time)s of %(steps)s steps", {"time": timedelta(hours=24), "steps": 1200})
    assert worded(message) == "leaves 24\u00a0h of 1,200 steps"


def test_message_inside_a_message_is_a_sentence_too() -> None:
    inner = Message("needs %(gpus)s GPUs", {"gpus": 2})
    assert worded(Message("not usable: %(why)s", {"why": inner})) == "not usable: needs 2 GPUs"


def test_typed_text_with_a_percent_sign_stays_as_it_is() -> None:
    assert worded("accuracy at 50 % %(x)s") == "accuracy at 50 % %(x)s"


def test_typed_markup_is_escaped_where_a_message_carries_it() -> None:
    message = Message("step %(step)s", {"step": "<b>load</b>"})
    assert shown("{{ m|worded }}", m=message) == "step &lt;b&gt;load&lt;/b&gt;"


def test_enumeration_and_column_text_show_the_same_word() -> None:
    assert shown("{{ a|worded }}/{{ b|word }}", a=CampaignState.DRAFT, b="draft") == "draft/draft"


def test_nothing_shows_nothing_and_not_the_header_of_a_catalogue() -> None:
    assert shown("[{{ a|worded }}{{ b|word }}]", a=None, b="") == "[]"


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (timedelta(0), "0 h"),
        (timedelta(hours=72), "72 h"),
        (timedelta(hours=2, minutes=39), "2 h 39 min"),
        (timedelta(minutes=57), "57 min"),
        (timedelta(minutes=3, seconds=20), "3 min 20 s"),
        (timedelta(seconds=45), "45 s"),
        (timedelta(hours=-6), "−6 h"),
        (timedelta(days=60), "1,440 h"),
    ],
)
def test_duration_is_exact_and_never_in_days(duration: timedelta, text: str) -> None:
    assert spell_duration(duration).replace("\u00a0", " ") == text


def test_numbers_follow_the_language() -> None:
    with translation.override("id"):
        assert spell_number(Decimal("12345.5")) == "12.345,5"
    assert spell_number(Decimal("-12345.5")) == "−12,345.5"
