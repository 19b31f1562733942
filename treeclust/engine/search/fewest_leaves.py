"""The tree with the fewest leaves for a given partition, proved: a decision tree without error, by exact search.

The question "can these points be told apart by a tree of so many leaves and this depth?" is monotone: fewer points are
never harder. So for each feature, and each way to share the leaves between both sides, only the longest possible prefix
matters, and binary search finds it. A budget of steps bounds the work; running out of it proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

import numpy as np

from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Ints
from treeclust.engine.search.enough_leaves import CUTS, RAN_OUT, ROWS, STEPS, cut_interval, tellable

T = TypeVar("T")


@dataclass(frozen=True)
class Cut:
    """A test that may stand at a node: ranks up to `below` go left, to `leaves` leaves; those from `above` on right."""

    node: int
    feature: int
    below: int
    above: int
    leaves: int


class Preference(Protocol):
    """Which of several cuts is wanted: the one with the smallest key."""

    def key(self, cut: Cut) -> tuple[float, ...]: ...


class FewestLeaves:
    """Trees for one partition of points: `labels[i]` is the cluster of point i, of `k`. Only `features` are tested."""

    def __init__(self, ranks: Ints, labels: Ints, depth: int, k: int, steps: int) -> None:
        self.ranks, self.labels, self.depth, self.k = ranks, labels, depth, k
        self.features = np.arange(ranks.shape[1])
        self.steps, self.ran_out = steps, False

    def is_enough(self, leaves: int) -> bool:
        """Is there a tree with so many leaves? True also when steps run out."""
        ranks, labels, orders, scratch = self._prepared(np.arange(len(self.ranks)), self.depth)
        return self._spend(partial(tellable, 0, len(ranks), leaves, self.depth, orders, labels, ranks, self.k, scratch))

    def least(self, most: int) -> tuple[int, bool]:
        """(how many leaves are enough, proved that fewer are not); `most` are known to be enough."""
        for leaves in range(len(np.unique(self.labels)), most):
            enough = self.is_enough(leaves)
            if self.ran_out:
                return most, False
            if enough:
                return leaves, True
        return most, True

    def tree(self, leaves: int, preference: Preference | None) -> Candidate | None:
        """A tree with at most so many leaves, each test chosen by preference from the root down, or the first that will
        do; None without steps."""
        inner = 2**self.depth
        feature = np.zeros(inner, dtype=np.int64)
        threshold = np.full(inner, -1, dtype=np.int64)
        leaf_label = np.zeros(inner, dtype=np.int64)

        def grow(node: int, members: Ints, leaves: int, depth: int) -> bool:
            if len(np.unique(self.labels[members])) == 1:
                below = np.arange(node << depth, (node + 1) << depth) - inner
                leaf_label[below] = self.labels[members[0]]
                return True
            cut = self._choose(node, members, leaves, depth, preference)
            if cut is None:
                return False
            feature[node], threshold[node] = cut.feature, cut.below
            goes_left = self.ranks[members, cut.feature] <= cut.below
            return grow(2 * node, members[goes_left], cut.leaves, depth - 1) and grow(
                2 * node + 1, members[~goes_left], leaves - cut.leaves, depth - 1
            )

        whole = grow(1, np.arange(len(self.ranks)), leaves, self.depth)
        return Candidate(self.depth, feature, threshold, leaf_label) if whole else None

    def _choose(self, node: int, members: Ints, leaves: int, depth: int, preference: Preference | None) -> Cut | None:
        cuts = self._cuts(node, members, leaves, depth)
        cut = next(cuts, None) if preference is None else min(cuts, key=preference.key, default=None)
        return None if self.ran_out else cut

    def _cuts(self, node: int, members: Ints, leaves: int, depth: int) -> Iterator[Cut]:
        """Every test of this node with which so many leaves are enough."""
        ranks, labels, orders, scratch = self._prepared(members, depth)
        leaves, most = min(leaves, 2**depth), 2 ** (depth - 1)
        for j, feature in enumerate(self.features.tolist()):
            for on_left in range(max(1, leaves - most), min(most, leaves - 1) + 1):
                interval = partial(cut_interval, len(ranks), j, on_left, leaves - on_left, depth)
                first, last = self._spend(partial(interval, orders, labels, ranks, self.k, scratch))
                if self.ran_out:
                    return
                for place in scratch[0, CUTS, first : last + 1].tolist():
                    below, above = (int(ranks[orders[0, j, at], j]) for at in (place - 1, place))
                    yield Cut(node, feature, below, above, on_left)

    def _prepared(self, members: Ints, depth: int) -> tuple[Ints, Ints, Ints, Ints]:
        ranks, labels = np.ascontiguousarray(self.ranks[np.ix_(members, self.features)]), self.labels[members]
        orders = np.zeros((depth + 1, ranks.shape[1], len(ranks)), dtype=np.int64)
        orders[0] = np.argsort(ranks, axis=0, kind="stable").T
        return ranks, labels, orders, np.zeros((depth + 1, ROWS, max(len(ranks) + 1, self.k)), dtype=np.int64)

    def _spend(self, work: Callable[[Ints], T]) -> T:
        left = np.array([self.steps, 0], dtype=np.int64)
        answer = work(left)
        self.steps = int(left[STEPS])
        self.ran_out |= bool(left[RAN_OUT])
        return answer
