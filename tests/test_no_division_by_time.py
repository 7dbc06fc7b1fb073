"""R4.1: no code derives a price for an hour. Nothing that names money is divided by what names time."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from pricing.domain.money import Money

OF_MONEY = re.compile(r"money|amount|price|cost|ceiling|rental|tariff|paid|expense|budget|refund", re.I)
OF_TIME = re.compile(r"hour|minute|second|duration|elapsed|rented|window|timedelta|lane_time|days", re.I)
OF_A_RATE = re.compile(
    r"hourly|per_(gpu_)?(hour|minute|day)|(price|cost|amount)_(of|for|an|by)_(hour|day)", re.I
)
DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
DIVIDE = re.compile(r"divmod|divide|truediv|floordiv|Fraction|divide_int|mean")
APPS = ("pricing", "campaigns", "dossier")


def rates_in(source: str) -> list[str]:
    """Find every expression that divides money by time, and every name of such a rate."""
    tree = ast.parse(source)
    found = [f"line {node.lineno}: {ast.unparse(node)}" for node in ast.walk(tree) if is_division(node)]
    names = {name for node in ast.walk(tree) for name in own_names(node) if OF_A_RATE.search(name)}
    return [*found, *sorted(names)]


def is_division(node: ast.AST) -> bool:
    """Say whether this divides money by time, by an operator, by a function, or by way of a reciprocal."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, DIVISIONS):
        return says(node.left, OF_MONEY) and says(node.right, OF_TIME)
    if isinstance(node, ast.AugAssign) and isinstance(node.op, DIVISIONS):
        return says(node.target, OF_MONEY) and says(node.value, OF_TIME)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        sides = (node.left, node.right), (node.right, node.left)
        return any(says(one, OF_MONEY) and is_reciprocal(other) for one, other in sides)
    if isinstance(node, ast.Call) and DIVIDE.fullmatch(ast.unparse(node.func).split(".")[-1]):
        parts = [node.func, *node.args]
        return any(says(part, OF_MONEY) for part in parts) and any(says(part, OF_TIME) for part in parts)
    return False


def is_reciprocal(node: ast.AST) -> bool:
    """Say whether this is one part of a time."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and says(node.right, OF_TIME)


def says(node: ast.AST, about: re.Pattern[str]) -> bool:
    """Say whether a name, an attribute or a text inside an expression is about this."""
    return any(about.search(name) for part in ast.walk(node) for name in own_names(part))


def own_names(node: ast.AST) -> Iterator[str]:
    """Name what a node is called; the words of a sentence are no names."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.Constant(value=str(text)) if " " not in text:
            yield text


def modules() -> list[Path]:
    """All code of the apps that know money."""
    return [path for app in APPS for path in sorted((Path(settings.BASE_DIR) / app).rglob("*.py"))]


@pytest.mark.parametrize(
    "line",
    [
        "rate = price.amount / hours",
        "rate = package.price.amount // package.duration",
        "rate = order.amount / (window.total_seconds() / 3600)",
        "cost /= elapsed_hours",
        "rate = F('amount') / F('duration_minutes')",
        "rate = divmod(cost, minutes)",
        "rate = context.divide(cost, hours)",
        "rate = cost.amount * (1 / hours)",
        "def price_per_hour(package): ...",
        "hourly = 1",
        "answer = {'cost_per_gpu_hour': 1}",
    ],
)
def test_a_planted_division_is_found(line: str) -> None:
    assert rates_in(line)


@pytest.mark.parametrize(
    "line",
    [
        "share = cost.amount / accepted",
        "hours = duration / HOUR",
        "cost = price * batches",
        "value = bits / lane_hours",
        "text = _('A price per hour is never shown')",
    ],
)
def test_what_divides_no_money_by_time_is_left_alone(line: str) -> None:
    assert rates_in(line) == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.name)
def test_no_module_divides_money_by_time(path: Path) -> None:
    assert rates_in(path.read_text("utf-8")) == []


def test_money_itself_cannot_be_divided() -> None:
    assert not {"__truediv__", "__floordiv__", "__mod__", "__divmod__"} & set(dir(Money))
