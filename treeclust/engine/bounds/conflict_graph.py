"""Which points can never share a cluster, given bounds on MD and MS: links, distances, and what two colours imply."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from treeclust.core.compiled import compiled
from treeclust.engine.instance.instance import Floats, Instance, Ints

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Conflicts:
    """`apart[p, q]`: parts p and q cannot share a cluster; `part[i]` is the part of point i."""

    part: Ints
    apart: Bools


def conflicts(instance: Instance, md_below: float, ms_level: int) -> Conflicts | None:
    """What follows from "MD is below `md_below` and MS of level ≥ ms_level"; None if no clustering is left."""
    found = stated_conflicts(instance, md_below, ms_level)
    if found is None or instance.k > 2:
        return found
    family, colour = two_colour(found.apart)
    if not len(family):
        return None
    return Conflicts(found.part, (family[:, None] == family) & (colour[:, None] != colour))


def stated_conflicts(instance: Instance, md_below: float, ms_level: int) -> Conflicts | None:
    """The same without what two colours imply: links, and parts that are too far from each other."""
    part = bundles(instance, ms_level)[instance.group_of]
    far = farthest_between(instance, part)
    if bool((np.diagonal(far) >= md_below).any()):
        return None
    apart = far >= md_below
    group_part = part[instance.first_member]
    one, two = group_part[instance.exclusive].T
    if bool((one == two).any()):
        return None
    apart[one, two] = apart[two, one] = True
    return Conflicts(part, apart)


def bundles(instance: Instance, ms_level: int) -> Ints:
    """For every group the number of its bundle: groups that share a cluster whenever MS reaches the level."""
    if ms_level <= 0:
        return np.arange(instance.groups)
    one, two, length = instance.spanning
    short = instance.levels.of(length) < ms_level
    ends = instance.group_of[one[short]], instance.group_of[two[short]]
    graph = coo_array((np.ones(len(ends[0])), ends), shape=(instance.groups, instance.groups))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def farthest_between(instance: Instance, part: Ints) -> Floats:
    """The longest distance between the points of every two parts (on the diagonal, within each)."""
    assert instance.matrix is not None
    count = int(part.max()) + 1
    if count == instance.points:
        order = np.empty(count, dtype=np.int64)
        order[part] = np.arange(count)
        return instance.matrix if np.array_equal(order, part) else instance.matrix[np.ix_(order, order)]
    return widest(instance.matrix, part, count)


@compiled("float64[:,::1](float64[:,::1], int64[::1], int64)")
def widest(matrix: Floats, part: Ints, count: int) -> Floats:
    """The largest entry of each block of a symmetric matrix."""
    far = np.zeros((count, count))
    for i in range(len(part)):
        row = far[part[i]]
        for j in range(len(part)):
            row[part[j]] = max(row[part[j]], matrix[i, j])
    return far


@compiled("Tuple((int64[::1], int64[::1]))(boolean[:,::1])")
def two_colour(apart: Bools) -> tuple[Ints, Ints]:
    """Connected families of the graph and a colouring with two colours; empty arrays if an odd cycle forbids it.
    Parts apart from a common one get one colour, so one pass finds everything that two clusters imply."""
    n = len(apart)
    family = np.full(n, -1, dtype=np.int64)
    colour = np.zeros(n, dtype=np.int64)
    queue = np.empty(n, dtype=np.int64)
    for start in range(n):
        if family[start] >= 0:
            continue
        family[start] = start
        queue[0], head, tail = start, 0, 1
        while head < tail:
            u = queue[head]
            head += 1
            for v in range(n):
                if apart[u, v]:
                    if family[v] < 0:
                        family[v], colour[v] = start, 1 - colour[u]
                        queue[tail] = v
                        tail += 1
                    elif colour[v] == colour[u]:
                        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    return family, colour


@compiled("float64(float64[:,::1], int64[:,::1])")
def least_diameter(far: Floats, exclusive: Ints) -> float:
    """Two clusters that keep exclusive parts apart cannot both have diameters below this, and if trees did not matter
    they could have this one; infinite if they cannot keep exclusive parts apart.

    Along a maximum spanning tree (Prim) all neighbours have different colours. The ends of any other pair are joined by
    edges that are no shorter, so there is an odd cycle of long edges exactly if some long pair has one colour.
    """
    n, longest = len(far), 0.0
    rivals, first = np.empty(2 * len(exclusive), dtype=np.int64), np.zeros(n + 1, dtype=np.int64)
    for e in range(len(exclusive)):
        first[exclusive[e, 0] + 1] += 1
        first[exclusive[e, 1] + 1] += 1
    first = np.cumsum(first)
    free = first[:-1].copy()
    for e in range(len(exclusive)):
        one, two = exclusive[e, 0], exclusive[e, 1]
        rivals[free[one]], rivals[free[two]] = two, one
        free[one] += 1
        free[two] += 1
    # reach[v]: the longest edge from the tree to v; wanted[v]: the same, below all others once v is in the tree
    reach, wanted, above = np.full(n, -1.0), np.full(n, -1.0), np.full(n, -1, dtype=np.int64)
    colour, u = np.zeros(n, dtype=np.int64), 0
    for _ in range(n):
        colour[u] = 0 if above[u] < 0 else 1 - colour[above[u]]
        reach[u], wanted[u] = np.inf, -2.0
        for at in range(first[u], first[u + 1]):
            v = rivals[at]
            if reach[v] < np.inf:
                reach[v], wanted[v], above[v] = np.inf, np.inf, u
            elif wanted[v] == -2.0 and colour[v] == colour[u]:
                return np.inf
        best, start = -2.0, u
        for v in range(n):
            if far[start, v] > reach[v]:
                reach[v], wanted[v], above[v] = far[start, v], far[start, v], start
            if wanted[v] > best:
                best, u = wanted[v], v
    for i in range(n):
        for j in range(i + 1):
            longest = max(longest, far[i, j] if colour[i] == colour[j] else 0.0)
    return longest
