"""The answer: status, verified solution, and what was proved about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from treeclust.core.links import Link
from treeclust.core.shown import Shown
from treeclust.core.tree import Labels, Solution, Tree


class Status(StrEnum):
    OPTIMAL = "optimal"
    """Proved within ε."""
    FEASIBLE = "feasible"
    """Stopped early with a verified answer and a gap."""
    INFEASIBLE = "infeasible"
    """Proved: no such clustering exists."""
    UNKNOWN = "unknown"
    """Stopped before anything was found or proved."""


@dataclass(frozen=True)
class Measures:
    """A clustering measured. `md` is None when every row is alone, `ms` when there is one cluster only.
    `value` is what the objective minimises, counted in distance classes (None for tables too large for classes)."""

    md: float | None
    ms: float | None
    value: int | None
    diameter_pair: tuple[int, int] | None = None
    split_pair: tuple[int, int] | None = None
    links_kept: tuple[Link, ...] = ()
    links_broken: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What an engine returns; the solutions it handed to its Watch speak for themselves.

    `finished` means that the search ended by proof: the best solution is optimal within ε, or none exists.
    """

    finished: bool
    message: str | None = None
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """How one of the equally good answers was chosen. `leaves_proved`: no tree with fewer leaves gives these clusters;
    `simplest`: none of the same value has fewer, whatever its clusters. `best_md` is the diameter that was proved best;
    with `slack`, in per cent of it, a wider one may be shown."""

    prefer: str
    seed: int
    slack: float
    leaves: int
    leaves_proved: bool
    sum_of_squares: float
    simplest: bool = False
    best_md: float | None = None


@dataclass(frozen=True, eq=False)
class Result(Shown):
    """What the caller gets. Bounds: no clustering has a smaller MD than `md_lower_bound`, or a smaller objective value
    than `value_lower_bound`; where links were `assumed` beside those of the question, none that keeps them too.
    `figures` holds clause counts, seconds by phase and the like."""

    status: Status
    objective: str
    engine: str
    version: str
    seconds: float
    first_solution_seconds: float | None = None
    solution: Solution | None = None
    measures: Measures | None = None
    md_lower_bound: float | None = None
    value_lower_bound: int | None = None
    message: str | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    choice: Choice | None = None
    assumed: tuple[Link, ...] = ()

    @property
    def labels(self) -> Labels | None:
        return None if self.solution is None else self.solution.labels

    @property
    def tree(self) -> Tree | None:
        return None if self.solution is None else self.solution.tree

    @property
    def md(self) -> float | None:
        return None if self.measures is None else self.measures.md

    @property
    def ms(self) -> float | None:
        return None if self.measures is None else self.measures.ms

    @property
    def is_wider(self) -> bool:
        """Is the diameter of this optimal answer, by the slack allowed, above the one that was proved best?"""
        choice, measures = self.choice, self.measures
        if self.status is not Status.OPTIMAL or choice is None or not choice.slack or measures is None:
            return False
        if measures.value is None or self.value_lower_bound is None:
            return (measures.md or 0.0) > (choice.best_md or 0.0)
        return measures.value > self.value_lower_bound

    @property
    def gap(self) -> float | None:
        """How far MD can at most be from the smallest possible one."""
        if self.md is None or self.md_lower_bound is None:
            return None
        return max(0.0, self.md - self.md_lower_bound)
