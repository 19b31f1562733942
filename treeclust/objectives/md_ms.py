"""[MD, MS]: small diameter and large split at once, as the least λ⁻ − λ⁺.

The search is divide and conquer over the possible levels of the split: one question "MS ≥ s₁ and MD small enough to
beat the incumbent even if MS = s₂" settles all split levels from s₁ to s₂.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treeclust.core.decision import GROWTH, QUICK, UNDECIDED, Incumbent, Oracle
from treeclust.core.equations import equation
from treeclust.core.objective import Objective
from treeclust.paper.soft_clauses import close_classes, together_classes
from treeclust.paper.variables import Block, Model


@equation(35, "λ⁺ is the number of classes that must be together: [MD, MS] minimises λ⁻ − λ⁺")
def diameter_less_split(lambda_minus: int, lambda_plus: int) -> int:
    return lambda_minus - lambda_plus


def clauses(m: Model) -> Block:
    return np.concatenate([close_classes(m), together_classes(m)])


class SplitLevels:
    """The levels that MS can have, ascending, and for each the MD level proved necessary when MS reaches it."""

    def __init__(self, levels: Sequence[int], low: int) -> None:
        self.levels = list(levels)
        self.md = [low] * len(self.levels)

    def prove(self, at: int, md_level: int) -> None:
        """MD reaches md_level whenever MS reaches the level at `at`, and so for all larger splits."""
        for i in range(at, len(self.md)):
            self.md[i] = max(self.md[i], md_level)

    def least_value(self, at: int) -> int:
        """No clustering with this split level scores less."""
        return self.md[at] + 1 - self.levels[at]


@dataclass(frozen=True)
class Range:
    """Split levels first … last that may still hold a better clustering, and the effort for the next question."""

    first: int
    last: int
    effort: int

    def halves(self) -> list[Range]:
        middle = (self.first + self.last) // 2
        return [Range(self.first, middle, self.effort), Range(middle + 1, self.last, self.effort)]


class DifferenceSearch:
    """Keeps the ranges that are still open."""

    def __init__(self, oracle: Oracle, incumbent: Incumbent, low: int) -> None:
        self.oracle, self.incumbent, self.low = oracle, incumbent, low
        self._dived = False
        self._climb()
        self.splits = SplitLevels(oracle.split_levels, self.low)
        self.top = oracle.levels
        self.open = self._from_the_top() if self.low < self.top else []

    def _climb(self) -> None:
        """Raise the level that MD reaches whatever the split, as long as that is easy: it rules out most ranges."""
        top, step = self.oracle.levels, 1
        while self.low < top:
            level = self.low + step - 1
            answer = self.oracle.ask(level, 0, QUICK)
            if answer is None:
                self.low, step = top if self.oracle.whatever_level else level + 1, 2 * step
                continue
            raised = self.oracle.raise_level(self.low, level, QUICK) if answer is UNDECIDED else self.low
            if raised == self.low:
                break
            self.low, step = raised, 1
        self.oracle.know_at_least(self.low)

    def _dive(self) -> None:
        """Where the ranges are not easy: the smallest diameter, and the largest split that goes with it, as far as both
        are. That is often the best there is, and a good incumbent makes every later question easier."""
        best, self._dived = self.incumbent.best, True
        while best is not None and self.low < best.md_level:
            level = (self.low + best.md_level) // 2
            answer = self.oracle.ask(level, 0, QUICK)
            if answer is UNDECIDED:
                break
            if answer is None:
                self.low = level + 1
                self.oracle.know_at_least(self.low)
                self.splits.prove(0, self.low)
            else:
                best = answer
        step = 1
        while best is not None and step and best.ms_level < self.oracle.levels:
            answer = self.oracle.ask(best.md_level, best.ms_level + step, QUICK)
            if answer is UNDECIDED:
                return
            best, step = (best, step // 2) if answer is None else (answer, 2 * step)

    def _from_the_top(self) -> list[Range]:
        """Ranges that double in size downwards: few groups are left at large splits, so these are quickly settled."""
        ranges: list[Range] = []
        last, size = len(self.splits.levels) - 1, 1
        while last >= 0:
            first = max(0, last - size + 1)
            ranges.append(Range(first, last, QUICK))
            last, size = first - 1, 2 * size
        return ranges

    @property
    def best(self) -> int:
        return self.top + 1 if self.incumbent.value is None else self.incumbent.value

    def run(self) -> None:
        """Ends when no split level can beat the incumbent, or when there is no clustering at all."""
        while self._narrow():
            self.incumbent.stop_if_asked()
            self.incumbent.bound(self._least_value(), min(self.splits.md))
            widest = max(self.splits.levels[r.last] for r in self.open)
            self.oracle.want_below(max(0, self.best - 1 + widest))
            chosen = min(self.open, key=lambda r: (r.effort, -r.last))
            self.open.remove(chosen)
            self.open += self._settle(chosen)
        if self.incumbent.value is not None:
            self.incumbent.bound(self.incumbent.value, min(self.splits.md))

    def _settle(self, chosen: Range) -> list[Range]:
        """Ask about a range; returns what is still open of it."""
        limit = min(self.best - 2 + self.splits.levels[chosen.last], self.top)
        answer = self.oracle.ask(limit, self.splits.levels[chosen.first], chosen.effort)
        if answer is None:
            self.splits.prove(chosen.first, limit + 1)
            return []
        if answer is UNDECIDED:
            if not self._feasible(chosen.effort):
                return []
            if not self._dived:
                self._dive()
            self.oracle.improve(self.low)
            chosen = Range(chosen.first, chosen.last, chosen.effort * GROWTH)
        return chosen.halves() if chosen.first < chosen.last else [chosen]

    def _feasible(self, effort: int) -> bool:
        """Before more is asked for: is there any clustering at all? False only if it is proved that there is none."""
        while self.incumbent.best is None:
            if self.oracle.ask(self.top, 0, effort) is None:
                self.open = []
                return False
            self.oracle.improve(self.low)
            effort *= GROWTH
        return True

    def _least_value(self) -> int:
        return min(self.splits.least_value(i) for r in self.open for i in range(r.first, r.last + 1))

    def _narrow(self) -> bool:
        """Drop the levels at the ends of ranges that can no longer beat the incumbent; is anything left?"""
        kept, best = list[Range](), self.best
        for r in self.open:
            worth = [i for i in range(r.first, r.last + 1) if self.splits.least_value(i) < best]
            if worth:
                kept.append(Range(worth[0], worth[-1], r.effort))
        self.open = kept
        return bool(kept)


OBJECTIVE = Objective(
    name="md-ms",
    symbol="[MD, MS]",
    label="Diameter + split",
    help="Make the widest cluster narrow and push the two closest clusters apart.",
    aim="a small diameter and a wide split at once",
    proof="Distances were cut into classes at most {epsilon} wide. No {trees} has fewer classes from its split up to "
    "its diameter, so none is better in both by more than ε.",
    gap="diameter at most {gap:.1f} from the smallest possible",
    uses_split=True,
    value=diameter_less_split,
    clauses=clauses,
    search=DifferenceSearch,
)
