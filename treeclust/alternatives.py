"""Different clusterings of the same proven quality: "show me another", until there is no other."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from treeclust.agreement import Agreement, agreement_of, rows_changed
from treeclust.engine.fast import solution_of
from treeclust.engine.incumbent import OutOfTime
from treeclust.engine.others import Others
from treeclust.errors import InputError
from treeclust.objectives import Objective, objective_named
from treeclust.problem import MATRIX_ROWS, Problem
from treeclust.result import Measures, Result, Status
from treeclust.run import solve
from treeclust.stop import Stop, never
from treeclust.tree import Solution, Tree
from treeclust.verify import verify


@dataclass(frozen=True, eq=False)
class Alternative:
    """A verified clustering; `changed` counts the rows that are elsewhere than in the first one."""

    solution: Solution
    measures: Measures
    changed: int

    def to_json(self) -> dict[str, Any]:
        return self.measures.to_json(self.solution) | {"changed": self.changed}


@dataclass(frozen=True, eq=False)
class Alternatives:
    """The best clustering first, then others that differ from it and from each other.

    `proved`: the first is proved optimal within ε, so all are. `complete`: proved that there is no other. Empty and
    complete means that no clustering obeys the problem.
    """

    found: tuple[Alternative, ...]
    proved: bool
    complete: bool
    seconds: float
    message: str | None = None

    @cached_property
    def agreement(self) -> Agreement | None:
        return agreement_of([one.solution.labels for one in self.found]) if self.found else None

    def to_json(self) -> dict[str, Any]:
        return {
            "alternatives": [one.to_json() for one in self.found],
            "proved": self.proved,
            "complete": self.complete,
            "agreement": None if self.agreement is None else self.agreement.to_json(),
            "seconds": self.seconds,
            "message": self.message,
        }


OnFound = Callable[[Alternative], None]


def find_alternatives(
    problem: Problem,
    objective: Objective | str = "md-ms",
    limit: int = 10,
    stop: Stop = never,
    on_found: OnFound | None = None,
    *,
    start: Result | None = None,
    known: Sequence[Solution] = (),
    diverse: bool = True,
    slack: int = 0,
) -> Alternatives:
    """Up to `limit` clusterings, the best included, with the value of the best (at most `slack` classes more).

    `start` saves solving again; `known` are alternatives found before, which are not found again. `diverse` prefers
    those that differ in many rows. `on_found` sees each one as it is found.
    """
    if problem.n > MATRIX_ROWS:
        raise InputError(f"Alternatives take at most {MATRIX_ROWS} rows, not {problem.n}; cluster a sample of them.")
    began = time.perf_counter()
    objective = objective_named(objective) if isinstance(objective, str) else objective
    first = solve(problem, objective, stop=stop) if start is None else start
    proved = first.status is Status.OPTIMAL
    found: list[Alternative] = []

    def take(solution: Solution) -> None:
        base = found[0].solution.labels if found else solution.labels
        measures = verify(problem, objective.value, solution)
        found.append(Alternative(solution, measures, rows_changed(base, solution.labels)))
        if on_found is not None:
            on_found(found[-1])

    if first.solution is None:
        return Alternatives((), False, first.status is Status.INFEASIBLE, time.perf_counter() - began, first.message)
    for solution in [first.solution, *known]:
        take(solution)
    value = found[0].measures.value
    assert value is not None
    complete = False
    if proved or slack > 0:
        try:
            others = Others(problem, objective, value + slack, stop)
            complete = search(others, found, take, limit, diverse)
        except OutOfTime:
            complete = False
    return Alternatives(tuple(found), proved, complete, time.perf_counter() - began)


def search(
    others: Others, found: Sequence[Alternative], take: Callable[[Solution], None], limit: int, diverse: bool
) -> bool:
    """Take others until there are `limit`; True if it is proved that there are no more."""
    ground = others.ground
    for one in found:
        others.rule_out(one.solution.labels[ground.row_of_point].astype(np.int64), diverse)
    steps = others.find(diverse)
    while len(found) < limit:
        step = next(steps, None)
        if step is None:
            return True
        take(solution_of(ground, *step))
    return False


def alternative_from_json(data: Mapping[str, Any], problem: Problem, objective: Objective | str) -> Alternative:
    """One that a worker sent, measured again."""
    objective = objective_named(objective) if isinstance(objective, str) else objective
    tree = None if data["tree"] is None else Tree.from_json(data["tree"], problem.dataset.features)
    solution = Solution(np.array(data["labels"], dtype=np.intp), tree)
    return Alternative(solution, verify(problem, objective.value, solution), int(data["changed"]))


def alternatives_from_json(data: Mapping[str, Any], problem: Problem, objective: Objective | str) -> Alternatives:
    found = tuple(alternative_from_json(one, problem, objective) for one in data["alternatives"])
    return Alternatives(found, data["proved"], data["complete"], data["seconds"], data["message"])
