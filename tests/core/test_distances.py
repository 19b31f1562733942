"""Distances, their classes, and the two measures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from treeclust.core.distance_buckets import starts_by_bucket
from treeclust.core.distances import (
    distance_classes,
    max_diameter,
    min_split,
    pair_at,
    pair_indices,
    pairwise,
)
from treeclust.core.errors import InputError

POINTS = np.array([[0.0, 0.0], [3.0, 4.0], [100.0, 0.0]])


def test_each_metric_by_name():
    """Euclidean, Manhattan, Chebyshev and cosine between the first two rows."""
    assert pairwise(POINTS)[0] == 5.0
    assert pairwise(POINTS, "manhattan")[0] == 7.0
    assert pairwise(POINTS, "chebyshev")[0] == 4.0
    assert pairwise(POINTS[1:], "cosine")[0] == pytest.approx(0.4)


def test_an_unknown_metric_and_a_row_without_direction_are_refused():
    """One sentence each."""
    with pytest.raises(InputError, match='"hamming" is not known; choose one of euclidean'):
        pairwise(POINTS, "hamming")
    with pytest.raises(InputError, match="Row 0 is zero in every scaled feature"):
        pairwise(POINTS, "cosine")


def test_distances_equal_on_paper_are_equal_in_the_machine():
    """On a grid of thirds, floating point gives 1/3 in several spellings; ε = 0 sees one class per real distance."""
    grid = np.array([[x / 3, y / 3] for x in range(4) for y in range(4)]) * 100
    wanted = len(
        {(a - c) ** 2 + (b - d) ** 2 for a in range(4) for b in range(4) for c in range(4) for d in range(4)} - {0}
    )
    assert len(np.unique(cdist(grid, grid))) - 1 > wanted
    assert len(distance_classes(pairwise(grid), 0.0)) == wanted


@given(
    st.lists(st.integers(0, 1000).map(lambda v: v / 10), min_size=1, max_size=60),
    st.sampled_from([0.0, 0.1, 0.5, 7.0]),
)
def test_classes_are_the_greedy_ones(values, epsilon):
    """Sorted distances join the open class while they are at most ε above its first, else open a new one."""
    starts: list[float] = []
    for value in sorted(values):
        if not starts or value > round(starts[-1] + epsilon, 9):
            starts.append(value)
    classes = distance_classes(np.array(values), epsilon)
    assert classes.starts.tolist() == starts
    for value in values:
        w = int(classes.of(value))
        assert starts[w] <= value <= starts[w] + epsilon + 1e-9


@pytest.mark.parametrize("epsilon", [0.001, 0.01, 0.1, 1.0])
def test_classes_without_sorting_are_the_same(epsilon):
    """Many distances are thrown into buckets instead of sorted, also where many are equal."""
    points = np.random.default_rng(0).random((400, 2)).round(3) * 100
    distances = pairwise(points)
    starts: list[float] = []
    for value in np.unique(distances).tolist():
        if not starts or value > round(starts[-1] + epsilon, 9):
            starts.append(value)
    assert starts_by_bucket(distances, epsilon).tolist() == starts
    assert distance_classes(distances, epsilon).starts.tolist() == starts


def test_diameter_and_split_with_their_pairs():
    """Two rows together, one apart."""
    distances = pairwise(POINTS)
    assert max_diameter(distances, np.array([0, 0, 1])) == (5.0, 0, 1)
    split = min_split(distances, np.array([0, 0, 1]))
    assert split is not None and split[1:] == (1, 2)


def test_no_pair_no_measure():
    """Rows all alone have no diameter; a single cluster has no split; λ⁻ is then 0 and λ⁺ every class."""
    distances = pairwise(POINTS)
    classes = distance_classes(distances, 0.1)
    assert max_diameter(distances, np.array([0, 1, 2])) is None
    assert min_split(distances, np.array([0, 0, 0])) is None
    assert (classes.lambda_minus(None), classes.lambda_plus(None)) == (0, len(classes))


def test_condensed_places_are_found_again():
    """pair_at inverts pair_indices."""
    i, j = pair_indices(7)
    assert [pair_at(place, 7) for place in range(21)] == list(zip(i.tolist(), j.tolist(), strict=True))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.integers(0, 10**6))
def test_diameter_and_split_are_those_of_every_pair(labels, seed):
    """Value and first pair, by looking at all of them; many distances are equal here."""
    points = np.random.default_rng(seed).integers(0, 3, (len(labels), 2)).astype(float)
    distances, pairs = pairwise(points), list(zip(*pair_indices(len(labels)), strict=True))
    within = [(d, -at) for at, (d, (i, j)) in enumerate(zip(distances, pairs, strict=True)) if labels[i] == labels[j]]
    between = [(d, at) for at, (d, (i, j)) in enumerate(zip(distances, pairs, strict=True)) if labels[i] != labels[j]]
    widest, nearest = max(within, default=None), min(between, default=None)
    md, ms = max_diameter(distances, np.array(labels)), min_split(distances, np.array(labels))
    assert md == (None if widest is None else (widest[0], *pairs[-widest[1]]))
    assert ms == (None if nearest is None else (nearest[0], *pairs[nearest[1]]))
