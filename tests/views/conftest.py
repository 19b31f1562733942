"""A small dataset with every kind of feature, and a tree over it."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.tree import Leaf, Split, Tree


@pytest.fixture
def dataset() -> Dataset:
    features = (
        Feature("size", 0.0, 10.0),
        Feature("weight", 0.0, 4.0),
        Feature("colour", 0.0, 1.0, FeatureKind.CATEGORY, "red"),
    )
    values = np.array([[0, 0, 1], [1, 1, 0], [6, 2, 1], [7, 3, 0], [9, 4, 1], [10, 1, 0]], dtype=float)
    return Dataset(features, values, np.array([0, 1, 2, 4, 5, 6]))


@pytest.fixture
def tree(dataset: Dataset) -> Tree:
    """size ≤ 3.5 → 0; otherwise weight ≤ 2.5 → 1, else 2."""
    right = Split(1, 2.5, Leaf(1, 2), Leaf(2, 2), 4)
    return Tree(Split(0, 3.5, Leaf(0, 2), right, 6), dataset.features)
