"""The estimator: parameters, fit, predict. What else a fitted one can do is in the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from treeclust.ask.one_cluster import solve_one_cluster
from treeclust.ask.soft import count_broken
from treeclust.ask.solve import solve_question
from treeclust.core.answers import SoftResult
from treeclust.core.dataset import Dataset
from treeclust.core.distances import condensed_distances
from treeclust.core.errors import InputError
from treeclust.core.links import Kind
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.soft_links import SoftLink
from treeclust.core.tree import Labels
from treeclust.estimator.asked import Name, plain, question_of, seconds_of
from treeclust.estimator.bridge import Bridge
from treeclust.estimator.given_links import Given, links_of, numbered
from treeclust.estimator.keeping import Keeping
from treeclust.estimator.linking import Linking
from treeclust.estimator.pictures import Pictures
from treeclust.estimator.questions import Questions
from treeclust.estimator.table import FromTable
from treeclust.estimator.watching import watched

NOT_NUMBERS = 'For a table with text, dates or gaps: TreeClust.from_table(table, text=["column"], missing="median").'


def has_tree(model: TreeClust) -> bool:
    """Before a fit whoever asks for a tree will have one; raises InputError with the reason where there is none."""
    if not hasattr(model, "status_"):
        return model.depth is not None
    if model.tree_ is None:
        why = "flat clusters have no tree" if model.labels_ is not None else f"the status is {model.status_}"
        raise InputError(f"There is no tree to predict with: {why}; fit again with other parameters.")
    return True


def with_row_names(dataset: Dataset, index: pd.Index | None) -> Dataset:
    """Labels that are not numbers are the names of the rows, in plots and reports."""
    if index is None or pd.api.types.is_numeric_dtype(index.dtype):
        return dataset
    return replace(dataset, row_names=tuple(map(str, index)))


class TreeClust(Questions, Pictures, Linking, Keeping, Bridge, FromTable, ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Clusters that are the leaves of a shallow decision tree, proved optimal within ε.

    After `fit`: `status_` ("optimal", "feasible", "infeasible", "unknown"), `labels_` and `tree_` (None when no
    clustering was found), `max_diameter_`, `min_split_`, `n_leaves_`, `sum_of_squares_`, `bounds_` (proved lower bounds
    on the diameter and on the objective's value in distance classes), `broken_links_` (soft links that the answer
    breaks), `result_` with everything else and `question_`, what was asked. `depth=None` asks for flat clusters.

    Among equally good clusterings, `prefer` takes the most compact one found ("compact"), the tree with the fewest
    leaves ("simple") or what the search met first ("first"); `slack` allows a diameter so many per cent wider than the
    proved best. Features go by their names or places: `feature_weights` (0 to 10; 0 is not measured, only asked about),
    `split_features` (those that tests may ask about), `root_feature` (of the first test). `assume`: what a committee of
    clusterings agrees on stands in for links that nobody gave; they are in `assumed_links_`.

    A search that is stopped, by `time_limit` or by Ctrl-C, keeps its best answer. `verbose=None` shows progress in
    notebooks once a search is long, `True` also elsewhere, `False` never.
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
        verbose: bool | None = None,
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
        self.verbose = verbose

    def fit(
        self,
        X: ArrayLike,
        y: Any = None,
        must_link: Given = None,
        cannot_link: Given = None,
        distances: ArrayLike | None = None,
        links: Given = None,
        links_by: str | None = None,
    ) -> Self:
        """Find the clustering of X that obeys the links. `y` is ignored.

        `must_link` and `cannot_link` are pairs of rows: a list, an array of two columns, a DataFrame. `links` are both
        kinds at once, with an optional certainty: a DataFrame with the columns a, b, kind and certainty, or a list of
        such tuples; a link that is not sure ("fairly sure", "unsure", or a weight) may break. Rows go by their number,
        or by their label in X's index where that is no whole number; `links_by="label"` makes whole numbers labels too.
        `distances`, a square matrix, takes the place of those between the features; the tree still asks about the
        features.
        """
        return self._answer(self._question(X, must_link, cannot_link, distances, links, links_by))

    def _question(
        self,
        X: ArrayLike,
        must_link: Given = None,
        cannot_link: Given = None,
        distances: ArrayLike | None = None,
        links: Given = None,
        links_by: str | None = None,
    ) -> Question:
        """What is asked about X, with arguments as those of `fit`."""
        index = X.index if isinstance(X, pd.DataFrame) else None
        table = self._numbers(X)
        names = [str(name) for name in getattr(self, "feature_names_in_", range(table.shape[1]))]
        dataset = with_row_names(Dataset.from_array(table, names), index)
        hard, soft = links_of(must_link, cannot_link, links, index, len(table), links_by)
        own = None if distances is None else condensed_distances(distances)
        self.recipe_, self.index_ = None, index
        return question_of(self, dataset, names, hard, soft, own)

    def _numbers(self, X: ArrayLike) -> Any:
        try:
            return validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        except ValueError as error:
            if isinstance(X, pd.DataFrame):
                error.add_note(NOT_NUMBERS)
            raise

    def _answer(self, question: Question) -> Self:
        """Search, and keep what was found."""
        with watched(seconds_of(self.time_limit), self.verbose) as watch:
            if plain(self.n_clusters) == 1:
                least = sum(one.weight for one in question.soft if one.link.kind is Kind.CANNOT)
                found: Result | SoftResult = count_broken(solve_one_cluster(question), question.soft, least)
            else:
                found = solve_question(question, self.engine, watch.stop, watch.on_progress)
        question.problem.forget()  # distances are computed again if a question needs them, and not pickled
        return self._keep(question, found)

    def _keep(self, question: Question, found: Result | SoftResult) -> Self:
        result = found.result if isinstance(found, SoftResult) else found
        tree, choice = result.tree, result.choice
        self.question_, self.result_ = question, result
        self.status_ = str(result.status)
        self.labels_ = result.labels
        self.tree_ = tree
        rows = question.problem.dataset.rows
        self.assumed_links_ = tuple(numbered(link, rows) for link in result.assumed)
        self.max_diameter_ = result.md
        self.min_split_ = result.ms
        self.n_leaves_ = None if tree is None else sum(1 for _ in tree.leaves())
        self.sum_of_squares_ = None if choice is None else choice.sum_of_squares
        self.bounds_ = {"max_diameter": result.md_lower_bound, "value": result.value_lower_bound}
        broken = found.broken if isinstance(found, SoftResult) else ()
        self.broken_links_ = tuple(SoftLink(numbered(one.link, rows), one.weight) for one in broken)
        return self

    def fit_predict(self, X: ArrayLike, y: Any = None, **given: Any) -> Labels:
        """Fit and return the labels; an InputError when there are none, never a made-up answer."""
        labels = self.fit(X, y, **given).labels_
        if labels is None:
            raise InputError(f"No clustering was found (status: {self.status_}); relax the links, depth or time limit.")
        return np.asarray(labels)

    @available_if(has_tree)  # type: ignore[untyped-decorator]
    def predict(self, X: ArrayLike) -> Labels:
        """The cluster of new rows, by the tree. A model of a whole table takes a table; there a row that misses a value
        which decides is -1."""
        check_is_fitted(self, "status_")
        assert self.tree_ is not None
        if self.recipe_ is not None:
            return self._place(X)
        table = validate_data(self, X, dtype=np.float64, reset=False)
        return np.asarray(self.tree_.predict(table[:, self._columns()]))

    def _columns(self) -> list[int]:
        """The place in X of each feature of the tree: constant columns are none."""
        names = [str(name) for name in getattr(self, "feature_names_in_", range(self.n_features_in_))]
        return [names.index(feature.column) for feature in self.question_.problem.dataset.features]
