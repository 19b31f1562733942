"""Agreement of two clusterings, against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from treeclust.core.label_scores import adjusted_rand, normalised_information


def test_the_same_as_scikit_learn():
    """On 60 random pairs of clusterings, alike, unlike, with one cluster or as many as rows."""
    rng = np.random.default_rng(1)
    for case in range(60):
        n, k = int(rng.integers(1, 40)), int(rng.integers(1, 6))
        one = rng.integers(0, k, n)
        two = [one, (one + 1) % k, rng.integers(0, k, n), np.arange(n), np.zeros(n, int)][case % 5]
        assert adjusted_rand(one, two) == pytest.approx(adjusted_rand_score(one, two), abs=1e-12)
        assert normalised_information(one, two) == pytest.approx(normalized_mutual_info_score(one, two), abs=1e-9)


def test_labels_may_be_words():
    """Only which rows are together counts, not what the clusters are called."""
    assert adjusted_rand(["a", "b", "a"], [1, 0, 1]) == normalised_information(["a", "b", "a"], [1, 0, 1]) == 1.0
