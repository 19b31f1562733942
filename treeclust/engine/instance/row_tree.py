"""The minimum spanning tree of all rows of a table that is too large for its matrix; it is kept with the problem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.core.distances import DECIMALS
from treeclust.core.problem import Problem
from treeclust.engine.instance.boruvka import spanning_edges
from treeclust.engine.instance.metric_space import KINDS, apart, in_metric_space, lengths

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Edges = tuple[Ints, Ints, Floats]
FEW_COLUMNS = 10
"""In more dimensions every box is near every point, and it is quicker to look at all pairs once (Prim)."""
PAIRS_AT_ONCE = 20_000_000


def row_tree(problem: Problem, pause: Callable[[], None] = lambda: None) -> Edges:
    """Row, row, length of every edge, the shortest first. `pause` is called now and then; it may raise to end it."""
    kept: Edges | None = problem.__dict__.get("row_tree")
    if kept is None:
        points, name = in_metric_space(problem.points, problem.metric)
        find = spanning_edges if points.shape[1] <= FEW_COLUMNS else edges_by_prim
        points = np.array(points, order="C")  # compiled code does not take arrays that cannot be written to
        one, two = find(points, name, pause)
        length = lengths(points, one, two, KINDS[name])
        if problem.metric == "cosine":
            length = length**2 / 2
        length = length.round(DECIMALS)
        order = np.argsort(length, kind="stable")
        kept = problem.__dict__["row_tree"] = one[order], two[order], length[order]
    return kept


def edges_by_prim(points: Floats, metric: str, pause: Callable[[], None]) -> tuple[Ints, Ints]:
    """The two ends of every edge: the tree grows by the nearest point outside, and every pair is looked at once."""
    n = len(points)
    rest, name = points.copy(), np.arange(n)
    near, parent = np.full(n, np.inf), np.zeros(n, dtype=np.int64)
    one, two = np.empty(n - 1, dtype=np.int64), np.empty(n - 1, dtype=np.int64)
    done = 0
    while done < n - 1:
        pause()
        steps = min(n - 1 - done, max(1, PAIRS_AT_ONCE // (n - done)))
        grow(done, steps, rest, name, near, parent, one, two, KINDS[metric])
        done += steps
    return one, two


@compiled("void(int64, int64, float64[:,::1], int64[::1], float64[::1], int64[::1], int64[::1], int64[::1], int64)")
def grow(
    done: int, steps: int, rest: Floats, name: Ints, near: Floats, parent: Ints, one: Ints, two: Ints, kind: int
) -> None:
    """Add so many edges. The points outside the tree come first in `rest`; the one added last is right behind them."""
    for step in range(done, done + steps):
        last = len(rest) - 1 - step
        best, shortest = 0, np.inf
        for v in range(last):
            d = apart(rest, v, last, kind)
            if d < near[v]:
                near[v], parent[v] = d, name[last]
            if near[v] < shortest:
                best, shortest = v, near[v]
        one[step], two[step] = parent[best], name[best]
        new = last - 1
        for j in range(rest.shape[1]):
            rest[best, j], rest[new, j] = rest[new, j], rest[best, j]
        name[best], name[new] = name[new], name[best]
        near[best], near[new] = near[new], near[best]
        parent[best], parent[new] = parent[new], parent[best]
