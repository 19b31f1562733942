"""All good compromises between a small diameter and a large split, each with its tree, proved complete."""

from __future__ import annotations

import time
from collections.abc import Callable

from treeclust.ask.obvious_infeasibility import obvious_infeasibility
from treeclust.ask.verify import verify
from treeclust.core.answers import Compromise, Front
from treeclust.core.problem import Problem
from treeclust.core.progress import OnProgress, Progress, Throttle
from treeclust.core.stop import Stop, never
from treeclust.core.tree import Solution
from treeclust.engine.search.fast import FastEngine
from treeclust.engine.search.wanted import TreesToShow
from treeclust.objectives import objective_named


def pareto_front(
    problem: Problem,
    stop: Stop = never,
    on_point: Callable[[Compromise], None] | None = None,
    on_progress: OnProgress | None = None,
) -> Front:
    """Every non-dominated pair of classes (MD, MS) with a tree each; `on_point` sees them as they are found."""
    began = time.perf_counter()
    hopeless = obvious_infeasibility(problem)
    if hopeless:
        return Front((), True, time.perf_counter() - began, hopeless)
    objective = objective_named("md-ms")
    report = None if on_progress is None else Throttle(on_progress)
    points: list[Compromise] = []

    trees = None if problem.is_flat else TreesToShow(problem)

    def take(solution: Solution) -> None:
        if trees is not None:
            solution = trees.for_solution(solution)[0]
        points.append(Compromise(solution, verify(problem, objective.value, solution)))
        if on_point is not None:
            on_point(points[-1])
        if report is not None:
            measures = points[-1].measures
            phase = f"{len(points)} on the front"
            report(Progress(phase, time.perf_counter() - began, measures.md, measures.ms))

    complete = FastEngine().front(problem, objective, stop, take)
    return Front(tuple(points), complete, time.perf_counter() - began)
