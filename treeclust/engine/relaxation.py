"""The stage before and beside SAT: what closure and leaf conflicts say about "MD at most, MS at least"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from treeclust.engine.closure import conflicts
from treeclust.engine.ground import Ground, Ints
from treeclust.engine.leaf_conflicts import LeafConflicts, Orders, orders_of, pack
from treeclust.stop import Stop, never


@dataclass(frozen=True, eq=False)
class Verdict:
    """`refuted` is a proof. Otherwise the root's threshold on feature j lies in lowest[j] … highest[j] (ranks); a
    feature with lowest > highest cannot be tested at the root. `incomplete`: more steps might have given more."""

    refuted: bool
    lowest: Ints
    highest: Ints
    incomplete: bool = False

    @property
    def cuts_something(self) -> bool:
        return bool((self.lowest >= 0).any() or (self.highest < np.iinfo(np.int64).max).any())


class Relaxation:
    """Leaf conflicts for one ground; sorts the points once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @cached_property
    def orders(self) -> Orders:
        return orders_of(self.ground.ranks)

    def judge(self, md_level: int, ms_level: int, steps: int, stop: Stop = never) -> Verdict:
        """Try to refute, else narrow the root; `steps` bounds the work, and running out of it proves nothing."""
        ground = self.ground
        features = len(ground.features)
        lowest = np.full(features, -1, dtype=np.int64)
        highest = np.full(features, np.iinfo(np.int64).max, dtype=np.int64)
        found = conflicts(ground, ground.levels.start(md_level + 1), ms_level)
        if found is None:
            return Verdict(True, lowest, highest)
        assert ground.problem.depth is not None
        rows = pack(found.apart[:, found.part], self.orders.words)[found.part]
        leaf = LeafConflicts(self.orders, rows, ground.problem.depth, steps)
        for j in range(features):
            if not leaf.ran_out and not stop():
                lowest[j], highest[j] = leaf.root_interval(j)
        return Verdict(bool((lowest > highest).all()), lowest, highest, leaf.ran_out)
