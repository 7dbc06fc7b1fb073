"""The parts that every page is made of: what a reader gets, in both languages, without JavaScript."""

import re
from datetime import timedelta
from types import SimpleNamespace
from xml.etree import ElementTree

from django import forms
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from campaigns.domain.charts import ProvidedAndRecorded, WindowOfPlan, recorded_bars, window_bars
from campaigns.domain.gantt import WindowLine, gantt
from campaigns.domain.steps import Lanes, Step
from campaigns.domain.timetable import Schedule, ScheduledStep, ScheduleStatus
from campaigns.domain.vocabulary import Phase, Priority, ResourceKind
from teams.domain.message import Message

SVG = "{http://www.w3.org/2000/svg}"


class StepForm(forms.Form):
    title = forms.CharField(label="Title", help_text="What is done.")
    hours = forms.DecimalField(label="Hours", widget=forms.TextInput)
    kind = forms.ChoiceField(label="Kind", choices=[("a", "one"), ("b", "two")], widget=forms.RadioSelect)


def part(name: str, **context: object) -> str:
    return render_to_string(f"components/{name}.html", context, RequestFactory().get("/campaigns/7/"))


def drawing(html: str) -> ElementTree.Element:
    """Return the chart itself, without the small drawings of its legend."""
    drawn = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    return ElementTree.fromstring(next(one for one in drawn if 'role="img"' in one))


def test_wrong_form_keeps_what_was_typed_and_links_each_error_to_its_field() -> None:
    html = part("form", form=StepForm({"title": "", "hours": "4,x"}))
    assert 'value="4,x"' in html
    links = re.findall(r'<a href="#([^"]+)">', html)
    assert links == ["id_title", "id_hours", "id_kind"]
    assert all(f'id="{target}"' in html for target in links)


def test_error_and_help_are_announced_with_the_control() -> None:
    html = part("form", form=StepForm({"title": "", "hours": "4"}))
    described = re.search(r'name="title"[^>]*aria-describedby="([^"]+)"', html)
    assert described
    assert all(f'id="{target}"' in html for target in described[1].split())


def test_right_form_has_no_summary() -> None:
    assert "error-summary" not in part("form", form=StepForm())


def test_new_row_of_a_table_has_the_placeholder_of_its_number() -> None:
    html = part("formset_table", formset=forms.formset_factory(StepForm, extra=1)(), caption="Steps")
    template = re.search(r"<template>(.*)</template>", html, re.DOTALL)
    assert template
    assert 'name="form-__prefix__-title"' in template[1]
    assert 'name="form-0-title"' in html


def test_error_in_a_row_says_which_row() -> None:
    data = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0", "form-0-title": "x", "form-0-hours": "y"}
    formset = forms.formset_factory(StepForm)(data)
    assert "Row 1, Hours: Enter a number." in part("error_summary", formset=formset)


def test_task_that_cannot_start_is_no_link_and_says_why() -> None:
    tasks = [
        SimpleNamespace(title="Goal", status="complete", url="/goal", hint="", reason=""),
        SimpleNamespace(title="Runs", status="cannot start yet", url="/runs", hint="", reason="No decision."),
    ]
    html = part("task_list", tasks=tasks)
    assert 'href="/goal"' in html
    assert "/runs" not in html
    assert "No decision." in html
    assert "Cannot start yet" in html


def test_verdict_is_a_sentence_and_not_only_a_colour() -> None:
    html = part("verdict", text=Message("Exceeds by %(by)s", {"by": timedelta(hours=6)}), tone="exceeds")
    assert "Exceeds by 6\u00a0h" in html
    assert 'aria-hidden="true"' in html


def test_stage_without_an_address_is_no_link() -> None:
    html = part("stage_link", key="wipe", label="Wipe", href="", current="goal")
    assert "<a" not in html
    assert "Wipe" in html


def test_action_asks_first_without_javascript() -> None:
    html = part("confirm_button", url="/delete", label="Delete", question="It goes.", reason=True)
    assert '<form method="post" action="/delete">' in html
    assert 'name="reason"' in html


def test_gantt_has_title_description_and_its_data_as_a_table() -> None:
    html = part("charts/gantt", chart=small_gantt())
    svg = drawing(html)
    assert svg.findtext(f"{SVG}title") == "Schedule"
    assert "Fits the 72 h window" in (svg.findtext(f"{SVG}desc") or "")
    assert '<th scope="row">Train &lt;A&gt;</th>' in html


def test_drawings_use_decimal_points_in_every_language() -> None:
    windows = window_bars([WindowOfPlan("3 days", timedelta(hours=7), timedelta(hours=23), "fits")], 700)
    recorded = recorded_bars([ProvidedAndRecorded("a", timedelta(hours=7), timedelta(hours=3))], 701)
    with translation.override("id"):
        parts = [
            part("charts/gantt", chart=small_gantt()),
            part("charts/window_bars", chart=windows),
            part("charts/planned_recorded", chart=recorded),
        ]
    for html in parts:
        numbers = [
            value
            for element in drawing(html).iter()
            for name, value in element.items()
            if name in {"x", "y", "width", "height", "d", "viewBox"}
        ]
        assert numbers
        assert not [number for number in numbers if "," in number]


def small_gantt() -> object:
    gpu = Step(
        "a", "Train <A>", Phase.TRAIN, ResourceKind.GPU, timedelta(hours=7), (), Priority.ESSENTIAL, True
    )
    row = ScheduledStep("a", 0, 0, timedelta(0), timedelta(hours=7))
    words = Message("Fits the 72 h window and leaves 65 h unused")
    return gantt(
        [gpu],
        Schedule((row,), ScheduleStatus.OPTIMAL, timedelta(hours=7)),
        Lanes(1, 1),
        critical=("a",),
        window=WindowLine(timedelta(0), timedelta(hours=72), words, exceeded=False),
    )
