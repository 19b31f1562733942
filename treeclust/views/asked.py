"""What was asked besides k, depth and objective, line by line: wishes, sizes and bounds, rules about the tree."""

from __future__ import annotations

from treeclust.core.limits import limits_of, plural, without
from treeclust.core.problem import Problem
from treeclust.core.wishes import Wishes

PREFERRED = {"compact": "compact clusters", "simple": "the simplest tree", "first": "the first found"}
Lines = list[tuple[str, str]]
"""What, and its value in words."""


def wish_lines(wishes: Wishes) -> Lines:
    return [
        ("Preferred", PREFERRED[wishes.prefer]),
        ("Allowed diameter", f"up to {wishes.slack:g} % wider" if wishes.slack else "the best"),
        ("Seed", str(wishes.seed)),
    ]


def limit_lines(problem: Problem) -> Lines:
    """All of them, also where nothing is asked."""
    rules = problem.rules
    return [
        ("Largest diameter", number(problem.max_diameter)),
        ("Smallest split", number(problem.min_split)),
        ("Smallest cluster", rows(problem.min_rows)),
        ("Largest cluster", rows(problem.max_rows)),
        ("Smallest leaf", rows(problem.min_leaf_rows)),
        ("Never asked", ", ".join(rules.never) or "none"),
        ("Asked first", rules.root or "any"),
        ("Most columns", number(rules.max_columns)),
        ("Most leaves", number(rules.max_leaves)),
        ("A column twice on a path", "no" if rules.once else "allowed"),
    ]


def asked_lines(problem: Problem) -> Lines:
    """Only those where something is asked."""
    plain = limit_lines(without(problem, limits_of(problem)))
    return [line for line, free in zip(limit_lines(problem), plain, strict=True) if line != free]


def number(value: float | None) -> str:
    return "any" if value is None else f"{value:g}"


def rows(count: int | None) -> str:
    return "any" if count is None else f"{count:,} {plural('row', count)}"
