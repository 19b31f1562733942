"""Words about an answer: names proposed for clusters, and where a distance is that the plot does not show."""

from __future__ import annotations

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.views.axes import axes_of
from treeclust.views.cluster_words import proposed_names
from treeclust.views.pair_words import hidden_distance


def test_clusters_are_named_after_what_sets_them_apart():
    """Two groups that differ in one column are low and high there; clusters that are alike get no name."""
    values = np.column_stack([np.r_[np.zeros(10), np.full(10, 9.0)], np.tile([1.0, 2.0], 10)])
    dataset = Dataset.from_array(values, names=["weight", "noise"])
    assert proposed_names(dataset, np.repeat([0, 1], 10)) == {0: "low weight", 1: "high weight"}
    assert proposed_names(dataset, np.tile([0, 0, 1, 1], 5)) == {}


def test_a_pair_that_looks_near_is_explained():
    """The columns in which the rows differ are named where the plot does not show them, and not where it does."""
    values = np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 90.0], [10.0, 10.0, 50.0], [5.0, 2.0, 100.0]])
    dataset = Dataset.from_array(values, names=["x", "y", "height"])
    x, y, height = axes_of(dataset)[:3]
    assert hidden_distance(dataset, (x, y), (0, 1)) == (
        "The widest pair looks near here: its rows differ mostly in height."
    )
    assert hidden_distance(dataset, (x, height), (0, 1)) is None
