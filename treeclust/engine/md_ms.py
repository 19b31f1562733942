"""[MD, MS]: the least λ⁻ − λ⁺, by divide and conquer over the possible levels of the split.

One question "MS ≥ s₁ and MD small enough to beat the incumbent even if MS = s₂" settles all split levels from s₁ to s₂.
"""

from __future__ import annotations

import numpy as np

from treeclust.engine.ground import Ground
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.md import Asker


class SplitLevels:
    """The levels that MS can have, ascending, and for each the MD level proved necessary when MS reaches it."""

    def __init__(self, ground: Ground, low: int) -> None:
        levels = np.unique(ground.levels.of(ground.spanning[2])).tolist()
        if ground.problem.least_clusters == 1:
            levels.append(ground.levels.count)
        self.levels = [int(level) for level in levels]
        self.md = [low] * len(self.levels)

    def prove(self, at: int, md_level: int) -> None:
        """MD reaches md_level whenever MS reaches the level at `at`, and so for all larger splits."""
        for i in range(at, len(self.md)):
            self.md[i] = max(self.md[i], md_level)

    def least_value(self, first: int, last: int) -> int:
        """No clustering with a split level in the range scores less."""
        return min(self.md[i] + 1 - self.levels[i] for i in range(first, last + 1))


def minimise_difference(asker: Asker, incumbent: Incumbent, low: int) -> None:
    """Ends when no split level can beat the incumbent, or when there is no clustering at all."""
    ground = asker.formula.ground
    splits = SplitLevels(ground, low)
    if not splits.levels:
        asker.ask(ground.levels.count)
        return
    open_ranges = [(0, len(splits.levels) - 1)]
    top = ground.levels.count
    while open_ranges:
        incumbent.stop_if_asked()
        best = top + 1 if incumbent.value is None else incumbent.value
        open_ranges = _still_open(splits, open_ranges, best)
        if not open_ranges:
            break
        incumbent.bound(min(splits.least_value(*r) for r in open_ranges), min(splits.md))
        asker.formula.want_below(max(0, best - 1 + splits.levels[open_ranges[-1][1]]))
        first, last = open_ranges.pop()
        if incumbent.best is None and first < last:
            middle = max(first, last - max(1, (len(splits.levels) - 1 - last) * 2))
            first, open_ranges = (
                middle,
                [*open_ranges, (first, middle - 1)] if middle > first else open_ranges,
            )
        limit = min(best - 2 + splits.levels[last], top)
        if asker.ask(limit, splits.levels[first]) is None:
            splits.prove(first, limit + 1)
        elif first == last:
            open_ranges.append((first, last))
        else:
            middle = (first + last) // 2
            open_ranges += [(first, middle), (middle + 1, last)]
    if incumbent.value is not None:
        incumbent.bound(incumbent.value, min(splits.md))


def _still_open(splits: SplitLevels, ranges: list[tuple[int, int]], best: int) -> list[tuple[int, int]]:
    """The ranges without the levels that can no longer beat the incumbent, in ascending order."""
    kept: list[tuple[int, int]] = []
    for first, last in ranges:
        while first <= last and splits.least_value(first, first) >= best:
            first += 1
        while first <= last and splits.least_value(last, last) >= best:
            last -= 1
        if first <= last:
            kept.append((first, last))
    return kept
