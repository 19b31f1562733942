"""The question: a dataset, links, how many clusters, how deep a tree, how exact. It knows no objective."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.dataset import Dataset
from treeclust.distances import METRICS, DistanceClasses, Floats, distance_classes, pairwise
from treeclust.errors import InputError
from treeclust.links import Closure, Links, close

MAX_DEPTH = 10
MATRIX_ROWS = 5_000
"""Up to this many rows all pairwise distances are kept in memory."""

STANDS_ON = {
    "ranks": {"dataset"},
    "distances": {"dataset", "metric"},
    "classes": {"dataset", "metric", "epsilon"},
}
"""What is computed once per problem, and the fields that it depends on."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Frozen and valid: contradictory links or impossible numbers never get this far.

    `depth` None asks for flat clusters without a tree. `k_min` (default: k) allows fewer clusters than k.
    """

    dataset: Dataset
    k: int
    depth: int | None
    links: Links = field(default_factory=Links)
    epsilon: float = 0.1
    k_min: int | None = None
    metric: str = "euclidean"

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
        _ = self.closure

    @property
    def n(self) -> int:
        return self.dataset.n

    @property
    def is_flat(self) -> bool:
        return self.depth is None

    @property
    def least_clusters(self) -> int:
        return self.k if self.k_min is None else self.k_min

    @cached_property
    def closure(self) -> Closure:
        """Must-link components and which of them exclude each other."""
        return close(self.links, self.n)

    @cached_property
    def distances(self) -> Floats:
        """All pairwise distances in condensed order; not for more than MATRIX_ROWS rows."""
        return pairwise(self.dataset.scaled, self.metric)

    @cached_property
    def classes(self) -> DistanceClasses:
        return distance_classes(self.distances, self.epsilon)

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """ranks[i, j]: the place of row i's value among the distinct values of feature j."""
        columns = [np.unique(column, return_inverse=True)[1] for column in self.dataset.values.T]
        return np.stack(columns, axis=1).astype(np.intp)

    def with_(self, **changes: Any) -> Problem:
        """The same problem with some fields changed; distances that were computed are kept where they still hold."""
        made = replace(self, **changes)
        for name, fields in STANDS_ON.items():
            if name in self.__dict__ and not changes.keys() & fields:
                made.__dict__[name] = self.__dict__[name]
        return made


def _whole(symbol: str, value: Any, low: int, high: int, why: str) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise InputError(f"{symbol} = {value} is out of range: choose a whole number from {low} to {high} ({why}).")
