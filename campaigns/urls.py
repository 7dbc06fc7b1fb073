"""Addresses of the app ``campaigns``."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import (
    activity,
    baseline,
    budget,
    decision,
    packages,
    pilot,
    run_imports,
    runs,
    schedule,
    time_entries,
)

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
    path("C<int:number>/schedule/", schedule.schedule, name="schedule"),
    path("C<int:number>/schedule/steps/", schedule.edit_steps, name="edit-steps"),
    path("C<int:number>/packages/", packages.packages, name="packages"),
    path("C<int:number>/baseline/", baseline.baseline, name="baseline"),
    path("C<int:number>/baseline/change/", baseline.amend, name="amend-plan"),
    path("C<int:number>/baseline/<int:submission>/approve/", baseline.approve, name="approve-plan"),
    path("C<int:number>/baseline/<int:submission>/send-back/", baseline.send_back, name="return-plan"),
    path("C<int:number>/versions/<int:version>/", baseline.version, name="version"),
    path("C<int:number>/pilot/", pilot.pilot, name="pilot"),
    path("C<int:number>/pilot/start/", pilot.start, name="start-pilot"),
    path("C<int:number>/decision/", decision.decision, name="decision"),
    path("C<int:number>/decision/propose/", decision.new_proposal, name="new-proposal"),
    path("C<int:number>/decision/<int:proposal>/sign/", decision.sign, name="sign-decision"),
    path(
        "C<int:number>/decision/<int:proposal>/withdraw/",
        decision.withdraw_proposal,
        name="withdraw-proposal",
    ),
    path("C<int:number>/budget/", budget.budget, name="budget"),
    path("C<int:number>/budget/orders/new/", budget.new_order, name="new-order"),
    path("C<int:number>/budget/orders/<int:order>/event/", budget.order_event, name="order-event"),
    path("C<int:number>/budget/orders/<int:order>/shares/", budget.order_shares, name="order-shares"),
    path("C<int:number>/budget/expenses/new/", budget.new_expense, name="new-expense"),
    path(
        "C<int:number>/budget/expenses/<int:expense>/take-back/", budget.take_back, name="take-back-expense"
    ),
    path("C<int:number>/runs/", runs.runs, name="runs"),
    path("C<int:number>/runs.csv", runs.runs_csv, name="runs-csv"),
    path("C<int:number>/runs/new/", runs.new_run, name="new-run"),
    path("C<int:number>/runs/import/", run_imports.upload, name="import-runs"),
    path("C<int:number>/runs/import/<slug:upload>/", run_imports.read, name="read-runs"),
    path("C<int:number>/runs/<str:identifier>/", runs.run, name="run"),
    path("C<int:number>/runs/<str:identifier>/state/", runs.run_state, name="run-state"),
    path("C<int:number>/runs/<str:identifier>/stop/", runs.stop_run, name="stop-run"),
    path("C<int:number>/runs/<str:identifier>/correct/", runs.correct, name="correct-run"),
    path("C<int:number>/activity/", activity.activity, name="activity"),
    path("C<int:number>/time/", time_entries.time, name="time"),
    path("C<int:number>/time/<int:entry>/take-back/", time_entries.take_back_time, name="take-back-time"),
]
