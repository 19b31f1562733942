"""The instance: equal rows merged to points, must-links merged to groups, features reduced, distances between them.

A *point* is a set of equal rows (one row where there is no tree: then equal rows may part). A *group* is a set of
points that must share a cluster; it has one label. Everything below counts points and groups from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist, squareform

from treeclust.core.distances import DECIMALS, METRICS, pair_indices
from treeclust.core.equations import states
from treeclust.core.problem import Problem
from treeclust.engine.instance.boruvka import without_circles
from treeclust.engine.instance.far_pairs import Cloud, cloud_of
from treeclust.engine.instance.levels import Levels, levels_of
from treeclust.engine.instance.numbering import equal_rows, first_seen
from treeclust.engine.instance.row_tree import row_tree
from treeclust.engine.instance.spanning_tree import edges_by_end, spanning_tree

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
NO_GROUPS = np.zeros(0, dtype=np.int64)
BY_MATRIX = 2_000
"""Up to this many rows distances are looked up in the matrix; above, it is quicker to compute those needed."""


@dataclass(frozen=True, eq=False)
class Instance:
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
    def by_matrix(self) -> bool:
        """Are distances looked up rather than computed?"""
        return self.problem.n <= BY_MATRIX or self.problem.given_distances is not None

    @cached_property
    def matrix(self) -> Floats | None:
        """All distances between points, or None where there are too many."""
        if self.problem.is_large:
            return None
        square = squareform(self.problem.distances, checks=False)
        if self.points < self.problem.n:
            square = square[np.ix_(self.row_of_point, self.row_of_point)]
        return np.ascontiguousarray(square, dtype=np.float64)

    @property
    def _at_hand(self) -> Floats | None:
        """The matrix where distances are looked up, or where something else needed it already."""
        return self.matrix if self.by_matrix else self.__dict__.get("matrix")

    @cached_property
    def scaled(self) -> Floats:
        return np.ascontiguousarray(self.problem.points[self.row_of_point])

    @cached_property
    def cloud(self) -> Cloud:
        """All points in boxes."""
        return cloud_of(self.scaled, self.problem.metric)

    def distances_from(self, point: int) -> Floats:
        """The distance of every point from one of them."""
        if (matrix := self._at_hand) is not None:
            return np.asarray(matrix[point])
        row = cdist(self.scaled[point : point + 1], self.scaled, METRICS[self.problem.metric])[0]
        distances: Floats = np.maximum(row.round(DECIMALS), 0.0)
        return distances

    def distances_among(self, points: Ints) -> Floats:
        """All distances between some of the points."""
        if (matrix := self._at_hand) is not None:
            return matrix if len(points) == self.points else matrix[np.ix_(points, points)]
        square = cdist(self.scaled[points], self.scaled[points], METRICS[self.problem.metric])
        return np.asarray(np.maximum(square.round(DECIMALS), 0.0), dtype=np.float64)

    def distance(self, one: int, two: int) -> float:
        if (matrix := self._at_hand) is not None:
            return float(matrix[one, two])
        pair = cdist(self.scaled[[one]], self.scaled[[two]], METRICS[self.problem.metric])
        return float(max(pair[0, 0].round(DECIMALS), 0.0))

    @cached_property
    def by_group(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.group_of, kind="stable")
        return order, np.searchsorted(self.group_of[order], np.arange(self.groups + 1))

    def members(self, group: int) -> Ints:
        """The points of a group."""
        order, starts = self.by_group
        return order[starts[group] : starts[group + 1]]

    @cached_property
    def first_member(self) -> Ints:
        order, starts = self.by_group
        return order[starts[:-1]]

    def farthest(self, group: int) -> Floats:
        """For every group, the longest distance between its points and those of the given one."""
        longest = self.distances_from(int(self.members(group)[0]))
        for point in self.members(group)[1:]:
            longest = np.maximum(longest, self.distances_from(int(point)))
        if self.groups == self.points:
            return longest[self.first_member]
        order, starts = self.by_group
        return np.maximum.reduceat(longest[order], starts[:-1])

    @cached_property
    def widest_group(self) -> float | None:
        """The largest diameter of a group, or of the rows of a point: a lower bound on MD; None if all are single."""
        widest = None if len(self.row_of_point) == self.problem.n else 0.0
        for group in np.flatnonzero(np.bincount(self.group_of) > 1):
            width = self._width(self.members(int(group)))
            widest = width if widest is None else max(widest, width)
        return widest

    def _width(self, points: Ints) -> float:
        if (matrix := self._at_hand) is not None:
            return float(matrix[np.ix_(points, points)].max())
        return max(float(self.distances_from(point)[points].max()) for point in points.tolist())

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
        """Features to ask about: each orders the points differently from every earlier one, in either direction. Where
        rules count columns, that holds within a column only."""
        kept: list[int] = []
        seen: set[bytes] = set()
        by_column, features = self.problem.rules.bind_the_shape, self.problem.dataset.features
        for j in self.problem.split_features.tolist():
            column = np.ascontiguousarray(self._all_ranks[:, j])
            name = features[j].column.encode() if by_column else b""
            if name + column.tobytes() not in seen and column.max() > 0:
                kept.append(j)
                seen |= {name + column.tobytes(), name + (column.max() - column).tobytes()}
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
        if not self.by_matrix:
            return self._contracted(*row_tree(self.problem))
        assert self.matrix is not None
        one, two, length = spanning_tree(self.matrix, self.group_of)
        between = self.group_of[one] != self.group_of[two]
        order = np.argsort(length[between], kind="stable")
        return one[between][order], two[between][order], length[between][order]

    def _contracted(self, one: Ints, two: Ints, length: Floats) -> tuple[Ints, Ints, Floats]:
        """Of the edges between rows, the shortest first, those that join the groups."""
        one, two = self.point_of_row[one], self.point_of_row[two]
        kept = without_circles(np.stack([self.group_of[one], self.group_of[two]], axis=1), self.groups)
        return one[kept], two[kept], length[kept]

    @cached_property
    def group_tree(self) -> tuple[Ints, Ints, Floats, Ints, Ints]:
        """The spanning tree between groups: group, group, length, and its edges by group."""
        one, two, length = self.spanning
        ends = self.group_of[one], self.group_of[two]
        return *ends, length, *edges_by_end(*ends, self.groups)

    @cached_property
    def split_levels(self) -> list[int]:
        """The levels that MS can have, ascending; one beyond the last stands for a single cluster."""
        levels: list[int] = np.unique(self.levels.of(self.spanning[2])).tolist()
        return [*levels, self.levels.count] if self.problem.least_clusters == 1 or not levels else levels

    @cached_property
    def weight(self) -> Ints:
        """How many rows each point stands for."""
        return np.bincount(self.point_of_row, minlength=self.points).astype(np.int64)

    def first_beyond(self, level: int) -> float:
        """The smallest distance that two rows of a cluster may not have if MD is of at most this level."""
        limit = self.problem.max_diameter
        start = self.levels.start(level + 1)
        return start if limit is None else min(start, float(np.nextafter(limit, np.inf)))

    def labels_of_rows(self, labels: Ints) -> NDArray[np.intp]:
        return labels[self.point_of_row].astype(np.intp)


@states(25, 26, sentence="rows with a must-link between them are one group, with one label")
def prepare(problem: Problem) -> Instance:
    """Merge what must stay together."""
    closure = problem.closure
    if problem.is_flat or problem.given_distances is not None:  # then equal rows may part, or be apart
        point_of_row = row_of_point = np.arange(problem.n)
    else:
        point_of_row, row_of_point = equal_rows(problem.ranks)
    count = len(row_of_point)
    pieces = [closure.component, *inseparable(problem)]
    first = np.cumsum([count, *(int(piece.max()) + 1 for piece in pieces)])
    ends = np.concatenate([at + piece for at, piece in zip(first, pieces, strict=False)])
    joins = coo_array((np.ones(len(ends)), (np.tile(point_of_row, len(pieces)), ends)), shape=(int(first[-1]),) * 2)
    joined = connected_components(joins, directed=False)[1]
    group_of, inverse = first_seen(joined[:count])
    group_of_component = inverse[joined[count : count + closure.count]]
    exclusive = group_of_component[np.array(closure.exclusive, dtype=np.int64).reshape(-1, 2)]
    contradiction = bool((exclusive[:, 0] == exclusive[:, 1]).any())
    exclusive = np.unique(np.sort(exclusive, axis=1), axis=0)
    made = Instance(problem, point_of_row, row_of_point, group_of, exclusive, contradiction)
    if problem.max_diameter is not None and (made.widest_group or 0.0) > problem.max_diameter:
        return replace(made, contradiction=True)
    return made


def inseparable(problem: Problem) -> list[Ints]:
    """Numberings of the rows in which those of one number share a cluster, links aside: equal in all that a test may
    ask about, or nearer to each other than the split may be, step by step."""
    found = []
    own = problem.given_distances is not None or len(problem.split_features) < problem.ranks.shape[1]
    if not problem.is_flat and own:
        asked = problem.ranks[:, problem.split_features]
        found.append(equal_rows(asked)[0] if asked.shape[1] else np.zeros(problem.n, dtype=np.int64))
    if problem.min_split is not None:
        one, two = near_rows(problem, problem.min_split)
        graph = coo_array((np.ones(len(one)), (one, two)), shape=(problem.n, problem.n))
        found.append(connected_components(graph, directed=False)[1].astype(np.int64))
    return found


def near_rows(problem: Problem, below: float) -> tuple[Ints, Ints]:
    """Pairs of rows that join all that are nearer to each other than this, step by step."""
    if problem.is_large:
        one, two, length = row_tree(problem)
        return one[length < below], two[length < below]
    near = np.flatnonzero(problem.distances < below)
    one, two = (rows[near].astype(np.int64) for rows in pair_indices(problem.n))
    return one, two
