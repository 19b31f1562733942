"""All good compromises between a small diameter and a large split, each with its tree, proved complete."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from treeclust.engine.fast import FastEngine
from treeclust.errors import InputError
from treeclust.objectives import objective_named
from treeclust.problem import MATRIX_ROWS, Problem
from treeclust.progress import OnProgress, Progress, Throttle
from treeclust.result import Measures
from treeclust.run import obvious_infeasibility
from treeclust.stop import Stop, never
from treeclust.tree import Solution
from treeclust.verify import verify


@dataclass(frozen=True, eq=False)
class Compromise:
    """A clustering that no other beats in both measures (within ε)."""

    solution: Solution
    measures: Measures

    def to_json(self) -> dict[str, Any]:
        return self.measures.to_json(self.solution)


@dataclass(frozen=True, eq=False)
class Front:
    """From the smallest MD to the largest MS. `complete`: proved that nothing is missing; an empty complete front
    means that no clustering obeys the problem."""

    points: tuple[Compromise, ...]
    complete: bool
    seconds: float
    message: str | None = None

    @property
    def papers_choice(self) -> int | None:
        """The place of the least λ⁻ − λ⁺, which is what the [MD, MS] objective of the paper returns."""
        values = [point.measures.value or 0 for point in self.points]
        return values.index(min(values)) if values else None

    def to_json(self) -> dict[str, Any]:
        return {
            "front": [point.to_json() for point in self.points],
            "complete": self.complete,
            "papers_choice": self.papers_choice,
            "seconds": self.seconds,
            "message": self.message,
        }


def pareto_front(
    problem: Problem,
    stop: Stop = never,
    on_point: Callable[[Compromise], None] | None = None,
    on_progress: OnProgress | None = None,
) -> Front:
    """Every non-dominated pair of classes (MD, MS) with a tree each; `on_point` sees them as they are found."""
    if problem.n > MATRIX_ROWS:
        raise InputError(
            f"The whole front takes at most {MATRIX_ROWS} rows, not {problem.n}; cluster a sample of them."
        )
    began = time.perf_counter()
    hopeless = obvious_infeasibility(problem)
    if hopeless:
        return Front((), True, time.perf_counter() - began, hopeless)
    objective = objective_named("md-ms")
    report = None if on_progress is None else Throttle(on_progress)
    points: list[Compromise] = []

    def take(solution: Solution) -> None:
        points.append(Compromise(solution, verify(problem, objective.value, solution)))
        if on_point is not None:
            on_point(points[-1])
        if report is not None:
            measures = points[-1].measures
            phase = f"{len(points)} on the front"
            report(Progress(phase, time.perf_counter() - began, measures.md, measures.ms))

    complete = FastEngine().front(problem, objective, stop, take)
    return Front(tuple(points), complete, time.perf_counter() - began)
