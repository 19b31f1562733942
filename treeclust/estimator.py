"""TreeClust in scikit-learn's manner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from treeclust.dataset import Dataset
from treeclust.errors import InputError
from treeclust.links import Links
from treeclust.problem import Problem
from treeclust.run import solve
from treeclust.stop import Deadline, never
from treeclust.tree import Labels

Pairs = Iterable[Sequence[int]]


class TreeClust(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Clusters that are the leaves of a shallow decision tree, proved optimal within ε.

    After `fit`: `status_` ("optimal", "feasible", "infeasible", "unknown"), `labels_` and `tree_` (None when no
    clustering was found), `max_diameter_`, `min_split_`, `bounds_` (proved lower bounds on the diameter and on the
    objective's value in distance classes) and `result_` with everything else. `depth=None` asks for flat clusters.
    """

    def __init__(
        self,
        n_clusters: int = 3,
        depth: int | None = 3,
        epsilon: float = 0.1,
        objective: str = "md-ms",
        min_clusters: int | None = None,
        metric: str = "euclidean",
        engine: str = "fast",
        time_limit: float | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.depth = depth
        self.epsilon = epsilon
        self.objective = objective
        self.min_clusters = min_clusters
        self.metric = metric
        self.engine = engine
        self.time_limit = time_limit

    def fit(self, X: ArrayLike, y: Any = None, must_link: Pairs = (), cannot_link: Pairs = ()) -> Self:
        """Find the clustering of X that obeys the links (pairs of row numbers). `y` is ignored."""
        table = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        names = [str(name) for name in getattr(self, "feature_names_in_", range(table.shape[1]))]
        dataset = Dataset.from_array(table, names)
        links = Links.from_pairs(must_link or (), cannot_link or ())
        problem = Problem(dataset, self.n_clusters, self.depth, links, self.epsilon, self.min_clusters, self.metric)
        stop = never if self.time_limit is None else Deadline(self.time_limit)
        result = solve(problem, self.objective, self.engine, stop)
        self.result_ = result
        self.status_ = str(result.status)
        self.labels_ = result.labels
        self.tree_ = result.tree
        self.max_diameter_ = result.md
        self.min_split_ = result.ms
        self.bounds_ = {"max_diameter": result.md_lower_bound, "value": result.value_lower_bound}
        self._columns = [names.index(feature.column) for feature in dataset.features]
        return self

    def fit_predict(self, X: ArrayLike, y: Any = None, **links: Pairs) -> Labels:
        """Fit and return the labels; an InputError when there are none, never a made-up answer."""
        labels = self.fit(X, y, **links).labels_
        if labels is None:
            raise InputError(f"No clustering was found (status: {self.status_}); relax the links, depth or time limit.")
        return np.asarray(labels)

    def predict(self, X: ArrayLike) -> Labels:
        """The cluster of new rows, by the tree."""
        check_is_fitted(self, "status_")
        table = validate_data(self, X, dtype=np.float64, reset=False)
        if self.tree_ is None:
            why = "flat clusters have no tree" if self.labels_ is not None else f"the status is {self.status_}"
            raise InputError(f"There is no tree to predict with: {why}; fit again with other parameters.")
        return np.asarray(self.tree_.predict(table[:, self._columns]))
