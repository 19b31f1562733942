"""Values of a file that may come from anybody: of the right type and within their range, or one sentence."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from treeclust.core.codec import from_json
from treeclust.core.distances import METRICS
from treeclust.core.errors import InputError
from treeclust.core.problem import MAX_DEPTH, Problem
from treeclust.core.rules import TreeRules
from treeclust.objectives import objectives
from treeclust.tables.columns import ColumnChoice
from treeclust.workspace.parameters import Parameters

NEEDED = ("k", "k_min", "depth", "epsilon", "objective", "seconds")
"""What parameters have in every version of the file."""
RANGES = {
    "k": (2, 64), "k_min": (1, 64), "depth": (1, MAX_DEPTH), "seconds": (1, 3600), "epsilon": (0, 50),
    "slack": (0, 100),
}  # fmt: skip
MANY = 10**9
FIRST_YEAR, LAST_YEAR = 1970, 2200
LIMITS = {
    "min_rows": (1, MANY), "max_rows": (1, MANY), "min_leaf_rows": (1, MANY), "max_diameter": (0, MANY),
    "min_split": (0, MANY),
}  # fmt: skip
RULES = {"max_columns": (1, 10_000), "max_leaves": (1, 2**MAX_DEPTH)}
MOST_COLUMNS = 10_000
REAL = ("epsilon", "slack", "max_diameter", "min_split")


def read_parameters(data: dict[str, Any]) -> Parameters:
    """Those of version 0.1 say nothing of wishes, sizes and rules; whole numbers will do for real ones."""
    real = {name: float(data[name]) for name in REAL if type(data.get(name)) is int}
    found = from_json(Parameters, {name: data[name] for name in NEEDED} | data | real)
    if found.objective not in objectives():
        raise InputError("it asks for an unknown objective")
    if found.metric not in METRICS:
        raise InputError("it asks for an unknown distance")
    in_range(found, RANGES)
    check_limits(found)
    _ = found.wishes
    return found


def check_limits(asked: Parameters | Problem) -> None:
    """Sizes, bounds and rules that somebody can have asked for."""
    in_range(asked, LIMITS)
    in_range(asked.rules, RULES)
    columns = [*asked.rules.never, *([] if asked.rules.root is None else [asked.rules.root])]
    if len(columns) > MOST_COLUMNS:
        raise InputError("a rule names too many columns")
    for name in columns:
        text(name, 10_000)


def in_range(found: Parameters | Problem | TreeRules, ranges: dict[str, tuple[int, int]]) -> None:
    for name, (low, high) in ranges.items():
        value = getattr(found, name)
        if value is not None and not low <= value <= high:
            raise InputError("one of its numbers is out of range")


def whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise InputError("one of its numbers is out of range")
    return value


def text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise InputError("one of its texts is too long, or no text")
    return value


def moment(value: str) -> datetime:
    """A time that can be shown in every time zone."""
    found = datetime.fromisoformat(text(value, 40))
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise InputError(f"something in it is dated {found.year}, which cannot be")
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def column_choice(data: Any) -> ColumnChoice:
    choice: ColumnChoice = from_json(ColumnChoice, data)
    for names in (choice.features, choice.measure, choice.split):
        if names is not None and len(set(names)) < len(names):
            raise InputError("a column is named twice among those that are used")
    return choice
