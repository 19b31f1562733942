"""A question about three or more clusters as groups of points that stay together, with rivals that stay apart.

Links, a bound on MD (far groups are rivals) and a bound on MS (near groups are one) all say the same kind of thing.
Points that nothing is said about are left out, so a tree may have too few clusters; that is for the oracle to see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from treeclust.engine.bounds.conflict_graph import stated_conflicts
from treeclust.engine.halves.coloured_sets import MOST, new_coloured_set, pour_trees
from treeclust.engine.halves.growing import Bits
from treeclust.engine.halves.half_trees import Flags
from treeclust.engine.halves.parity import SignedPoints, ranks_among
from treeclust.engine.halves.roots import Roots
from treeclust.engine.halves.signatures import SignatureSet
from treeclust.engine.halves.stumps import LOOK_UP
from treeclust.engine.instance.instance import Instance, Ints


@dataclass(frozen=True, eq=False)
class ColouredPoints(SignedPoints):
    """The points of a question; `apart[c, d]`: groups c and d are rivals."""

    apart: np.ndarray[tuple[int, int], np.dtype[np.bool_]] | None = None

    def leaf_labels(self, leaf: Ints, leaves: int) -> Ints:
        """Leaves with points of one group have one cluster, those with rivals different ones; by backtracking, which
        is quick for eight leaves. Different clusters are tried first, so that none stays empty without need."""
        assert self.apart is not None
        holds = np.zeros((leaves, self.components), dtype=np.bool_)
        holds[leaf, self.points[3]] = True
        same = (holds.astype(np.int64) @ holds.T) > 0
        rival = (holds.astype(np.int64) @ self.apart @ holds.T) > 0
        label = np.zeros(leaves, dtype=np.int64)

        def give(at: int, used: int) -> bool:
            if at == leaves:
                return True
            for one in range(min(used, self.clusters - 1), -1, -1):
                earlier = label[:at] == one
                if (earlier & rival[at, :at]).any() or (~earlier & same[at, :at]).any():
                    continue
                label[at] = one
                if give(at + 1, max(used, one + 1)):
                    return True
            return False

        give(0, 0)
        return label


class ColouredRoots(Roots):
    """Settles roots of one question about three or more clusters."""

    def new_set(self, words: int) -> SignatureSet:
        return new_coloured_set(words)

    def grow_set(self, words: int) -> bool:
        size = len(self._set[0])
        if size < MOST:
            larger = new_coloured_set(words, 4 * size)
            pour_trees(self._set, larger)
            self._set = larger
        return size < MOST

    def match(self, inside: Flags, across: Bits) -> int:
        return self.trees(self.signed.points, inside, across, LOOK_UP)


def coloured_points(instance: Instance, md_level: int, ms_level: int) -> Iterator[ColouredPoints]:
    """The question "MD of at most, MS of at least these levels"; nothing if it is refuted already."""
    assert instance.problem.depth is not None
    stated = stated_conflicts(instance, instance.first_beyond(md_level), ms_level)
    if stated is None:
        return
    matters = (np.bincount(stated.part, minlength=len(stated.apart)) > 1) | stated.apart.any(axis=1)
    members = np.flatnonzero(matters[stated.part])
    names, number = np.unique(stated.part[members], return_inverse=True)
    rank, order, size, value = ranks_among(instance, members)
    apart = stated.apart[np.ix_(names, names)]
    points = (rank, order, size, number.astype(np.int32), np.zeros(len(members), dtype=np.int32), packed(apart))
    yield ColouredPoints(points, members, value, instance.problem.depth, len(names), clusters=instance.k, apart=apart)


def packed(apart: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> Bits:
    """Rows of bits, in words of 64."""
    words = max(1, -(-len(apart) // 64))
    padded = np.zeros((len(apart), 64 * words), dtype=np.bool_)
    padded[:, : len(apart)] = apart
    return np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little").view(np.uint64))
