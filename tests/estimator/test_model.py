"""The estimator keeps scikit-learn's contract."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from treeclust.core.errors import InputError
from treeclust.estimator import TreeClust

X, GROUPS = make_blobs(60, centers=3, cluster_std=0.8, random_state=4)


@parametrize_with_checks([TreeClust(n_clusters=2, depth=2, epsilon=1.0)])
def test_scikit_learn_checks(estimator, check):
    """Every check that scikit-learn has for a clusterer; none is left out."""
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
    assert not hasattr(model, "predict")
    with pytest.raises(AttributeError) as refused:
        model.predict(X)
    assert "the status is infeasible" in str(refused.value.__cause__)


def test_flat_clusters_have_labels_but_no_tree():
    """depth=None."""
    model = TreeClust(n_clusters=3, depth=None).fit(X)
    assert model.labels_ is not None
    assert not hasattr(model, "predict") and not hasattr(TreeClust(depth=None), "predict")
    with pytest.raises(AttributeError) as refused:
        model.predict(X)
    assert "flat clusters have no tree" in str(refused.value.__cause__)


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


@pytest.mark.parametrize("depth", [2, None])
def test_one_cluster_is_all_rows(depth):
    """There is only that clustering, so it is optimal; its diameter is the widest distance in the table."""
    model = TreeClust(n_clusters=1, depth=depth).fit(X, must_link=[(0, 1)])
    scaled = (X - X.min(axis=0)) / np.ptp(X, axis=0) * 100
    assert (model.status_, set(model.labels_)) == ("optimal", {0})
    assert model.max_diameter_ == pytest.approx(pdist(scaled).max())
    assert model.bounds_["max_diameter"] == model.max_diameter_ and model.min_split_ is None
    assert depth is None or set(model.predict(X)) == {0}


def test_one_cluster_breaks_cannot_links_and_limits():
    """Proved at once: a status, with the reason."""
    model = TreeClust(n_clusters=1).fit(X, cannot_link=[(0, 1)])
    assert (model.status_, model.labels_) == ("infeasible", None)
    assert "cannot-link" in model.result_.message
    narrow = TreeClust(n_clusters=1, max_diameter=10).fit(X)
    assert narrow.status_ == "infeasible" and "MD is" in narrow.result_.message
    soft = TreeClust(n_clusters=1).fit(X, links=[(0, 1, "cannot", "unsure")])
    assert soft.status_ == "optimal" and [one.link.pair for one in soft.broken_links_] == [(0, 1)]
    with pytest.raises(InputError, match="nothing to ask"):
        soft.pareto()


def test_numbers_of_numpy_are_numbers():
    """Parameters of every kind of number give the same answer."""
    plain = TreeClust(n_clusters=3, depth=2, epsilon=0.5, min_cluster_size=4, slack=2.0, time_limit=50).fit(X)
    numpy = TreeClust(
        n_clusters=np.int64(3),
        depth=np.int32(2),
        epsilon=np.float32(0.5),
        min_cluster_size=np.int16(4),
        slack=np.float64(2.0),
        time_limit=np.float32(50),
        random_state=np.int64(0),
        feature_weights=np.ones(2, dtype=np.float32),
    ).fit(X)
    assert np.array_equal(plain.labels_, numpy.labels_)
    assert type(numpy.question_.problem.k) is int and type(numpy.question_.problem.epsilon) is float
    generator = TreeClust(n_clusters=3, depth=2, epsilon=0.5, random_state=np.random.RandomState(3)).fit(X)
    assert generator.status_ == "optimal"


def test_a_fitted_model_does_not_carry_its_distances():
    """They are computed again when somebody asks, so a pickle is about as large as the table."""
    model = TreeClust(n_clusters=3, depth=2).fit(X)
    assert "distances" not in model.question_.problem.__dict__
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict(X), model.labels_)


def test_a_table_with_gaps_or_text_is_told_the_way():
    """scikit-learn's error, with a note on `from_table`."""
    for table in (pd.DataFrame({"a": [1.0, None, 3.0], "b": [1.0, 2.0, 3.0]}), pd.DataFrame({"a": ["x", "y"]})):
        with pytest.raises(ValueError) as refused:
            TreeClust(n_clusters=2).fit(table)
        assert "from_table" in refused.value.__notes__[0]


@pytest.mark.parametrize("limit", [-1, 0, "long", float("nan"), True])
def test_a_time_limit_is_a_number_of_seconds(limit):
    """Anything else is refused in a sentence."""
    with pytest.raises(InputError, match="time_limit"):
        TreeClust(n_clusters=2, time_limit=limit).fit(X)


def test_weights_as_a_series():
    """By the names in its index."""
    table = pd.DataFrame(X, columns=["u", "v"])
    model = TreeClust(n_clusters=3, depth=2, feature_weights=pd.Series({"v": 2.0})).fit(table)
    assert [feature.weight for feature in model.tree_.features] == [1.0, 2.0]
