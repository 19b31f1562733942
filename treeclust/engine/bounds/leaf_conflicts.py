"""Leaf conflicts: is there a tree whose every leaf is free of conflicting points? Polynomial, no SAT.

The question is monotone (fewer points are never harder), so for each feature only the longest feasible prefix matters,
and binary search finds it. Sets of points are bit sets. A budget of steps bounds the work; running out means "maybe".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.core.stop import Stop, never
from treeclust.engine.instance.instance import Ints

Bits = NDArray[np.uint64]
Bools = NDArray[np.bool_]
Places = NDArray[np.int32]
STEPS, RAN_OUT = 0, 1
"""Places in the counters: steps that are left, and whether they ran out."""
NO_LIMIT = int(np.iinfo(np.int64).max)
STEPS_PER_CALL = 20_000_000
"""No single question takes more steps, so that a search can be stopped in between."""


@dataclass(frozen=True, eq=False)
class Orders:
    """The points in question sorted by each feature; `prefix[first[j] + r]` is the set of those with rank ≤ r."""

    order: Places
    rank: Places
    prefix: Bits
    first: Ints
    original: list[Ints]

    @property
    def words(self) -> int:
        return int(self.prefix.shape[1])

    def everything(self) -> Bits:
        return np.array(self.prefix[self.first[1] - 1])


def orders_of(ranks: Ints) -> Orders:
    """Prepare the points with these ranks; `original[j][r]` is the rank that r stands for in feature j."""
    count, features = ranks.shape
    order = np.empty((features, count), dtype=np.int32)
    rank = np.empty((features, count), dtype=np.int32)
    original = []
    for j in range(features):
        values, rank[j] = np.unique(ranks[:, j], return_inverse=True)
        order[j] = np.argsort(rank[j], kind="stable")
        original.append(values)
    first = np.concatenate([[0], np.cumsum([len(values) for values in original])]).astype(np.int64)
    prefix = prefix_sets(order, rank, first, max(1, -(-count // 64)))
    return Orders(order, rank, prefix, first, original)


@compiled("uint64[:,::1](int32[:,::1], int32[:,::1], int64[::1], int64)")
def prefix_sets(order: Places, rank: Places, first: Ints, words: int) -> Bits:
    """For every feature and rank, the set of points up to that rank."""
    features, count = order.shape
    sets = np.zeros((first[-1], words), dtype=np.uint64)
    for j in range(features):
        for at in range(count):
            u = order[j, at]
            place = first[j] + rank[j, u]
            if at > 0 and rank[j, u] != rank[j, order[j, at - 1]]:
                sets[place] = sets[place - 1]
            sets[place, u >> 6] |= np.uint64(1) << np.uint64(u & 63)
    return sets


def pack(member: Bools, words: int) -> Bits:
    """Rows of booleans as bit sets of 64-bit words, lowest bit first."""
    padded = np.zeros((len(member), words * 64), dtype=np.bool_)
    padded[:, : member.shape[1]] = member
    return np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little").view(np.uint64))


@compiled("boolean(uint64[::1], int32[:,::1], int32[:,::1], uint64[:,::1], uint64[::1], int64[::1])")
def stump(points: Bits, order: Places, rank: Places, conflict: Bits, seen: Bits, left: Ints) -> bool:
    """Does one split part the points into two conflict-free sets?"""
    features, n = order.shape
    words = len(points)
    one = np.uint64(1)
    for j in range(features):
        high, low = n, -1
        for upward in (True, False):
            for w in range(words):
                seen[w] = 0
            found = -1
            for at in range(n):
                u = order[j, at] if upward else order[j, n - 1 - at]
                bit = one << np.uint64(u & 63)
                if points[u >> 6] & bit:
                    left[0] -= 1
                    for w in range(words):
                        if conflict[u, w] & seen[w]:
                            found = rank[j, u]
                            break
                    if found >= 0:
                        break
                    seen[u >> 6] |= bit
            if found < 0:
                return True
            if upward:
                high = found
            else:
                low = found
        if low < high:
            return True
    return False


@compiled(
    "boolean(uint64[::1], int64, int32[:,::1], int32[:,::1], uint64[:,::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], uint64[::1], int64[::1])"
)
def separable(
    points: Bits, depth: int, order: Places, rank: Places, prefix: Bits, first: Ints,
    conflict: Bits, sets: Bits, seen: Bits, left: Ints,
) -> bool:  # fmt: skip
    """Is there a tree of this depth whose leaves are conflict-free on these points? True also when steps run out."""
    if left[0] < 0:
        left[1] = 1
        return True
    if depth == 1:
        return stump(points, order, rank, conflict, seen, left)
    part = sets[depth]
    words = len(points)
    for j in range(len(first) - 1):
        low, high = first[j] - 1, first[j + 1] - 1
        while low < high:
            middle = (low + high + 1) // 2
            for w in range(words):
                part[w] = points[w] & prefix[middle, w]
            if separable(part, depth - 1, order, rank, prefix, first, conflict, sets, seen, left):
                low = middle
            else:
                high = middle - 1
            if left[1]:
                return True
        if low == first[j + 1] - 1:
            return True
        for w in range(words):
            part[w] = points[w] & ~prefix[low, w] if low >= first[j] else points[w]
        if separable(part, depth - 1, order, rank, prefix, first, conflict, sets, seen, left):
            return True
    return False


class LeafConflicts:
    """Asks about all points with conflicts, for one set of conflicts."""

    def __init__(self, orders: Orders, conflict: Bits, depth: int, steps: int, stop: Stop = never) -> None:
        self.orders, self.conflict, self.depth, self.stop = orders, conflict, depth, stop
        self.steps, self.ran_out = steps, False
        self._sets = np.zeros((depth + 1, orders.words), dtype=np.uint64)
        self._seen = np.zeros(orders.words, dtype=np.uint64)

    def possible(self, points: Bits | None = None, depth: int | None = None) -> bool:
        """False is a proof that no tree of the depth keeps these points (default: all) free of conflicts."""
        points = self.orders.everything() if points is None else points
        depth = self.depth if depth is None else depth
        o = self.orders
        if self.stop():
            self.ran_out = True
            return True
        if depth == 0:
            return not (self.conflict[members(points)] & points).any()
        allowed = min(self.steps, STEPS_PER_CALL)
        left = np.array([allowed, 0], dtype=np.int64)
        answer = separable(
            points, depth, o.order, o.rank, o.prefix, o.first, self.conflict, self._sets, self._seen, left
        )
        self.steps -= allowed - int(left[STEPS])
        self.ran_out |= bool(left[RAN_OUT])
        return bool(answer)

    def root_interval(self, feature: int) -> tuple[int, int]:
        """The lowest and the highest threshold (rank of the problem) that the root can have with this feature."""
        first, end = int(self.orders.first[feature]), int(self.orders.first[feature + 1])
        prefix, original = self.orders.prefix, self.orders.original[feature]
        everything = self.orders.everything()
        low, high = first - 1, end - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.possible(prefix[middle].copy(), self.depth - 1):
                low = middle
            else:
                high = middle - 1
        highest = NO_LIMIT if low == end - 1 else int(original[low + 1 - first]) - 1
        low, high = first - 1, end - 1
        while low < high:
            middle = (low + high) // 2
            rest = everything & ~prefix[middle] if middle >= first else everything
            if self.possible(rest, self.depth - 1):
                high = middle
            else:
                low = middle + 1
        return (-1 if low < first else int(original[low - first])), highest


def members(points: Bits) -> Ints:
    """The numbers in a bit set."""
    return np.flatnonzero(np.unpackbits(points.view(np.uint8), bitorder="little")).astype(np.int64)
