"""The stage before and beside SAT: what closure and leaf conflicts say about "MD at most, MS at least"."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.stop import Stop, never
from treeclust.engine.bounds.conflict_graph import Conflicts, conflicts, farthest_between, least_diameter
from treeclust.engine.bounds.leaf_conflicts import NO_LIMIT, LeafConflicts, orders_of, pack
from treeclust.engine.instance.instance import Instance, Ints


@dataclass(frozen=True, eq=False)
class Verdict:
    """`refuted` is a proof. Otherwise the root's threshold on feature j lies in lowest[j] … highest[j] (ranks); a
    feature with lowest > highest cannot be tested at the root. `incomplete`: more steps might have given more;
    `steps` were taken."""

    refuted: bool
    lowest: Ints
    highest: Ints
    incomplete: bool = False
    steps: int = 0

    @property
    def cuts_something(self) -> bool:
        return bool((self.lowest >= 0).any() or (self.highest < np.iinfo(np.int64).max).any())


class Relaxation:
    """Leaf conflicts for one instance."""

    def __init__(self, instance: Instance) -> None:
        assert instance.problem.depth is not None
        self.instance, self.depth = instance, instance.problem.depth

    @property
    def most_steps(self) -> float:
        """About how many steps the whole question can take: a binary search per feature and level, then sweeps."""
        features, points = len(self.instance.features), self.instance.points
        return float(features * np.log2(points + 1)) ** (self.depth - 1) * features * points

    def judge(self, md_level: int, ms_level: int, steps: int, stop: Stop = never) -> Verdict:
        """Try to refute, else narrow the root; `steps` bounds the work, and running out of it proves nothing."""
        instance = self.instance
        features = len(instance.features)
        lowest = np.full(features, -1, dtype=np.int64)
        highest = np.full(features, NO_LIMIT, dtype=np.int64)
        found = conflicts(instance, instance.first_beyond(md_level), ms_level)
        if found is None:
            return Verdict(True, lowest, highest)
        leaf = self._leaf_conflicts(found, steps, stop)
        for j in range(features if leaf is not None else 0):
            assert leaf is not None
            if not leaf.ran_out and not stop():
                lowest[j], highest[j] = leaf.root_interval(j)
        incomplete = leaf is not None and (leaf.ran_out or stop())
        taken = 0 if leaf is None else steps - leaf.steps
        return Verdict(bool((lowest > highest).all()), lowest, highest, incomplete, taken)

    def _leaf_conflicts(self, found: Conflicts, steps: int, stop: Stop) -> LeafConflicts | None:
        """About the points that are in conflict with some other; None if there are none."""
        constrained: NDArray[np.bool_] = np.any(found.apart, axis=1)
        points = np.flatnonzero(constrained[found.part])
        if not len(points):
            return None
        orders = orders_of(self.instance.ranks[points])
        part = found.part[points]
        conflict = pack(found.apart[:, part], orders.words)[part]
        return LeafConflicts(orders, conflict, self.depth, steps, stop)


def closure_level(instance: Instance, low: int) -> int:
    """The lowest level, from `low` on, that what two clusters imply does not refute; one beyond the last if none."""
    least = least_diameter(farthest_between(instance, instance.group_of), instance.exclusive)
    widest = instance.problem.max_diameter
    if not np.isfinite(least) or (widest is not None and least > widest):
        return instance.levels.count
    return max(low, int(instance.levels.of(least)))
