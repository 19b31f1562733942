"""What a search stands on: equal rows merged to points, must-links merged to groups, features reduced, distances.

A *point* is a set of equal rows (one row where there is no tree: then equal rows may part). A *group* is a set of
points that must share a cluster; it has one label. Everything below counts points and groups from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist, squareform

from treeclust.distances import DECIMALS, METRICS
from treeclust.engine.levels import Levels, levels_of
from treeclust.engine.spanning import edges_by_end, spanning_tree
from treeclust.problem import MATRIX_ROWS, Problem

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
NO_GROUPS = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Ground:
    """A problem prepared for search; `contradiction` when the links alone rule out every clustering."""

    problem: Problem
    point_of_row: Ints
    row_of_point: Ints
    group_of: Ints
    exclusive: Ints
    contradiction: bool

    @property
    def k(self) -> int:
        return self.problem.k

    @property
    def points(self) -> int:
        return len(self.row_of_point)

    @cached_property
    def groups(self) -> int:
        return int(self.group_of.max()) + 1

    @cached_property
    def levels(self) -> Levels:
        return levels_of(self.problem)

    @cached_property
    def matrix(self) -> Floats | None:
        """All distances between points, or None where there are too many."""
        if self.problem.n > MATRIX_ROWS:
            return None
        square = squareform(self.problem.distances, checks=False)
        if self.points < self.problem.n:
            square = square[np.ix_(self.row_of_point, self.row_of_point)]
        return np.ascontiguousarray(square, dtype=np.float64)

    @cached_property
    def scaled(self) -> Floats:
        return np.ascontiguousarray(self.problem.dataset.scaled[self.row_of_point])

    def distances_from(self, point: int) -> Floats:
        """The distance of every point from one of them."""
        if self.matrix is not None:
            return np.asarray(self.matrix[point])
        row = cdist(self.scaled[point : point + 1], self.scaled, METRICS[self.problem.metric])[0]
        distances: Floats = np.maximum(row.round(DECIMALS), 0.0)
        return distances

    def distance(self, one: int, two: int) -> float:
        if self.matrix is not None:
            return float(self.matrix[one, two])
        pair = cdist(self.scaled[[one]], self.scaled[[two]], METRICS[self.problem.metric])
        return float(max(pair[0, 0].round(DECIMALS), 0.0))

    @cached_property
    def _by_group(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.group_of, kind="stable")
        return order, np.searchsorted(self.group_of[order], np.arange(self.groups + 1))

    def members(self, group: int) -> Ints:
        """The points of a group."""
        order, starts = self._by_group
        return order[starts[group] : starts[group + 1]]

    @cached_property
    def first_member(self) -> Ints:
        order, starts = self._by_group
        return order[starts[:-1]]

    def farthest(self, group: int) -> Floats:
        """For every group, the longest distance between its points and those of the given one."""
        longest = self.distances_from(int(self.members(group)[0]))
        for point in self.members(group)[1:]:
            longest = np.maximum(longest, self.distances_from(int(point)))
        if self.groups == self.points:
            return longest[self.first_member]
        order, starts = self._by_group
        return np.maximum.reduceat(longest[order], starts[:-1])

    @cached_property
    def widest_group(self) -> float | None:
        """The largest diameter of a group, or of the rows of a point: a lower bound on MD; None if all are single."""
        widest = None if len(self.row_of_point) == self.problem.n else 0.0
        for group in np.flatnonzero(np.bincount(self.group_of) > 1):
            for point in self.members(int(group)):
                reach = float(self.distances_from(int(point))[self.members(int(group))].max())
                widest = reach if widest is None else max(widest, reach)
        return widest

    @cached_property
    def rivals(self) -> dict[int, Ints]:
        """For every group with cannot-links, the groups that cannot share its cluster."""
        found: dict[int, list[int]] = {}
        for one, two in self.exclusive.tolist():
            found.setdefault(one, []).append(two)
            found.setdefault(two, []).append(one)
        return {group: np.array(others, dtype=np.int64) for group, others in found.items()}

    def rivals_of(self, group: int) -> Ints:
        return self.rivals.get(group, NO_GROUPS)

    @cached_property
    def features(self) -> Ints:
        """Features that order the points differently from every earlier one, in either direction."""
        kept: list[int] = []
        seen: set[bytes] = set()
        for j, column in enumerate(self._all_ranks.T):
            if column.tobytes() not in seen and column.max() > 0:
                kept.append(j)
                seen |= {column.tobytes(), (column.max() - column).tobytes()}
        return np.array(kept, dtype=np.int64)

    @cached_property
    def _all_ranks(self) -> Ints:
        return self.problem.ranks[self.row_of_point].astype(np.int64)

    @cached_property
    def ranks(self) -> Ints:
        """ranks[i, j]: the place of point i's value among the distinct values of kept feature j."""
        return np.ascontiguousarray(self._all_ranks[:, self.features])

    @cached_property
    def spanning(self) -> tuple[Ints, Ints, Floats]:
        """The minimum spanning tree of the groups: point, point, length; the shortest split cuts one of its edges."""
        assert self.matrix is not None
        one, two, length = spanning_tree(self.matrix, self.group_of)
        between = self.group_of[one] != self.group_of[two]
        order = np.argsort(length[between], kind="stable")
        return one[between][order], two[between][order], length[between][order]

    @cached_property
    def group_tree(self) -> tuple[Ints, Ints, Floats, Ints, Ints]:
        """The spanning tree between groups: group, group, length, and its edges by group."""
        one, two, length = self.spanning
        ends = self.group_of[one], self.group_of[two]
        return *ends, length, *edges_by_end(*ends, self.groups)

    def labels_of_rows(self, labels: Ints) -> NDArray[np.intp]:
        return labels[self.point_of_row].astype(np.intp)


