"""Leaf conflicts for a handful of links: a quick proof, without SAT, that no tree keeps them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from treeclust.engine.closure import Bools, two_colour
from treeclust.engine.ground import Ints
from treeclust.engine.leaf_conflicts import LeafConflicts, orders_of, pack

STEPS = 20_000_000


class LinkRelaxation:
    """Knows the two ends of every link as points, which links are must-links, and the ranks of the points."""

    def __init__(self, ends: Ints, is_must: Bools, ranks: Ints, k: int, depth: int) -> None:
        self.ends, self.is_must, self.ranks, self.k, self.depth = ends, is_must, ranks, k, depth

    def refutes(self, places: Sequence[int]) -> bool:
        """True is a proof that no tree keeps these links; False says nothing."""
        if not len(places):
            return False
        chosen = np.array(sorted(places), dtype=np.int64)
        points, ends = np.unique(self.ends[chosen], return_inverse=True)
        apart, part = self._apart(ends.reshape(-1, 2), self.is_must[chosen], len(points))
        if apart is None:
            return True
        orders = orders_of(self.ranks[points])
        conflict = pack(apart[:, part], orders.words)[part]
        return not LeafConflicts(orders, conflict, self.depth, STEPS).possible()

    def _apart(self, ends: Ints, is_must: Bools, count: int) -> tuple[Bools | None, Ints]:
        """Which parts (must-link components) can never share a cluster; None if the links alone contradict."""
        one, two = ends[is_must].T
        graph = coo_array((np.ones(len(one)), (one, two)), shape=(count, count))
        parts, part = connected_components(graph, directed=False)
        a, b = part[ends[~is_must]].T
        if bool((a == b).any()):
            return None, part
        apart = np.zeros((parts, parts), dtype=np.bool_)
        apart[a, b] = apart[b, a] = True
        if self.k > 2:
            return apart, part
        family, colour = two_colour(apart)
        if not len(family):
            return None, part
        return (family[:, None] == family) & (colour[:, None] != colour), part


def shrink_by(refutes: Callable[[Sequence[int]], bool], places: Sequence[int]) -> list[int]:
    """A part of the places that is still refuted, by dropping chunks that get smaller; not always a smallest one."""
    kept = list(places)
    chunk = max(1, len(kept) // 2)
    while True:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + chunk :]
            if refutes(rest):
                kept = rest
            else:
                at += chunk
        if chunk == 1:
            return kept
        chunk = max(1, chunk // 2)
