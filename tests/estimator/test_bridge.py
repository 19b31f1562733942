"""scikit-learn's decision tree, and ONNX through it, decide as the tree does."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from skl2onnx import to_onnx
from sklearn.datasets import load_iris
from sklearn.tree import export_graphviz, export_text

from tests.estimator.penguins import penguins
from treeclust import TreeClust
from treeclust.core.errors import InputError

TABLES, WITH_ONNX = 200, 20


def random_table(seed: int) -> np.ndarray:
    """Numbers of every size, some with many equal values on a grid of tenths, some with a constant column."""
    rng = np.random.default_rng(seed)
    n, width = int(rng.integers(8, 60)), int(rng.integers(1, 6))
    table = rng.normal(size=(n, width)) * 10.0 ** rng.integers(-6, 8, size=width)
    if seed % 3 == 0:
        table = np.round(table / (np.abs(table).max(axis=0) / 5)) * 1.1
    return np.column_stack([table, np.ones(n)]) if seed % 7 == 0 else table


@pytest.mark.parametrize("part", range(4))
def test_every_row_of_random_tables(part):
    """200 tables in all; on the first 20 ONNX decides alike, from 32-bit numbers."""
    compared = 0
    for seed in range(part, TABLES, 4):
        table, rng = random_table(seed), np.random.default_rng(seed + 1)
        k, depth = int(rng.integers(2, 5)), int(rng.integers(2, 4))
        model = TreeClust(k, depth, epsilon=1.0, objective="md", prefer="first", min_clusters=1).fit(table)
        bridge = model.to_sklearn()
        assert np.array_equal(bridge.predict(table), model.labels_), seed
        compared += 1
        if seed < WITH_ONNX:
            narrow = table.astype(np.float32)
            session = onnxruntime.InferenceSession(to_onnx(bridge, narrow[:1]).SerializeToString())
            assert np.array_equal(session.run(None, {"X": narrow})[0], model.labels_), seed
    assert compared == TABLES // 4


def test_what_scikit_learn_makes_of_a_tree():
    """Names, rows in leaves, paths, importances and exports are those of the tree."""
    frame = load_iris(as_frame=True).data
    model = TreeClust(n_clusters=3, depth=3, epsilon=1.0).fit(frame)
    bridge = model.to_sklearn()
    assert list(bridge.feature_names_in_) == list(frame.columns) and list(bridge.classes_) == [0, 1, 2]
    assert bridge.get_n_leaves() == model.n_leaves_ and bridge.get_depth() == model.tree_.depth
    sizes = sorted(np.unique(bridge.apply(frame), return_counts=True)[1].tolist())
    assert sizes == sorted(leaf.size for leaf in model.tree_.leaves())
    assert bridge.decision_path(frame).shape == (150, bridge.tree_.node_count)
    asked = {frame.columns[i] for i in np.flatnonzero(bridge.feature_importances_)}
    assert asked == {feature.column for feature in model.tree_.features if feature.name in str(model.tree_)}
    assert bridge.feature_importances_.sum() == pytest.approx(1)
    assert all(f"class: {cluster}" in export_text(bridge, feature_names=list(frame.columns)) for cluster in range(3))
    assert export_graphviz(bridge).startswith("digraph")


def test_a_table_goes_through_its_features():
    """Text columns are several features, which `feature_table` makes of new rows."""
    frame = penguins(60)
    model = TreeClust.from_table(frame, text=["island", "sex"], missing="median", n_clusters=3, epsilon=1.0)
    bridge = model.to_sklearn()
    assert "island = Dream" in list(bridge.feature_names_in_)
    assert np.array_equal(bridge.predict(model.feature_table(frame)), model.labels_)


def test_values_that_are_equal_in_32_bits_are_refused():
    """Rather than a tree that decides otherwise."""
    table = np.array([[1e9, 0.0], [1e9 + 1, 1.0], [1e9 + 2, 2.0], [1e9 + 3, 3.0]])
    model = TreeClust(n_clusters=2, depth=1, root_feature=0, split_features=[0]).fit(table)
    with pytest.raises(InputError, match="32 bits"):
        model.to_sklearn()


def test_without_a_tree_there_is_none():
    """Flat clusters, and no clusters."""
    with pytest.raises(InputError, match="no tree"):
        TreeClust(n_clusters=3, depth=None).fit(random_table(1)).to_sklearn()
