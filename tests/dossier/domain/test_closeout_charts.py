from dataclasses import replace

from campaigns.domain.vocabulary import Phase, Priority, ResourceKind
from dossier.domain.closeout import CloseoutData
from dossier.domain.closeout_charts import closeout_charts
from dossier.domain.recorded import PlanAgainstActual, PlannedStep


def test_r11_1_a_step_without_a_record_says_so_in_the_drawing(closeout: CloseoutData) -> None:
    drawn = closeout_charts(closeout.plan).recorded
    assert drawn is not None
    assert [(bar.full_label, str(bar.words)) for bar in drawn.bars] == [
        ("Prepare", "5 min shorter"),
        ("Control", "3 h 40 min longer"),
        ("Retrieve", "not recorded"),
    ]
    assert drawn.bars[2].recorded is None


def test_the_baseline_is_drawn_with_its_lanes_and_its_window(closeout: CloseoutData) -> None:
    drawn = closeout_charts(closeout.plan, width=500).gantt
    assert drawn is not None
    assert [str(row.label) for row in drawn.rows] == ["Person 1", "Lane 1", "Network"]
    assert drawn.chain == ("Prepare", "Control", "Retrieve")
    assert drawn.width == 500
    assert drawn.window is not None
    assert str(drawn.window.words) == "Fits the 72 h window and leaves 24 h unused."


def test_a_step_on_every_batch_stands_on_a_lane_of_each(closeout: CloseoutData) -> None:
    install = PlannedStep(
        "install", "Install", Phase.INSTALL, ResourceKind.GPU, Priority.ESSENTIAL, 0, 60, 0, (0,)
    )
    plan = PlanAgainstActual(planned=(install, replace(install, batch=1)), batches=2)
    drawn = closeout_charts(plan).gantt
    assert drawn is not None
    assert [(str(row.label), len(row.bars)) for row in drawn.rows] == [("Batch 1", 1), ("Batch 2", 1)]
    assert drawn.window is None


def test_without_a_baseline_there_is_nothing_to_draw() -> None:
    charts = closeout_charts(PlanAgainstActual())
    assert (charts.gantt, charts.recorded) == (None, None)
