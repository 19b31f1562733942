"""What two clusters imply, against colouring one pair after the other."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from treeclust.engine.bounds.conflict_graph import least_diameter, widest


def best_labels(far: np.ndarray, exclusive: np.ndarray) -> float:
    """The least diameter over all ways to label the parts with two clusters."""
    best = np.inf
    for labels in product((0, 1), repeat=len(far)):
        label = np.array(labels)
        if (label[exclusive[:, 0]] != label[exclusive[:, 1]]).all():
            best = min(best, float(far[label[:, None] == label].max()))
    return best


@given(st.integers(0, 10_000))
def test_the_least_diameter_of_two_clusters_is_that_of_the_best_labels(seed: int) -> None:
    """With exclusive pairs, ties, and parts that are wide themselves."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    far = rng.integers(0, 9, (n, n)).astype(np.float64)
    far = np.maximum(far, far.T)
    np.fill_diagonal(far, rng.integers(0, 4, n) * int(rng.integers(0, 2)))
    pairs = [sorted(rng.choice(n, 2, replace=False)) for _ in range(int(rng.integers(0, 4)))]
    exclusive = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    assert least_diameter(far, exclusive) == best_labels(far, exclusive)


@given(st.integers(0, 10_000))
def test_the_widest_of_a_block_is_the_largest_distance_in_it(seed: int) -> None:
    """For every two parts, and within each."""
    rng = np.random.default_rng(seed)
    matrix = rng.random((12, 12))
    matrix = matrix + matrix.T
    np.fill_diagonal(matrix, 0.0)
    part = np.unique(rng.integers(0, 6, 12), return_inverse=True)[1].astype(np.int64)
    found = widest(matrix, part, int(part.max()) + 1)
    for one, two in product(range(len(found)), repeat=2):
        assert found[one, two] == matrix[np.ix_(part == one, part == two)].max()
