"""Minimum spanning trees (Prim). The minimum split of a clustering is the shortest tree edge that it cuts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@compiled("Tuple((int64[::1], int64[::1], float64[::1]))(float64[:,::1], int64[::1])")
def spanning_tree(matrix: Floats, group_of: Ints) -> tuple[Ints, Ints, Floats]:
    """Prim's algorithm; points of one group are at distance −1, so that each group is a subtree."""
    n = len(matrix)
    one = np.empty(n - 1, dtype=np.int64)
    two = np.empty(n - 1, dtype=np.int64)
    length = np.empty(n - 1)
    near = np.full(n, np.inf)
    parent = np.zeros(n, dtype=np.int64)
    done = np.zeros(n, dtype=np.bool_)
    at = 0
    done[0] = True
    for step in range(n - 1):
        best, best_length = -1, np.inf
        for v in range(n):
            if not done[v]:
                d = matrix[at, v] if group_of[v] != group_of[at] else -1.0
                if d < near[v]:
                    near[v], parent[v] = d, at
                if best < 0 or near[v] < best_length:
                    best, best_length = v, near[v]
        one[step], two[step], length[step] = parent[best], best, best_length
        done[best] = True
        at = best
    return one, two, length


@compiled("Tuple((int64[::1], int64[::1]))(int64[::1], int64[::1], int64)")
def edges_by_end(one: Ints, two: Ints, count: int) -> tuple[Ints, Ints]:
    """The edges at node u are edge[first[u]] … edge[first[u + 1] - 1]."""
    degree = np.zeros(count + 1, dtype=np.int64)
    for e in range(len(one)):
        degree[one[e] + 1] += 1
        degree[two[e] + 1] += 1
    first = np.cumsum(degree)
    place = first[:-1].copy()
    edge = np.empty(2 * len(one), dtype=np.int64)
    for e in range(len(one)):
        for u in (one[e], two[e]):
            edge[place[u]] = e
            place[u] += 1
    return first, edge


@compiled("Tuple((int64, float64))(int64, boolean[::1], int64[::1], int64[::1], float64[::1], int64[::1], int64[::1])")
def nearest(
    start: int, wanted: Bools, one: Ints, two: Ints, length: Floats, first: Ints, edge: Ints
) -> tuple[int, float]:
    """The wanted node of a tree whose path from `start` has the shortest longest edge, and that edge's length."""
    count = len(wanted)
    reach = np.full(count, np.inf)
    reach[start] = -1.0
    stack = np.empty(count, dtype=np.int64)
    stack[0], top = start, 1
    found, best = -1, np.inf
    while top > 0:
        top -= 1
        u = stack[top]
        for q in range(first[u], first[u + 1]):
            e = edge[q]
            v = two[e] if one[e] == u else one[e]
            longest = max(reach[u], length[e])
            if v == start or reach[v] != np.inf or longest >= best:
                continue
            reach[v] = longest
            if wanted[v]:
                found, best = v, longest
            stack[top] = v
            top += 1
    return found, best
