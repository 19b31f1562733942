"""The answer: status, verified solution, and what was proved about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from treeclust.links import Link
from treeclust.tree import Labels, Solution, Tree


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
    diameter_pair: tuple[int, int] | None
    split_pair: tuple[int, int] | None
    links_kept: tuple[Link, ...]
    links_broken: tuple[Link, ...]

    def to_json(self, solution: Solution) -> dict[str, Any]:
        """With the clustering that was measured, as one of several in a list."""
        return {
            "md": self.md,
            "ms": self.ms,
            "value": self.value,
            "labels": solution.labels.tolist(),
            "tree": None if solution.tree is None else solution.tree.to_json(),
        }


@dataclass(frozen=True)
class Outcome:
    """What an engine returns; the solutions it handed to its Watch speak for themselves.

    `finished` means that the search ended by proof: the best solution is optimal within ε, or none exists.
    """

    finished: bool
    message: str | None = None
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Result:
    """What the caller gets. Bounds: no clustering has a smaller MD than `md_lower_bound`, or a smaller objective value
    than `value_lower_bound`. `figures` holds clause counts, seconds by phase and the like."""

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
    def gap(self) -> float | None:
        """How far MD can at most be from the smallest possible one."""
        if self.md is None or self.md_lower_bound is None:
            return None
        return max(0.0, self.md - self.md_lower_bound)

    def to_json(self) -> dict[str, Any]:
        measures = self.measures
        return {
            "status": str(self.status),
            "objective": self.objective,
            "md": self.md,
            "ms": self.ms,
            "md_lower_bound": self.md_lower_bound,
            "value": None if measures is None else measures.value,
            "value_lower_bound": self.value_lower_bound,
            "gap": self.gap,
            "seconds": self.seconds,
            "first_solution_seconds": self.first_solution_seconds,
            "labels": None if self.labels is None else self.labels.tolist(),
            "tree": None if self.tree is None else self.tree.to_json(),
            "diameter_pair": None if measures is None else measures.diameter_pair,
            "split_pair": None if measures is None else measures.split_pair,
            "links_kept": None if measures is None else len(measures.links_kept),
            "links_broken": None if measures is None else len(measures.links_broken),
            "broken": None if measures is None else [link.to_json() for link in measures.links_broken],
            "message": self.message,
            "figures": dict(self.figures),
            "engine": self.engine,
            "version": self.version,
        }
