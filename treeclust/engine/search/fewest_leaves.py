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

from treeclust.core.compiled import compiled
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Ints

T = TypeVar("T")
STEPS, RAN_OUT = 0, 1
"""Places in the counters: steps that are left, and whether they ran out."""
NO_RANK = 1 << 62
"""Above every rank."""
SEEN, BEFORE, AFTER, INSIDE, CUTS, ROWS = range(6)
"""Rows of scratch that each level of the search has."""


@compiled("int64(int64[::1], int64, int64[::1], int64[::1])")
def count_clusters(members: Ints, size: int, labels: Ints, seen: Ints) -> int:
    """How many clusters there are among the first `size` members."""
    seen[:] = 0
    count = 0
    for at in range(size):
        c = labels[members[at]]
        count += 1 - seen[c]
        seen[c] = 1
    return count


@compiled("int64(int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64, int64[:,::1])")
def possible_cuts(
    order: Ints, size: int, j: int, on_left: int, on_right: int, labels: Ints, ranks: Ints, k: int, scratch: Ints
) -> int:
    """Lists in scratch[CUTS] the places between different values where neither side has more clusters than leaves;
    returns how many there are."""
    before, after, cuts, seen = scratch[BEFORE], scratch[AFTER], scratch[CUTS], scratch[SEEN, :k]
    seen[:] = 0
    count = 0
    for at in range(size):
        c = labels[order[at]]
        count += 1 - seen[c]
        seen[c] = 1
        before[at + 1] = count
    seen[:] = 0
    count = 0
    for at in range(size - 1, -1, -1):
        c = labels[order[at]]
        count += 1 - seen[c]
        seen[c] = 1
        after[at] = count
    found = 0
    for place in range(1, size):
        if before[place] > on_left:
            break
        if after[place] <= on_right and ranks[order[place - 1], j] != ranks[order[place], j]:
            cuts[found] = place
            found += 1
    return found


@compiled("void(int64[:,:,::1], int64, int64, int64, int64, int64, int64[::1])")
def choose_points(orders: Ints, level: int, size: int, j: int, start: int, end: int, inside: Ints) -> None:
    """The next level gets the points at places start … end − 1 of feature j's order, in the order of every feature."""
    for at in range(size):
        inside[orders[level, j, at]] = 1 if start <= at < end else 0
    for f in range(orders.shape[1]):
        place = 0
        for at in range(size):
            u = orders[level, f, at]
            if inside[u]:
                orders[level + 1, f, place] = u
                place += 1


@compiled("boolean(int64[::1], int64, int64, int64[::1], int64[:,::1], int64[::1])")
def told_by_one_test(order: Ints, start: int, end: int, labels: Ints, ranks: Ints, left: Ints) -> bool:
    """`tellable` for the points at places start … end − 1 and two leaves, which needs no orders: the clusters lie one
    above the other in some feature."""
    one, two = labels[order[start]], -1
    for at in range(start, end):
        c = labels[order[at]]
        if c != one and c != two:
            if two >= 0:
                return False
            two = c
    if two < 0:
        return True
    if left[0] < 0:
        left[1] = 1
        return True
    for j in range(ranks.shape[1]):
        left[0] -= 2 * (end - start)
        lowest = lowest_of_other = NO_RANK
        highest = highest_of_other = -1
        for at in range(start, end):
            u = order[at]
            if labels[u] == one:
                lowest, highest = min(lowest, ranks[u, j]), max(highest, ranks[u, j])
            else:
                lowest_of_other = min(lowest_of_other, ranks[u, j])
                highest_of_other = max(highest_of_other, ranks[u, j])
            if highest >= lowest_of_other and highest_of_other >= lowest:
                break
        if highest < lowest_of_other or highest_of_other < lowest:
            return True
    return False


