"""TreeClust in scikit-learn's manner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from treeclust.ask.wanted import solve
from treeclust.core.dataset import Dataset
from treeclust.core.distances import condensed_distances
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.rules import TreeRules
from treeclust.core.stop import Deadline, never
from treeclust.core.tree import Labels
from treeclust.engine import load_engine

Pairs = Iterable[Sequence[int]]
Name = str | int
"""A feature by its name, or by its place."""


class TreeClust(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Clusters that are the leaves of a shallow decision tree, proved optimal within ε.

    After `fit`: `status_` ("optimal", "feasible", "infeasible", "unknown"), `labels_` and `tree_` (None when no
    clustering was found), `max_diameter_`, `min_split_`, `n_leaves_`, `sum_of_squares_`, `bounds_` (proved lower bounds
    on the diameter and on the objective's value in distance classes) and `result_` with everything else. `depth=None`
    asks for flat clusters.

    Among equally good clusterings, `prefer` takes the most compact one found ("compact"), the tree with the fewest
    leaves ("simple") or what the search met first ("first"); `slack` allows a diameter so many per cent wider than the
    proved best. Features go by their names or places: `feature_weights` (0 to 10; 0 is not measured, only asked about),
    `split_features` (those that tests may ask about), `root_feature` (of the first test). `assume`: what a committee of
    clusterings agrees on stands in for links that nobody gave; they are in `assumed_links_`.
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
        prefer: str = "compact",
        slack: float = 0.0,
        random_state: int | None = 0,
        min_cluster_size: int = 1,
        max_cluster_size: int | None = None,
        min_samples_leaf: int = 1,
        max_leaf_nodes: int | None = None,
        max_columns: int | None = None,
        once_per_path: bool = False,
        root_feature: Name | None = None,
        split_features: Sequence[Name] | None = None,
        feature_weights: Mapping[Name, float] | Sequence[float] | None = None,
        max_diameter: float | None = None,
        min_split: float | None = None,
        assume: bool = False,
    ) -> None:
        self.n_clusters = n_clusters
        self.depth = depth
        self.epsilon = epsilon
        self.objective = objective
        self.min_clusters = min_clusters
        self.metric = metric
        self.engine = engine
        self.time_limit = time_limit
        self.prefer = prefer
        self.slack = slack
        self.random_state = random_state
        self.min_cluster_size = min_cluster_size
        self.max_cluster_size = max_cluster_size
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_columns = max_columns
        self.once_per_path = once_per_path
        self.root_feature = root_feature
        self.split_features = split_features
        self.feature_weights = feature_weights
        self.max_diameter = max_diameter
        self.min_split = min_split
        self.assume = assume

    def fit(
        self,
        X: ArrayLike,
        y: Any = None,
        must_link: Pairs = (),
        cannot_link: Pairs = (),
        distances: ArrayLike | None = None,
    ) -> Self:
        """Find the clustering of X that obeys the links (pairs of row numbers). `y` is ignored. `distances`, a square
        matrix, takes the place of those between the features; the tree still asks about the features."""
        table = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        names = [str(name) for name in getattr(self, "feature_names_in_", range(table.shape[1]))]
        dataset = self._with_roles(Dataset.from_array(table, names), names)
        links = Links.from_pairs(must_link or (), cannot_link or ())
        own = None if distances is None else condensed_distances(distances)
        problem = self._problem(dataset, links, names, own)
        load_engine()
        stop = never if self.time_limit is None else Deadline(self.time_limit)
        seed = 0 if self.random_state is None else int(self.random_state)
        result = solve(
            problem, self.objective, prefer=self.prefer, slack=self.slack, seed=seed, assume=self.assume,
            engine=self.engine, stop=stop,
        )  # fmt: skip
        choice = result.choice
        self.result_ = result
        self.status_ = str(result.status)
        self.labels_ = result.labels
        self.tree_ = result.tree
        self.assumed_links_ = result.assumed
        self.max_diameter_ = result.md
        self.min_split_ = result.ms
        self.n_leaves_ = None if choice is None else choice.leaves
        self.sum_of_squares_ = None if choice is None else choice.sum_of_squares
        self.bounds_ = {"max_diameter": result.md_lower_bound, "value": result.value_lower_bound}
        self._columns = [names.index(feature.column) for feature in dataset.features]
        return self

    def _problem(self, dataset: Dataset, links: Links, names: Sequence[str], own: Any) -> Problem:
        root = None if self.root_feature is None else name_of(self.root_feature, names)
        rules = TreeRules((), root, self.max_columns, self.max_leaf_nodes, self.once_per_path)
        return Problem(
            dataset, self.n_clusters, self.depth, links, self.epsilon, self.min_clusters, self.metric,
            self.min_cluster_size, self.max_cluster_size, self.min_samples_leaf, self.max_diameter, self.min_split,
            rules, own,
        )  # fmt: skip

    def _with_roles(self, dataset: Dataset, names: Sequence[str]) -> Dataset:
        """The features with their weights, and which of them tests may ask about."""
        given = self.feature_weights
        if given is not None and not isinstance(given, Mapping):
            given = dict(zip(names, given, strict=True))
        weights = {name_of(name, names): float(weight) for name, weight in (given or {}).items()}
        asked = None if self.split_features is None else {name_of(name, names) for name in self.split_features}
        return dataset.with_roles(weights, asked)

    def fit_predict(self, X: ArrayLike, y: Any = None, **given: Any) -> Labels:
        """Fit and return the labels; an InputError when there are none, never a made-up answer."""
        labels = self.fit(X, y, **given).labels_
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


def name_of(name: Name, names: Sequence[str]) -> str:
    """The name of a feature that was given by name or place."""
    if isinstance(name, (int, np.integer)) and 0 <= name < len(names):
        return names[int(name)]
    if name in names:
        return str(name)
    raise InputError(f'There is no feature "{name}"; the features are {", ".join(names[:12])}.')
