"""What a baseline returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.stop import Stop
from treeclust.core.tree import Labels, Tree


@dataclass(frozen=True, eq=False)
class Clustering:
    """`status` speaks of the baseline's own objective: only one that proves something says optimal or infeasible."""

    status: Status
    labels: Labels | None
    tree: Tree | None = None
    message: str | None = None


NONE_FOUND = Clustering(Status.UNKNOWN, None)


@dataclass(frozen=True)
class Baseline:
    """A method to compare with. `run(problem, seed, stop, seconds)`; `promise` says in words what it guarantees."""

    name: str
    title: str
    promise: str
    run: Callable[[Problem, int, Stop, float], Clustering]