@compiled(
    "boolean(int64, int64, int64, int64, int64[:,:,::1], int64[::1], int64[:,::1], int64, int64[:,:,::1], int64[::1])"
)
def tellable(
    level: int, size: int, leaves: int, depth: int, orders: Ints, labels: Ints, ranks: Ints, k: int, scratch: Ints,
    left: Ints,
) -> bool:  # fmt: skip
    """Can the points of this level be told apart by so many leaves and this depth? True also when steps run out."""
    own = scratch[level]
    clusters = count_clusters(orders[level, 0], size, labels, own[SEEN, :k])
    leaves = min(leaves, 1 << depth)
    if clusters <= 1 or clusters > leaves:
        return clusters <= leaves
    order = orders[level]
    if leaves == 2:
        return told_by_one_test(order[0], 0, size, labels, ranks, left)
    if left[0] < 0:
        left[1] = 1
        return True
    most = 1 << (depth - 1)
    for j in range(orders.shape[1]):
        for on_left in range(max(1, leaves - most), min(most, leaves - 1) + 1):
            on_right = leaves - on_left
            left[0] -= 2 * size
            low, high = -1, possible_cuts(order[j], size, j, on_left, on_right, labels, ranks, k, own) - 1
            if on_left == 1:  # a possible cut has one cluster there
                low = high
            while low < high:
                middle = (low + high + 1) // 2
                end = own[CUTS, middle]
                if on_left == 2:
                    told = told_by_one_test(order[j], 0, end, labels, ranks, left)
                else:
                    choose_points(orders, level, size, j, 0, end, own[INSIDE])
                    told = tellable(level + 1, end, on_left, depth - 1, orders, labels, ranks, k, scratch, left)
                if told:
                    low = middle
                else:
                    high = middle - 1
                if left[1]:
                    return True
            if low < 0:
                continue
            start = own[CUTS, low]
            if on_right == 1:
                return True
            if on_right == 2:
                told = told_by_one_test(order[j], start, size, labels, ranks, left)
            else:
                choose_points(orders, level, size, j, start, size, own[INSIDE])
                told = tellable(level + 1, size - start, on_right, depth - 1, orders, labels, ranks, k, scratch, left)
            if told:
                return True
    return False


@compiled(
    "UniTuple(int64, 2)(int64, int64, int64, int64, int64, int64[:,:,::1], int64[::1], int64[:,::1], int64,"
    " int64[:,:,::1], int64[::1])"
)
def cut_interval(
    size: int, j: int, on_left: int, on_right: int, depth: int, orders: Ints, labels: Ints, ranks: Ints, k: int,
    scratch: Ints, left: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Of the possible cuts of feature j, those from the first to the last (by place in scratch[0, CUTS]) leave both
    sides tellable with these leaves; the last is before the first if none does."""
    own = scratch[0]
    count = possible_cuts(orders[0, j], size, j, on_left, on_right, labels, ranks, k, own)
    low, last = -1, count - 1
    if on_left == 1:  # a possible cut has one cluster there
        low = last
    while low < last:
        middle = (low + last + 1) // 2
        end = own[CUTS, middle]
        if on_left == 2:
            told = told_by_one_test(orders[0, j], 0, end, labels, ranks, left)
        else:
            choose_points(orders, 0, size, j, 0, end, own[INSIDE])
            told = tellable(1, end, on_left, depth - 1, orders, labels, ranks, k, scratch, left)
        if told:
            low = middle
        else:
            last = middle - 1
    first, high = 0, last + 1
    if on_right == 1:
        high = 0
    while first < high:
        middle = (first + high) // 2
        start = own[CUTS, middle]
        if on_right == 2:
            told = told_by_one_test(orders[0, j], start, size, labels, ranks, left)
        else:
            choose_points(orders, 0, size, j, start, size, own[INSIDE])
            told = tellable(1, size - start, on_right, depth - 1, orders, labels, ranks, k, scratch, left)
        if told:
            high = middle
        else:
            first = middle + 1
    return first, last


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
