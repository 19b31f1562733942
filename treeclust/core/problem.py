"""The question: a dataset, links, how many clusters, how deep a tree, how exact. It knows no objective."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.closure import Closure, close
from treeclust.core.dataset import Dataset
from treeclust.core.distances import METRICS, Classes, Floats, distance_classes, even_classes, pairwise
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.rules import TreeRules

MAX_DEPTH = 10
MATRIX_ROWS = 5_000
"""Up to this many rows all pairwise distances are kept in memory."""

STANDS_ON = {
    "ranks": {"dataset"},
    "points": {"dataset", "metric"},
    "distances": {"dataset", "metric", "given_distances"},
    "classes": {"dataset", "metric", "given_distances", "epsilon"},
    "row_tree": {"dataset", "metric"},
}
"""What is computed once per problem, and the fields that it depends on."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Frozen and valid: contradictory links or impossible numbers never get this far.

    `depth` None asks for flat clusters without a tree. `k_min` (default: k) allows fewer clusters than k. Every cluster
    has from `min_rows` to `max_rows` rows, every leaf at least `min_leaf_rows`; no two rows of a cluster are farther
    apart than `max_diameter`, no two of different clusters nearer than `min_split`; `rules` are about the tree.
    `given_distances` (condensed, see `condensed_distances`) take the place of those between the features.
    """

    dataset: Dataset
    k: int
    depth: int | None
    links: Links = field(default_factory=Links)
    epsilon: float = 0.1
    k_min: int | None = None
    metric: str = "euclidean"
    min_rows: int = 1
    max_rows: int | None = None
    min_leaf_rows: int = 1
    max_diameter: float | None = None
    min_split: float | None = None
    rules: TreeRules = field(default_factory=TreeRules)
    given_distances: Floats | None = None

    def __post_init__(self) -> None:
        n = self.dataset.n
        _whole("k", self.k, 2, n, f"the table has {n} rows")
        if self.depth is not None:
            _whole("depth", self.depth, 1, MAX_DEPTH, "deeper trees are not readable")
            if self.k > 2**self.depth:
                raise InputError(
                    f"k = {self.k} is out of range: a tree of depth {self.depth} has at most {2**self.depth} leaves; "
                    f"choose depth ≥ {math.ceil(math.log2(self.k))} or a smaller k."
                )
        if self.k_min is not None:
            _whole("k_min", self.k_min, 1, self.k, "it cannot exceed k")
        if not (isinstance(self.epsilon, (int, float)) and 0 <= self.epsilon < math.inf):
            raise InputError(f"ε = {self.epsilon} is out of range; choose a number ≥ 0.")
        if self.metric not in METRICS:
            raise InputError(f'metric = "{self.metric}" is not known; choose one of {", ".join(METRICS)}.')
        if self.given_distances is not None and len(self.given_distances) != n * (n - 1) // 2:
            raise InputError(f"There are distances for another number of rows than the table's {n}.")
        if self.given_distances is not None and n > MATRIX_ROWS:
            raise InputError(f"Distances of one's own take at most {MATRIX_ROWS} rows, not {n}; cluster a sample.")
        self._check_sizes()
        self.rules.check(self.split_columns, self.least_clusters, self.depth)
        _ = self.closure

    def _check_sizes(self) -> None:
        n, few = self.n, self.least_clusters
        _whole("min_rows", self.min_rows, 1, n // few, f"{few} clusters share {n} rows")
        if self.max_rows is not None:
            _whole(
                "max_rows", self.max_rows, max(self.min_rows, -(-n // self.k)), n, f"{self.k} clusters hold {n} rows"
            )
        _whole("min_leaf_rows", self.min_leaf_rows, 1, n, f"the table has {n} rows")
        if self.is_flat and self.has_sizes and self.is_large:
            raise InputError(
                f"Without a tree, sizes of clusters take at most {MATRIX_ROWS} rows, not {n}; "
                "cluster a sample, or leave them out."
            )
        for name in ("max_diameter", "min_split"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, (int, float)) and 0 <= value < math.inf):
                raise InputError(f"{name} = {value} is out of range; choose a number ≥ 0.")

    @property
    def n(self) -> int:
        return self.dataset.n

    @property
    def is_large(self) -> bool:
        """Are there more rows than all pairwise distances are kept for?"""
        return self.n > MATRIX_ROWS

    @property
    def is_flat(self) -> bool:
        return self.depth is None

    @property
    def least_clusters(self) -> int:
        return self.k if self.k_min is None else self.k_min

    @property
    def has_sizes(self) -> bool:
        """Is any number of rows of a cluster ruled out, beyond none?"""
        return self.min_rows > 1 or self.max_rows is not None

    @property
    def counts_rows(self) -> bool:
        """Is any number of rows of a cluster or a leaf ruled out?"""
        return self.has_sizes or self.min_leaf_rows > 1

    @property
    def split_columns(self) -> frozenset[str]:
        """The columns that a test may ask about, rules aside."""
        return frozenset(feature.column for feature in self.dataset.features if feature.split)

    @cached_property
    def split_features(self) -> NDArray[np.intp]:
        """The features that a test may ask about."""
        never = set(self.rules.never)
        chosen = [j for j, f in enumerate(self.dataset.features) if f.split and f.column not in never]
        return np.array(chosen, dtype=np.intp)

    @cached_property
    def closure(self) -> Closure:
        """Must-link components and which of them exclude each other."""
        return close(self.links, self.n)

    @cached_property
    def points(self) -> Floats:
        """The rows as points whose distances count: scaled features times their weights."""
        once = {"euclidean": 2**-0.5, "cosine": 2**-0.5, "manhattan": 0.5, "chebyshev": 1.0}[self.metric]
        factor = np.array([f.weight * (once if f.one_hot else 1.0) for f in self.dataset.features])
        points: Floats = self.dataset.scaled if (factor == 1).all() else self.dataset.scaled * factor
        return points

    @cached_property
    def distances(self) -> Floats:
        """All pairwise distances in condensed order; not for more than MATRIX_ROWS rows."""
        if self.given_distances is not None:
            return self.given_distances
        return pairwise(self.points, self.metric)

    @cached_property
    def classes(self) -> Classes:
        """The paper's distance classes; classes of one width where the distances are never all known."""
        if self.is_large:
            return even_classes(self.points, self.epsilon)
        return distance_classes(self.distances, self.epsilon)

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """ranks[i, j]: the place of row i's value among the distinct values of feature j."""
        columns = [np.unique(column, return_inverse=True)[1] for column in self.dataset.values.T]
        return np.stack(columns, axis=1).astype(np.intp)

    def with_(self, **changes: Any) -> Problem:
        """The same problem with some fields changed; distances that were computed are kept where they still hold."""
        made = replace(self, **changes)
        made.share(self)
        return made

    def share(self, other: Problem) -> None:
        """Take over what was computed for another problem and holds for this one, too."""
        for name, fields in STANDS_ON.items():
            if name in other.__dict__ and all(_same(getattr(self, one), getattr(other, one)) for one in fields):
                self.__dict__[name] = other.__dict__[name]

    def forget(self) -> None:
        """Free what was computed; it is computed again when somebody asks."""
        for name in STANDS_ON:
            self.__dict__.pop(name, None)


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, (int, float, str)) and bool(one == other))


def _whole(symbol: str, value: Any, low: int, high: int, why: str) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise InputError(f"{symbol} = {value} is out of range: choose a whole number from {low} to {high} ({why}).")
