"""What a lead reads before the pilot decision."""

from django.template.loader import render_to_string

FIGURES = {"elapsed_minutes": 0, "rented_minutes": 0, "lane_minutes": 0, "person_minutes": 0}
NOTHING_SOLVED = {"figures": FIGURES, "verdict": None, "arrangements": []}


def test_r1_2_a_negative_answer_is_offered_as_a_full_one_in_the_pilot_decision() -> None:
    outcomes = [
        {"if": "adapter A meets the threshold", "then": "adopt adapter A", "none_meets": False},
        {"if": "no variant meets the threshold", "then": "keep the control", "none_meets": True},
    ]
    evidence = {"outcomes": outcomes, "assumptions": [], "before": NOTHING_SOLVED, "after": NOTHING_SOLVED}
    shown = " ".join(render_to_string("campaigns/evidence.html", {"evidence": evidence}).split())
    assert "an answer in the negative is a full answer" in shown
    assert '<th scope="row">adapter A meets the threshold</th><td>adopt adapter A</td>' in shown
    assert (
        '<th scope="row">no variant meets the threshold'
        '<span class="sub">when no variant meets the threshold</span></th><td>keep the control</td>'
    ) in shown
