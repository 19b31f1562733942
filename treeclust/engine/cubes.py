"""Cubes on the root split: a hard question cut into independent pieces, one per interval of a root threshold.

A piece carries nothing but numbers, so it can be sent to another process or machine; `settle` answers it there. A
question is refuted when every piece is; a clustering found in any piece answers it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from treeclust.engine.asker import GROWTH, QUICK, UNDECIDED, Answer
from treeclust.engine.checks import Check
from treeclust.engine.ground import Ground
from treeclust.engine.lazy import LazyTree
from treeclust.engine.relaxation import Verdict

PIECES_PER_FEATURE = 8


@dataclass(frozen=True)
class Cube:
    """The root tests this kept feature, with a threshold of at least `lowest` and at most `highest` (ranks)."""

    feature: int
    lowest: int
    highest: int


def root_cubes(ground: Ground, verdict: Verdict | None = None, pieces: int = PIECES_PER_FEATURE) -> list[Cube]:
    """All root splits that leaf conflicts leave possible, extreme thresholds first: those are settled sooner and
    teach the solver something about the others."""
    cubes: list[tuple[float, Cube]] = []
    for j in range(len(ground.features)):
        most = int(ground.ranks[:, j].max()) - 1
        low = 0 if verdict is None else max(0, int(verdict.lowest[j]))
        high = most if verdict is None else min(most, int(verdict.highest[j]))
        if low > high:
            continue
        borders = np.unique(np.linspace(low, high + 1, min(pieces, high - low + 1) + 1).astype(int)).tolist()
        for start, end in pairwise(borders):
            middle = abs((start + end - 1) / 2 - most / 2) / max(1, most)
            cubes.append((-middle, Cube(j, start, end - 1)))
    return [cube for _, cube in sorted(cubes, key=lambda item: item[0])]


def settle(asker: LazyTree, cube: Cube, md_level: int, ms_level: int, effort: int) -> Answer:
    """The question restricted to one piece; what the solver learns stays with it."""
    with asker.formula.root_in(cube.feature, cube.lowest, cube.highest):
        return asker.search(md_level, ms_level, effort)


def halves(cube: Cube) -> list[Cube]:
    """Two pieces that together are this one; the piece itself if it is a single split."""
    if cube.lowest == cube.highest:
        return [cube]
    middle = (cube.lowest + cube.highest) // 2
    return [Cube(cube.feature, cube.lowest, middle), Cube(cube.feature, middle + 1, cube.highest)]


def conquer(asker: LazyTree, cubes: Sequence[Cube], md_level: int, ms_level: int) -> Check | None:
    """Settle all pieces, in rounds of growing effort; a root without a split is no piece of its own, because a tree
    whose root parts nothing can repeat its only child's test there."""
    left, effort = list(cubes), QUICK
    while left:
        found, left = _round(asker, left, md_level, ms_level, effort)
        if found is not None:
            return found
        effort *= GROWTH
    return None


def _round(
    asker: LazyTree, cubes: Sequence[Cube], md_level: int, ms_level: int, effort: int
) -> tuple[Check | None, list[Cube]]:
    undecided: list[Cube] = []
    for cube, answer in _answers(asker, cubes, md_level, ms_level, effort):
        if answer is UNDECIDED:
            undecided.append(cube)
        elif answer is not None:
            return answer, []
    return None, undecided


def _answers(
    asker: LazyTree, cubes: Sequence[Cube], md_level: int, ms_level: int, effort: int
) -> Iterator[tuple[Cube, Answer]]:
    for cube in cubes:
        yield cube, settle(asker, cube, md_level, ms_level, effort)
