"""Soft links: an answer keeps all hard links, then as much weight of soft ones as any tree can, then is optimised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from treeclust.engine import keep_most as keeping
from treeclust.engine.keep_most import Kept
from treeclust.errors import InputError
from treeclust.links import Link, Links
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import OnProgress
from treeclust.result import Result, Status
from treeclust.run import solve
from treeclust.stop import Stop, never
from treeclust.verify import holds

CERTAINTY: Mapping[str, float | None] = {"sure": None, "fairly sure": 3.0, "unsure": 1.0}
"""How certain a link is, and what breaking it costs; a sure one is hard."""


@dataclass(frozen=True)
class SoftLink:
    """A link that may be broken at a price."""

    link: Link
    weight: float

    def __post_init__(self) -> None:
        if not 0 < self.weight < float("inf"):
            raise InputError(f"Link {self.link} has weight {self.weight}; choose a number above 0.")

    def to_json(self) -> dict[str, Any]:
        return {**self.link.to_json(), "weight": self.weight}


@dataclass(frozen=True, eq=False)
class SoftResult:
    """`result` answers the hard problem with the smallest broken weight that was found; it is called optimal only if
    that weight is proved least and no clustering that breaks as little is better. Nothing below `least_broken_weight`
    is possible."""

    result: Result
    broken: tuple[SoftLink, ...]
    broken_weight: float
    least_broken_weight: float
    kept: int = 0

    @property
    def weight_proved(self) -> bool:
        return self.result.solution is not None and self.broken_weight <= self.least_broken_weight

    def to_json(self) -> dict[str, Any]:
        """The object of `solve`, with links counted hard and soft together."""
        hard = len(self.result.measures.links_kept) if self.result.measures is not None else 0
        found = self.result.solution is not None
        return self.result.to_json() | {
            "links_kept": hard + self.kept if found else None,
            "links_broken": len(self.broken) if found else None,
            "broken": [soft.to_json() for soft in self.broken] if found else None,
            "broken_weight": self.broken_weight if found else None,
            "least_broken_weight": self.least_broken_weight,
        }


def keep_most(problem: Problem, weights: Sequence[float] | None = None, stop: Stop = never) -> Kept | None:
    """A tree that keeps as much weight of the problem's links as any can (each weighs 1 by default)."""
    links = list(problem.links)
    each = [1.0] * len(links) if weights is None else list(weights)
    return keeping.keep_most(problem.with_(links=Links()), links, each, stop)


def solve_soft(
    problem: Problem,
    soft: Sequence[SoftLink],
    objective: Objective | str = "md-ms",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
) -> SoftResult:
    """The problem's own links are hard. Most soft weight first, then the objective over all ways to keep that much."""
    links, weights = [one.link for one in soft], [one.weight for one in soft]
    kept = keeping.keep_most(problem, links, weights, stop)
    if kept is None:
        result = solve(problem, objective, stop=stop)
        if result.status is Status.OPTIMAL:
            result = replace(result, status=Status.FEASIBLE)
        return _measured(result, soft, 0.0)
    firm = problem.with_(links=Links.of([*problem.links, *kept.kept]))
    result = solve(firm, objective, stop=stop, on_progress=on_progress)
    if result.status is Status.OPTIMAL and kept.dropped:
        result = replace(result, status=Status.FEASIBLE)  # other links could be broken instead
    return _measured(result, soft, kept.least)


def _measured(result: Result, soft: Sequence[SoftLink], least: float) -> SoftResult:
    labels = result.labels
    broken = () if labels is None else tuple(one for one in soft if not holds(one.link, labels))
    return SoftResult(result, broken, sum(one.weight for one in broken), least, len(soft) - len(broken))
