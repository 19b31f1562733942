"""Cubes: a hard question cut into independent pieces, one per interval of a root threshold.

A piece carries nothing but numbers, so it can be sent to another process or machine; `settle` answers it there. A
question is refuted when every piece is; a clustering found in any piece answers it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treeclust.engine.bounds.relaxation import Verdict
from treeclust.engine.instance.instance import Instance
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.engine.search.oracle import Decision


@dataclass(frozen=True)
class Cube:
    """The root tests this kept feature, with a threshold of at least `lowest` and at most `highest` (ranks)."""

    feature: int
    lowest: int
    highest: int


def root_cubes(instance: Instance, verdict: Verdict | None = None) -> list[Cube]:
    """All root splits that leaf conflicts leave possible, one piece per feature. A root without a split is no piece of
    its own, because a tree whose root parts nothing can repeat its only child's test there."""
    most = instance.ranks.max(axis=0) - 1
    low = np.zeros_like(most) if verdict is None else np.maximum(0, verdict.lowest)
    high = most if verdict is None else np.minimum(most, verdict.highest)
    return [Cube(int(j), int(low[j]), int(high[j])) for j in np.flatnonzero(low <= high)]


def settle(oracle: LazyTree, cube: Cube, md_level: int, ms_level: int, effort: int) -> Decision:
    """The question restricted to one piece; what the solver learns stays with it."""
    with oracle.formula.root_in(cube.feature, cube.lowest, cube.highest):
        return oracle.search(md_level, ms_level, effort)


def halves(cube: Cube) -> list[Cube]:
    """Two pieces that together are this one; the piece itself if it is a single split."""
    if cube.lowest == cube.highest:
        return [cube]
    middle = (cube.lowest + cube.highest) // 2
    return [Cube(cube.feature, cube.lowest, middle), Cube(cube.feature, middle + 1, cube.highest)]
