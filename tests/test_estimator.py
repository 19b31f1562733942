"""The estimator keeps scikit-learn's contract."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from treeclust.core.errors import InputError
from treeclust.estimator import TreeClust

X, GROUPS = make_blobs(60, centers=3, cluster_std=0.8, random_state=4)

ONE_CLUSTER = "the check sets n_clusters=1; one cluster is no question here, k starts at 2"
CANNOT_APPLY = dict.fromkeys(
    [
        "check_dont_overwrite_parameters",
        "check_methods_subset_invariance",
        "check_fit2d_1feature",
        "check_fit2d_predict1d",
    ],
    ONE_CLUSTER,
)


@parametrize_with_checks([TreeClust(n_clusters=2, depth=2, epsilon=1.0)], expected_failed_checks=lambda _: CANNOT_APPLY)
def test_scikit_learn_checks(estimator, check):
    """Every check that scikit-learn has for a clusterer."""
    check(estimator)


def test_fit_finds_the_blobs():
    """Labels, tree, measures and bounds are there, and the tree gives the labels."""
    model = TreeClust(n_clusters=3, depth=2).fit(X)
    assert model.status_ == "optimal"
    assert adjusted_rand_score(GROUPS, model.labels_) == 1.0
    assert np.array_equal(model.predict(X), model.labels_)
    assert model.bounds_["value"] is not None
    assert model.max_diameter_ > 0 and model.min_split_ > 0


def test_links_are_obeyed():
    """A must-link across two blobs and a cannot-link within one."""
    model = TreeClust(n_clusters=3, depth=3, objective="md").fit(X, must_link=[(0, 1)], cannot_link=[(2, 3)])
    assert model.labels_[0] == model.labels_[1]
    assert model.labels_[2] != model.labels_[3]


def test_an_infeasible_problem_is_a_status_not_a_made_up_answer():
    """No labels, and fit_predict says why."""
    links = {"cannot_link": [(0, 1), (0, 2), (1, 2)]}
    model = TreeClust(n_clusters=2, depth=2).fit(X, **links)
    assert (model.status_, model.labels_, model.tree_) == ("infeasible", None, None)
    with pytest.raises(InputError, match="status: infeasible"):
        TreeClust(n_clusters=2, depth=2).fit_predict(X, **links)
    with pytest.raises(InputError, match="no tree to predict with"):
        model.predict(X)


def test_flat_clusters_have_labels_but_no_tree():
    """depth=None."""
    model = TreeClust(n_clusters=3, depth=None).fit(X)
    assert model.labels_ is not None
    with pytest.raises(InputError, match="flat clusters have no tree"):
        model.predict(X)


def test_in_a_pipeline_and_cloned():
    """Parameters survive clone; a pipeline fits and predicts."""
    model = clone(TreeClust(n_clusters=3, depth=2, epsilon=0.5))
    assert model.get_params()["epsilon"] == 0.5
    labels = make_pipeline(StandardScaler(), model).fit_predict(X)
    assert adjusted_rand_score(GROUPS, labels) == 1.0


def test_a_constant_column_is_left_out_and_predict_still_fits():
    """Column names and places are kept apart from the features used."""
    table = pd.DataFrame({"flat": np.ones(60), "u": X[:, 0], "v": X[:, 1]})
    model = TreeClust(n_clusters=3, depth=2).fit(table)
    assert [feature.column for feature in model.tree_.features] == ["u", "v"]
    assert np.array_equal(model.predict(table), model.labels_)
