"""Addresses of the app ``campaigns``."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import activity, budget, run_imports, runs, time_entries

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
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
