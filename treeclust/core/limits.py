"""What a problem asks of its clusters and its tree beyond k and depth, limit by limit: in words, and taken away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from treeclust.core.problem import Problem
from treeclust.core.rules import TreeRules

SIZES = ("max_diameter", "min_split", "max_rows", "min_leaf_rows", "min_rows")
RULES = tuple(rule.name for rule in fields(TreeRules))
WORDS = {
    "min_rows": "at least {} in a cluster",
    "max_rows": "at most {} in a cluster",
    "min_leaf_rows": "at least {} in a leaf",
    "max_diameter": "no diameter above {}",
    "min_split": "no split below {}",
    "never": 'no test on "{}"',
    "root": 'the first test on "{}"',
    "max_columns": "at most {} in the tree",
    "max_leaves": "at most {}",
    "once": "no column twice on a path",
}
COUNTED = {"min_rows": "row", "max_rows": "row", "min_leaf_rows": "row", "max_columns": "column", "max_leaves": "leaf"}


@dataclass(frozen=True)
class Limit:
    """`name` is a field of Problem or of TreeRules, `value` what it asks for; each column that no test may ask about is
    a limit of its own."""

    name: str
    value: int | float | str | bool

    @property
    def is_rule(self) -> bool:
        return self.name in RULES

    @property
    def words(self) -> str:
        shown = f"{self.value:g}" if isinstance(self.value, float) else str(self.value)
        if self.name in COUNTED:
            shown = f"{shown} {plural(COUNTED[self.name], int(self.value))}"
        return WORDS[self.name].format(shown)


def limits_of(problem: Problem) -> tuple[Limit, ...]:
    """All that are asked for, sizes and bounds first."""
    sizes = [Limit(name, getattr(problem, name)) for name in SIZES if getattr(problem, name) != default(Problem, name)]
    rules = []
    for name in RULES:
        asked = getattr(problem.rules, name)
        if asked != default(TreeRules, name):
            rules += [Limit(name, one) for one in (asked if isinstance(asked, tuple) else (asked,))]
    return (*sizes, *rules)


def without(problem: Problem, limits: Iterable[Limit]) -> Problem:
    """The same problem with these limits taken away."""
    changes: dict[str, Any] = {}
    rules: dict[str, Any] = {name: getattr(problem.rules, name) for name in RULES}
    for limit in limits:
        if limit.name == "never":
            rules["never"] = tuple(column for column in rules["never"] if column != limit.value)
        elif limit.is_rule:
            rules[limit.name] = default(TreeRules, limit.name)
        else:
            changes[limit.name] = default(Problem, limit.name)
    return problem.with_(**changes, rules=TreeRules(**rules))


def with_most_leaves(problem: Problem, leaves: int) -> Problem:
    return problem.with_(rules=replace(problem.rules, max_leaves=leaves))


def default(kind: type, name: str) -> Any:
    return next(one.default for one in fields(kind) if one.name == name)


def plural(noun: str, count: int) -> str:
    if count == 1:
        return noun
    return "leaves" if noun == "leaf" else f"{noun}s"
