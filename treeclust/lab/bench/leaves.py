"""Leaves before and after: the tree as the engine found it beside what each preference shows, on ten tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from treeclust.ask.wanted import leaves_of
from treeclust.core.problem import Problem
from treeclust.lab.bench import cars
from treeclust.lab.bench.plan import EPSILON, SHAPES, SMALL, load
from treeclust.lab.bench.wanted import LIMIT, choices
from treeclust.lab.bench.wanted_tables import line

TABLES = (*SMALL, "glass", "ionosphere", cars.NAME)
SHAPE = (3, 3)
"""k and depth for the cars."""
HEAD = (
    "table",
    "objective",
    "as found",
    "first",
    "compact",
    "simple",
    "proof s",
    "after s: first",
    "compact",
    "simple",
)


def plain_problem(folder: Path, name: str) -> Problem:
    """One of the ten tables, without links."""
    data = cars.cars_like() if name == cars.NAME else load(folder, name)
    k, depth = SHAPES.get(name, SHAPE)
    return Problem(data, k, depth, epsilon=EPSILON)


def leaves_rows(folder: Path, datasets: list[str], limit: float | None, say: Callable[[str], None]) -> list[Any]:
    """A row for each table and objective; a number without proof has a question mark."""
    rows: list[dict[str, Any]] = []
    say(line(HEAD))
    say("|" + "---|" * len(HEAD))
    for name in datasets:
        for objective in ("md", "md-ms"):
            made = choices(plain_problem(folder, name), objective, limit or LIMIT)
            found, first, simple, compact = made[:4]
            rows.append({"dataset": name, "objective": objective, "status": str(found.result.status)})
            for one in (found, first, compact, simple):
                assert one.result.solution is not None
                choice = one.result.choice
                rows[-1][one.prefer] = leaves_of(one.result.solution)
                rows[-1][f"{one.prefer} proved"] = choice is not None and choice.leaves_proved
                rows[-1][f"{one.prefer} seconds"] = one.after_seconds or one.proof_seconds
            numbers = [str(rows[-1]["as found"])]
            numbers += [f"{rows[-1][p]}{'' if rows[-1][f'{p} proved'] else ' ?'}" for p in HEAD[3:6]]
            seconds = [f"{rows[-1][f'{p} seconds']:.2f}" for p in HEAD[2:6]]
            say(line([name, objective, *numbers, *seconds]))
    return rows
