"""Addresses of the app ``campaigns``."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import budget

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
    path("C<int:number>/budget/", budget.budget, name="budget"),
    path("C<int:number>/budget/orders/new/", budget.new_order, name="new-order"),
    path("C<int:number>/budget/orders/<int:order>/event/", budget.order_event, name="order-event"),
    path("C<int:number>/budget/orders/<int:order>/shares/", budget.order_shares, name="order-shares"),
    path("C<int:number>/budget/expenses/new/", budget.new_expense, name="new-expense"),
    path("C<int:number>/budget/expenses/<int:expense>/take-back/", budget.take_back, name="take-back-expense"),
]
