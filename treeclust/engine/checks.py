"""What a proposed clustering is worth on all points, and which points to activate when it breaks something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from treeclust.engine.diameters import farthest_pairs
from treeclust.engine.ground import Ground, Ints


@dataclass(frozen=True, eq=False)
class Check:
    """`feasible`: links hold and enough clusters have rows. Levels are those of MD (−1: all alone) and MS."""

    labels: Ints
    torn: Ints
    clashing: Ints
    missing: int
    md: float | None
    md_level: int
    ms_level: int
    far: list[tuple[int, int]]
    cut: Ints

    @property
    def feasible(self) -> bool:
        return not len(self.torn) and not len(self.clashing) and self.missing == 0

    def keeps(self, md_level: int, ms_level: int) -> bool:
        """Feasible, with MD of at most and MS of at least these levels?"""
        return self.feasible and self.md_level <= md_level and self.ms_level >= ms_level


def check(
    ground: Ground, labels: Ints, wants_split: bool, limit: int, pause: Callable[[], None] = lambda: None
) -> Check:
    """Measure a labelling of all points."""
    torn, clashing, missing = faults(ground, labels)
    md, far = farthest_pairs(ground, labels, limit, pause)
    md_level = -1 if md is None else int(ground.levels.of(md))
    cut, ms_level = np.zeros(0, dtype=np.int64), ground.levels.count
    if wants_split:
        a, b, length = ground.spanning
        cut = np.flatnonzero(labels[a] != labels[b])
        if len(cut):
            ms_level = int(ground.levels.of(length[cut[0]]))
    return Check(labels, torn, clashing, missing, md, md_level, ms_level, far, cut)


def faults(ground: Ground, labels: Ints) -> tuple[Ints, Ints, int]:
    """Points torn from their group, exclusive pairs of groups that are together, and how many clusters are missing."""
    of_group = labels[ground.first_member]
    torn = np.flatnonzero(labels != of_group[ground.group_of])
    one, two = ground.exclusive.T
    clashing = np.flatnonzero(of_group[one] == of_group[two])
    return torn, clashing, max(0, ground.problem.least_clusters - len(np.unique(labels)))


def obeys(ground: Ground, labels: Ints) -> bool:
    """Is it a clustering at all? Quicker than a check, because nothing is measured."""
    torn, clashing, missing = faults(ground, labels)
    return not len(torn) and not len(clashing) and missing == 0
