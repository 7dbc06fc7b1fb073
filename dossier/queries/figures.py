"""Runs, distinct deliverables and accepted results beside the budget (R9.2-R9.4)."""

from campaigns.models import Campaign
from campaigns.queries.results_source import ResultFigures
from dossier.queries import closeout_recorded
from dossier.queries.closeout_data import owed, results_of, runs_with_files
from dossier.queries.files import standings


def result_figures(campaign: Campaign) -> ResultFigures:
    """Three figures and the rental share, as the close-out has them."""
    found = results_of(campaign, runs_with_files(campaign, standings(campaign)))
    shown = closeout_recorded.results(campaign, found, closeout_recorded.budget(campaign), owed(campaign))
    return ResultFigures(shown.runs, shown.distinct, shown.accepted, shown.shares)