def prepare(problem: Problem) -> Ground:
    """Merge what must stay together."""
    closure = problem.closure
    if problem.is_flat:
        point_of_row = row_of_point = np.arange(problem.n)
    else:
        point_of_row, row_of_point = equal_rows(problem.ranks)
    count = len(row_of_point)
    joins = coo_array(
        (np.ones(problem.n), (point_of_row, count + closure.component)), shape=(count + closure.count,) * 2
    )
    joined = connected_components(joins, directed=False)[1]
    group_of, inverse = first_seen(joined[:count])
    group_of_component = inverse[joined[count:]]
    exclusive = group_of_component[np.array(closure.exclusive, dtype=np.int64).reshape(-1, 2)]
    contradiction = bool((exclusive[:, 0] == exclusive[:, 1]).any())
    exclusive = np.unique(np.sort(exclusive, axis=1), axis=0)
    return Ground(problem, point_of_row, row_of_point, group_of, exclusive, contradiction)


def equal_rows(ranks: NDArray[np.intp]) -> tuple[Ints, Ints]:
    """(point of each row, first row of each point); points are numbered by first row."""
    weights = np.random.default_rng(0).integers(1, 2**62, ranks.shape[1], dtype=np.int64)
    mixed = (ranks.astype(np.int64) * weights).sum(axis=1)
    _, first, inverse = np.unique(mixed, return_index=True, return_inverse=True)
    if not np.array_equal(ranks, ranks[first[inverse]]):  # different rows with one mixture: compare them whole
        table = np.ascontiguousarray(ranks).view([("", ranks.dtype)] * ranks.shape[1]).ravel()
        _, first, inverse = np.unique(table, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return place[inverse], first[order]


def first_seen(names: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Renumber by first appearance; also the new number of every old one."""
    kept, first, inverse = np.unique(names, return_index=True, return_inverse=True)
    new = np.empty(len(kept), dtype=np.int64)
    new[np.argsort(first)] = np.arange(len(kept))
    table = np.zeros(int(names.max()) + 1, dtype=np.int64)
    table[kept] = new
    return new[inverse], table
