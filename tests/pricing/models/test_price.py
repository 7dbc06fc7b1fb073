from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, ProgrammingError, connection
from psycopg import errors

from pricing.models import Price

GOOD = {"amount": Decimal("47.14"), "currency": "USD", "source": "tariff", "captured_on": date(2026, 12, 1)}


@pytest.mark.parametrize(
    ("constraint", "values", "field"),
    [
        ("price_is_positive_when_stated", {"amount": Decimal(0)}, "amount"),
        ("price_is_positive_when_stated", {"amount": Decimal("-1")}, "amount"),
        ("price_currency_has_three_letters", {"currency": "usd"}, "currency"),
        ("price_validity_ends_after_its_capture", {"valid_until": date(2026, 11, 30)}, "valid_until"),
    ],
)
def test_the_database_holds_the_rule_and_the_form_explains_it(
    package, planner, constraint, values, field
) -> None:
    wrong = GOOD | values
    with pytest.raises(ValidationError) as explained:
        Price(package=package, recorded_by=planner, **wrong).full_clean()
    assert list(explained.value.error_dict) == [field]
    with pytest.raises(IntegrityError, match=constraint):
        Price.objects.create(package=package, **wrong)


def test_r4_6_a_price_that_the_source_does_not_state_is_no_amount(package) -> None:
    assert Price.objects.create(package=package, **(GOOD | {"amount": None})).amount is None


def test_r4_6_the_newest_capture_comes_first_and_the_later_record_on_the_same_day(
    package, make_price
) -> None:
    amounts = [
        make_price(package, amount, captured).amount
        for amount, captured in (("47.14", 1), ("45.00", 10), ("44.00", 10))
    ]
    assert list(package.prices.values_list("amount", flat=True)) == [amounts[2], amounts[1], amounts[0]]


def test_r4_6_a_price_is_not_changed_through_the_orm(package, make_price) -> None:
    price = make_price(package, "47.14", 1)
    price.amount = Decimal("40.00")
    with pytest.raises(ProgrammingError, match="permission denied for table pricing_price"):
        price.save()


def test_r4_6_a_price_is_not_removed_through_the_orm(package, make_price) -> None:
    price = make_price(package, "47.14", 1)
    with pytest.raises(ProgrammingError, match="permission denied for table pricing_price"):
        price.delete()


@pytest.mark.parametrize(
    "statement",
    ["UPDATE pricing_price SET amount = 1", "DELETE FROM pricing_price", "TRUNCATE pricing_price CASCADE"],
)
def test_r4_6_a_price_is_not_rewritten_by_plain_sql_of_the_applications_role(
    package, make_price, statement
) -> None:
    make_price(package, "47.14", 1)
    with connection.cursor() as cursor, pytest.raises(ProgrammingError, match="permission denied"):
        cursor.execute(statement)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE pricing_price SET amount = 1", "DELETE FROM pricing_price", "TRUNCATE pricing_price CASCADE"],
)
def test_r4_6_the_trigger_refuses_the_owner_too(owner_connection, package, make_price, statement) -> None:
    make_price(package, "47.14", 1)
    with pytest.raises(errors.RestrictViolation, match="of pricing_price is refused"):
        owner_connection.execute(statement)
