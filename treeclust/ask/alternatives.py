"""Different clusterings of the same proven quality: "show me another", until there is no other."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from treeclust.ask.solve import solve
from treeclust.ask.verify import verify
from treeclust.core.answers import Alternative, Alternatives
from treeclust.core.errors import InputError
from treeclust.core.objective import Objective
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.core.relabel import rows_changed
from treeclust.core.result import Result, Status
from treeclust.core.stop import Stop, never
from treeclust.core.tree import Solution
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.search.equal_optima import EqualOptima
from treeclust.engine.search.fast import solution_of
from treeclust.engine.search.wanted import TreesToShow
from treeclust.objectives import objective_named

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
    if problem.is_flat and problem.is_large:
        raise InputError(f"Without a tree, alternatives take at most {MATRIX_ROWS} rows; cluster a sample of them.")
    began = time.perf_counter()
    objective = objective_named(objective)
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
    measures, classes = found[0].measures, problem.classes
    value = objective.value(classes.lambda_minus(measures.md), classes.lambda_plus(measures.ms))
    complete = False
    if proved or slack > 0:
        try:
            others = EqualOptima(problem, objective, value + slack, stop)
            complete = search(others, found, take, limit, diverse)
        except OutOfTime:
            complete = False
    return Alternatives(tuple(found), proved, complete, time.perf_counter() - began)


def search(
    others: EqualOptima, found: Sequence[Alternative], take: Callable[[Solution], None], limit: int, diverse: bool
) -> bool:
    """Take others until there are `limit`; True if it is proved that there are no more."""
    instance = others.instance
    for one in found:
        others.rule_out(one.solution.labels[instance.row_of_point].astype(np.int64), diverse)
    steps = others.find(diverse)
    trees = None if instance.problem.is_flat else TreesToShow(instance.problem)
    while len(found) < limit:
        step = next(steps, None)
        if step is None:
            return True
        solution = solution_of(instance, *step)
        take(solution if trees is None else trees.for_solution(solution)[0])
    return False
