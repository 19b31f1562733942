"""Answers that are more than one result: the Pareto front, equally good clusterings, an answer that breaks links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from treeclust.core.agreement import Agreement, agreement_of
from treeclust.core.result import Measures, Result
from treeclust.core.shown import Shown
from treeclust.core.soft_links import WEIGHT_TOLERANCE, SoftLink
from treeclust.core.tree import Solution

BROKEN, LEAST_BROKEN = "broken_weight", "least_broken_weight"
"""Figures of a soft result: the weight that its clustering breaks, and what every clustering breaks at least."""


@dataclass(frozen=True, eq=False)
class SoftResult(Shown):
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
        return self.result.solution is not None and self.broken_weight <= self.least_broken_weight + WEIGHT_TOLERANCE


@dataclass(frozen=True, eq=False)
class Compromise:
    """A clustering that no other beats in both measures (within ε)."""

    solution: Solution
    measures: Measures


@dataclass(frozen=True, eq=False)
class Front(Shown):
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


@dataclass(frozen=True, eq=False)
class Alternative:
    """A verified clustering; `changed` counts the rows that are elsewhere than in the first one."""

    solution: Solution
    measures: Measures
    changed: int


@dataclass(frozen=True, eq=False)
class Alternatives(Shown):
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


@dataclass(frozen=True, eq=False)
class MapCell:
    """The answer for one depth and one number of clusters."""

    depth: int
    k: int
    result: Result


@dataclass(frozen=True, eq=False)
class DepthMap:
    """Small trees first; `finished` when every cell had its turn."""

    cells: tuple[MapCell, ...]
    finished: bool


@dataclass(frozen=True, eq=False)
class LeafPrice:
    """The best answer with at most so many leaves."""

    leaves: int
    result: Result


@dataclass(frozen=True, eq=False)
class LeafPrices(Shown):
    """From the leaves of the answer down to the fewest that can tell the clusters apart; `finished` when every number
    had its turn."""

    prices: tuple[LeafPrice, ...]
    finished: bool
