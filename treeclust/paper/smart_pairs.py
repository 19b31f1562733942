"""Smart pairs (the paper's Algorithm 1): which pairs need clauses at all, and which variables they settle.

Rows that must be together form components; a pair inside a component is *inner*, a pair between two components that
exclude each other is *crossing*. Both are settled already, so they need no clauses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.distances import Floats, pair_indices
from treeclust.core.problem import Problem

Ints = NDArray[np.intp]


@dataclass(frozen=True)
class Pairs:
    """The pairs that get clauses. `together` and `separate` come with the distance class of each pair.

    `never_together` is a class whose b⁺ must be false, `never_separate` a class whose b⁻ must be true; None if the
    search for such a class came to its end without one.
    """

    must: tuple[Ints, Ints]
    cannot: tuple[Ints, Ints]
    together: tuple[Ints, Ints, Ints]
    separate: tuple[Ints, Ints, Ints]
    never_together: int | None = None
    never_separate: int | None = None
    infeasible: bool = False


def all_pairs(problem: Problem) -> Pairs:
    """The plain encoding: every link and every pair."""
    i, j = pair_indices(problem.n)
    everything = i, j, problem.classes.of(problem.distances)
    return Pairs(_rows(problem, "must"), _rows(problem, "cannot"), everything, everything)


def smart_pairs(problem: Problem) -> Pairs:
    """Algorithm 1 for a problem."""
    i, j = pair_indices(problem.n)
    must, cannot = _rows(problem, "must"), _rows(problem, "cannot")
    return algorithm_1(problem.n, must, cannot, i, j, problem.distances, problem.classes.of(problem.distances))


def algorithm_1(
    n: int,
    must: tuple[Ints, Ints],
    cannot: tuple[Ints, Ints],
    i: Ints,
    j: Ints,
    distances: Floats,
    classes: Ints,
) -> Pairs:
    """Algorithm 1 on rows 0 … n − 1, all pairs i < j with their distances and distance classes."""
    forest = Forest(n)
    ascending = np.argsort(_lengths(must, n, distances), kind="stable")
    kept_must = [e for e in ascending if forest.join(int(must[0][e]), int(must[1][e]))]
    component = forest.components()
    excluded: set[tuple[int, int]] = set()
    kept_cannot: list[int] = []
    for e in np.argsort(-_lengths(cannot, n, distances), kind="stable"):
        ends = _ordered(component[cannot[0][e]], component[cannot[1][e]])
        if ends[0] == ends[1]:
            return _infeasible()
        if ends not in excluded:
            excluded.add(ends)
            kept_cannot.append(int(e))
    together, never_together = _co_clustering(n, component, excluded, i, j, distances, classes)
    separate, never_separate = _separating(component, excluded, i, j, distances, classes)
    return Pairs(
        (must[0][kept_must], must[1][kept_must]),
        (cannot[0][kept_cannot], cannot[1][kept_cannot]),
        (i[together], j[together], classes[together]),
        (i[separate], j[separate], classes[separate]),
        never_together,
        never_separate,
    )


def _co_clustering(
    n: int,
    component: Ints,
    excluded: set[tuple[int, int]],
    i: Ints,
    j: Ints,
    distances: Floats,
    classes: Ints,
) -> tuple[Ints, int | None]:
    """Lines 12–20: pairs in ascending order until one is crossing; pairs that are inner by then need no clauses.

    A pair that is not inner when its turn comes joins two components, so only the edges of a minimum spanning tree
    (Kruskal's, in the order <*) are ever looked at.
    """
    forest = Forest(n)
    for root, row in zip(component, range(n), strict=True):
        forest.join(int(root), row)
    rivals: dict[int, set[int]] = {}
    for one, two in excluded:
        rivals.setdefault(one, set()).add(two)
        rivals.setdefault(two, set()).add(one)
    chosen: list[int] = []
    for e in _spanning_edges(n, component, i, j, distances):
        one, two = forest.root(int(i[e])), forest.root(int(j[e]))
        if two in rivals.get(one, ()):
            return np.array(chosen, dtype=np.intp), int(classes[e])
        forest.join(one, two)
        kept = forest.root(one)
        gone = two if kept == one else one
        for rival in rivals.pop(gone, set()):
            rivals[rival].discard(gone)
            rivals[rival].add(kept)
            rivals.setdefault(kept, set()).add(rival)
        chosen.append(int(e))
    return np.array(chosen, dtype=np.intp), None


def _separating(
    component: Ints, excluded: set[tuple[int, int]], i: Ints, j: Ints, distances: Floats, classes: Ints
) -> tuple[Ints, int | None]:
    """Lines 22–30: pairs in descending order until one is inner; one pair for each two components not yet exclusive."""
    descending = np.argsort(-distances, kind="stable")
    ends = np.sort(np.stack([component[i], component[j]]), axis=0)[:, descending]
    inner = np.flatnonzero(ends[0] == ends[1])
    stop = int(inner[0]) if len(inner) else len(descending)
    code = ends[0] * len(component) + ends[1]
    first = np.unique(code[:stop], return_index=True)[1]
    crossing = np.isin(code[first], [one * len(component) + two for one, two in excluded])
    chosen = descending[np.sort(first[~crossing])]
    return chosen, int(classes[descending[stop]]) if len(inner) else None


def _spanning_edges(n: int, component: Ints, i: Ints, j: Ints, distances: Floats) -> Ints:
    """Edges (as places in the pair list) of a minimum spanning tree over the components, shortest first (Prim)."""
    square = np.zeros((n, n))
    square[i, j] = square[j, i] = distances
    square[component[:, None] == component[None, :]] = -1.0
    best = np.full(n, np.inf)
    via = np.zeros(n, dtype=np.intp)
    outside = np.ones(n, dtype=bool)
    row = 0
    edges: list[tuple[float, int]] = []
    for _ in range(n - 1):
        outside[row] = False
        closer = outside & (square[row] < best)
        best[closer], via[closer] = square[row][closer], row
        row = int(np.argmin(np.where(outside, best, np.inf)))
        if best[row] >= 0:
            one, two = _ordered(row, via[row])
            edges.append((float(best[row]), one * (2 * n - one - 1) // 2 + two - one - 1))
    return np.array([place for _, place in sorted(edges)], dtype=np.intp)


class Forest:
    """Union-find over rows; the smallest row of a component is its root."""

    def __init__(self, n: int) -> None:
        self.parent = list(range(n))

    def root(self, row: int) -> int:
        parent = self.parent
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    def join(self, one: int, two: int) -> bool:
        """True if they were in different components."""
        low, high = _ordered(self.root(one), self.root(two))
        self.parent[high] = low
        return low != high

    def components(self) -> Ints:
        return np.array([self.root(row) for row in range(len(self.parent))], dtype=np.intp)


def _ordered(one: int | np.intp, two: int | np.intp) -> tuple[int, int]:
    return (int(one), int(two)) if one <= two else (int(two), int(one))


def _rows(problem: Problem, kind: str) -> tuple[Ints, Ints]:
    links = problem.links.must if kind == "must" else problem.links.cannot
    return np.array([link.pair[0] for link in links], np.intp), np.array([link.pair[1] for link in links], np.intp)


def _lengths(pairs: tuple[Ints, Ints], n: int, distances: Floats) -> Floats:
    i, j = np.minimum(*pairs), np.maximum(*pairs)
    lengths: Floats = distances[i * (2 * n - i - 1) // 2 + j - i - 1]
    return lengths


def _infeasible() -> Pairs:
    none = np.array([], dtype=np.intp)
    return Pairs((none, none), (none, none), (none, none, none), (none, none, none), infeasible=True)
