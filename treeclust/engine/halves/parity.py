"""A question about two clusters as signed components: label of a point = value of its component, flipped by its parity.

Links, a bound on MD (far pairs are apart) and a bound on MS (near pairs are together) all say the same kind of thing.
Points that nothing is said about are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from treeclust.engine.bounds.conflict_graph import stated_conflicts, two_colour
from treeclust.engine.halves.growing import Points, Small
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Instance, Ints


@dataclass(frozen=True, eq=False)
class SignedPoints:
    """The points of a question; `members` are their numbers in the instance, `value[j][r]` is the instance's rank that
    rank r of feature j stands for. `one_of_many`: other such questions together with this one are the whole."""

    points: Points
    members: Ints
    value: list[Ints]
    depth: int
    components: int
    one_of_many: bool = False
    clusters: int = 2

    @property
    def features(self) -> int:
        return len(self.value)

    def threshold(self, feature: int, rank: int) -> int:
        """Halfway to the next rank, in ranks of the instance; −1 sends nothing left."""
        values = self.value[feature]
        if rank < 0:
            return -1
        return int(values[rank] if rank + 1 >= len(values) else (values[rank] + values[rank + 1] - 1) // 2)

    def candidate(self, feature: Ints, rank: Ints, ranks_of_instance: Ints) -> Candidate:
        """The tree with these tests (entry 0 is not used), each leaf with the label that the components give it."""
        threshold = np.array([self.threshold(int(j), int(r)) for j, r in zip(feature, rank, strict=True)])
        tree = Candidate(self.depth, feature, threshold, np.zeros(len(feature), dtype=np.int64))
        leaf = tree.leaves(ranks_of_instance[self.members])
        return tree.relabelled(self.leaf_labels(leaf, len(feature)))

    def leaf_labels(self, leaf: Ints, leaves: int) -> Ints:
        """Two leaves with points of one component have labels that follow from each other."""
        component, parity = self.points[3], self.points[4]
        label = np.full(leaves, -1, dtype=np.int64)
        value = np.full(self.components, -1, dtype=np.int64)
        for start in range(leaves):
            if label[start] < 0:
                label[start] = 0
                while True:
                    known = label[leaf] >= 0
                    value[component[known]] = label[leaf[known]] ^ parity[known]
                    new = (value[component] >= 0) & ~known
                    if not new.any():
                        break
                    label[leaf[new]] = value[component[new]] ^ parity[new]
        return label


def signed_points(instance: Instance, md_level: int, ms_level: int) -> Iterator[SignedPoints]:
    """The question "MD of at most, MS of at least these levels" as questions about signed points, of which one must
    have a tree; without any, it is refuted. There are several where nothing keeps two points apart, although two
    clusters are wanted: then the first must be apart from another."""
    stated = stated_conflicts(instance, instance.first_beyond(md_level), ms_level)
    if stated is None:
        return
    family, colour = two_colour(stated.apart)
    if not len(family):
        return
    if colour.any() or instance.problem.least_clusters < 2:
        yield signed(instance, family[stated.part], colour[stated.part])
        return
    for other in range(1, len(family)):
        tied, apart = family.copy(), np.zeros_like(colour)
        tied[other], apart[other] = family[0], 1
        yield replace(signed(instance, tied[stated.part], apart[stated.part]), one_of_many=True)


def signed(instance: Instance, component: Ints, parity: Ints) -> SignedPoints:
    """Only points whose component has others."""
    assert instance.problem.depth is not None
    members = np.flatnonzero(np.bincount(component)[component] > 1)
    names, number = np.unique(component[members], return_inverse=True)
    rank, order, size, value = ranks_among(instance, members)
    no_rivals = np.zeros((0, 1), dtype=np.uint64)
    points = (rank, order, size, number.astype(np.int32), parity[members].astype(np.int32), no_rivals)
    return SignedPoints(points, members, value, instance.problem.depth, len(names))


def ranks_among(instance: Instance, members: Ints) -> tuple[Small, Small, Small, list[Ints]]:
    """Ranks among these points, the points by rank, how many ranks each feature has, and what ranks stand for."""
    ranks = instance.ranks[members]
    value, rank = [], np.zeros((len(members), ranks.shape[1]), dtype=np.int32)
    for j in range(ranks.shape[1]):
        values, rank[:, j] = np.unique(ranks[:, j], return_inverse=True)
        value.append(values)
    order = np.ascontiguousarray(np.argsort(rank, axis=0, kind="stable").T.astype(np.int32))
    return rank, order, np.array([len(values) for values in value], dtype=np.int32), value
