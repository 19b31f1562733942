"""Roots: half trees left and right of a root test, joined on the components that straddle it.

Sets of points that have a half tree are monotone, so binary search leaves an interval of roots for each feature; every
root in it is then found to have a tree or refuted, on its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treeclust.core.decision import UNDECIDED, Undecided
from treeclust.core.stop import Stop, never
from treeclust.engine.halves.growing import Bits, Points, add, clear, new_grown, some_stump, stumps_left
from treeclust.engine.halves.half_trees import Flags, half_trees, new_scratch, steps_taken
from treeclust.engine.halves.parity import SignedPoints
from treeclust.engine.halves.signatures import MOST, TESTS, SignatureSet, new_set, pour
from treeclust.engine.halves.stumps import (
    ANY,
    COLLECT,
    DONE,
    ENOUGH,
    FOUND,
    FULL,
    LIMIT,
    LOOK_UP,
    NEXT,
    OUT_OF_STEPS,
    PLACE,
    new_stumps,
)  # fmt: skip
from treeclust.engine.instance.instance import Ints

STEPS_PER_CALL = 10_000_000
"""After so many steps of compiled code it is asked whether the time is up."""
MOST_STUMPS = 1 << 15
"""A part with more stumps than that is not joined."""
FEW = 64
"""Signatures of one side that are tried one by one on the other."""
Tests = Ints
"""Feature and rank of every node of a tree, root first; row 0 is not used."""


class Roots:
    """Settles roots of one question. `steps` is what is left of the work that is allowed."""

    def __init__(self, signed: SignedPoints, steps: int, stop: Stop = never) -> None:
        self.signed, self.steps, self.stop = signed, steps, stop
        points, features = signed.points, signed.features
        self.count = len(signed.members)
        left, right = (new_grown(features, self.count, signed.components) for _ in range(2))
        words = len(left[4])
        most = min(MOST_STUMPS, int(points[2].sum()) + 1)
        self._sides = (left, right, new_stumps(most, words), new_stumps(most, words))
        self._scratch = new_scratch(self.count, features, left, most if signed.clusters > 2 else 0)
        self._nothing = np.zeros(words, dtype=np.uint64)
        self._hit = np.zeros(6, dtype=np.int32)
        self._stamp = np.zeros(2, dtype=np.int64)
        self._set = self.new_set(words)
        self._everything = np.ones(self.count, dtype=np.uint8)

    def new_set(self, words: int) -> SignatureSet:
        return new_set(words)

    def grow_set(self, words: int) -> bool:
        """Make room for more; False if there is too much already."""
        size = len(self._set[0])
        if size < MOST:
            larger = new_set(words, 4 * size)
            pour(self._set, larger)
            self._set = larger
        return size < MOST

    def trees(self, points: Points, inside: Flags, across: Bits, mode: int) -> int:
        """Half trees over the points inside; DONE, FOUND or OUT_OF_STEPS."""
        state = np.array([0, -1, 0, 0, 0, self.signed.clusters], dtype=np.int64)
        while True:
            before = int(steps_taken(self._sides, self._stamp))
            state[ENOUGH], state[LIMIT] = before + min(self.steps, STEPS_PER_CALL), before + self.steps
            answer = half_trees(
                self._sides, self._scratch, points, inside, across, mode, self._set, self._hit, state, self._stamp,
            )  # fmt: skip
            self.steps -= int(steps_taken(self._sides, self._stamp)) - before
            if answer == FULL and self.grow_set(len(across)):
                continue
            if answer != FOUND and (answer == FULL or self.stop() or self.steps <= 0):
                return OUT_OF_STEPS
            if answer != 0 or state[NEXT] == self.signed.features:
                self._place = int(state[PLACE])
                return int(answer)

    def half(self, inside: Flags) -> bool | Undecided:
        """Is there a half tree over these points?"""
        answer = self.trees(self.signed.points, inside, self._nothing, ANY) if inside.any() else FOUND
        return UNDECIDED if answer == OUT_OF_STEPS else answer == FOUND

    def below(self, feature: int, rank: int) -> Flags:
        """The points left of a root."""
        return (self.signed.points[0][:, feature] <= rank).astype(np.uint8)

    def interval(self, feature: int, lowest: int, highest: int) -> tuple[int, int] | Undecided:
        """The first and the last rank, within these, at which both sides of a root have half trees of their own."""
        low, high = lowest - 1, highest
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.half(self.below(feature, middle))
            if fits is UNDECIDED:
                return UNDECIDED
            low, high = (middle, high) if fits else (low, middle - 1)
        last = high
        low, high = lowest, last + 1
        while low < high:
            middle = (low + high) // 2
            fits = self.half(1 - self.below(feature, middle))
            if fits is UNDECIDED:
                return UNDECIDED
            low, high = (low, middle) if fits else (middle + 1, high)
        return low, last

    def root(self, feature: int, rank: int) -> Tests | Undecided | None:
        """A tree with this root; None: there is none."""
        left = self.below(feature, rank)
        right = 1 - left
        across = self._mask(left) & self._mask(right)
        few, many = (left, right) if left.sum() * 2 <= self.count else (right, left)
        self._set[2][:] = 0
        self._set[3][0] = 0
        answer = self.trees(self.signed.points, many, across, COLLECT)  # the more points, the fewer trees
        if answer == OUT_OF_STEPS:
            return UNDECIDED
        if not self._set[3][0]:
            return None
        answer = self.match(few, across)
        if answer != FOUND:
            return UNDECIDED if answer == OUT_OF_STEPS else None
        of_many, of_few = self._set[1][self._place][:TESTS], self._hit
        one, two = (of_few, of_many) if few is left else (of_many, of_few)
        return in_order([feature, rank], one.tolist(), two.tolist())

    def match(self, inside: Flags, across: Bits) -> int:
        """A half tree over these points whose signature is in the set. Few signatures are tried one by one, each as
        labels that the components across have; that is quicker than to list the trees of a side with few points."""
        if self._set[3][0] > FEW:
            return self.trees(self.signed.points, inside, across, LOOK_UP)
        rank, order, size, component, parity, rivals = self.signed.points
        straddling = np.unpackbits(across.view(np.uint8), bitorder="little")[component] > 0
        joined = np.where(straddling, component[straddling].min(initial=self.signed.components), component)
        for place in range(int(self._set[3][0])):
            value = np.unpackbits(self._set[0][place].view(np.uint8), bitorder="little")[component]
            flipped = np.where(straddling, parity ^ value, parity).astype(np.int32)
            points = (rank, order, size, joined.astype(np.int32), flipped, rivals)
            answer = self.trees(points, inside, self._nothing, ANY)
            if answer != DONE:
                self._place = place
                return answer
        return DONE

    def half_tree(self) -> Tests | Undecided | None:
        """A tree of depth two over all points."""
        answer = self.half(self._everything)
        if answer is UNDECIDED:
            return UNDECIDED
        return np.vstack([[0, -1], self._hit.reshape(3, 2)]).astype(np.int64) if answer else None

    def stump(self) -> Tests | None:
        """A tree of depth one over all points."""
        grown, left = self._sides[0], self._scratch[5]
        clear(grown, self.signed.points)
        for i in range(self.count):
            add(grown, self.signed.points, i)
        if not some_stump(grown):
            return None
        stumps_left(grown, left)
        bits = np.unpackbits(left.view(np.uint8), axis=1, bitorder="little")
        feature, rank = np.nonzero(bits)
        one = [0, -1] if not len(feature) else [int(feature[0]), int(rank[0])]
        return np.array([[0, -1], one], dtype=np.int64)

    def _mask(self, inside: Flags) -> Bits:
        """The components of these points."""
        mask = np.zeros(64 * len(self._nothing), dtype=np.bool_)
        mask[self.signed.points[3][inside > 0]] = True
        return np.packbits(mask, bitorder="little").view(np.uint64)


def tests_of(nodes: Sequence[Sequence[int]]) -> Tests:
    return np.array(nodes, dtype=np.int64)


def in_order(root: list[int], left: list[int], right: list[int]) -> Tests:
    """Root, then both halves, node by node."""
    nodes = [[0, -1], root, left[:2], right[:2], left[2:4], left[4:], right[2:4], right[4:]]
    return tests_of(nodes)
