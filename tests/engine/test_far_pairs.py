"""Diameters without a matrix equal those with one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import squareform

from treeclust.core.dataset import Dataset
from treeclust.core.distances import METRICS, max_diameter, pairwise
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.engine.instance import instance as instances
from treeclust.engine.instance.far_pairs import cloud_of, farthest_pairs
from treeclust.engine.instance.group_distances import farthest_among


@pytest.mark.parametrize("metric", sorted(METRICS))
@pytest.mark.parametrize("shape", ["blob", "hull", "ties", "lonely", "heaps", "equal"])
def test_the_diameter_is_exact(metric: str, shape: str) -> None:
    """The pruned search finds the very distance that looking at every pair finds, whatever the cloud looks like."""
    rng = np.random.default_rng(3)
    points = rng.uniform(1, 100, (700, 4))
    if shape == "hull":
        points = 50 + 40 * points / np.linalg.norm(points - 50, axis=1, keepdims=True)
    if shape == "ties":
        points = points.round(-1) + 1
    if shape == "equal":  # as where the columns that are measured are not those that tell points apart
        points[:] = points[0]
    if shape == "heaps":  # enough rows for several centres, and some rows far from all of them
        points = rng.uniform(1, 100, (5, 4))[rng.integers(0, 5, 2600)] + rng.normal(0, 4, (2600, 4))
        points[::50] = rng.uniform(1, 100, (52, 4))
    labels = rng.integers(0, 2 if shape == "heaps" else 3, len(points))
    if shape == "lonely":
        labels[0] = 3
    expected = max_diameter(pairwise(points, metric), labels)
    found = max(farthest_pairs(cloud_of(points, metric), labels))
    assert expected is not None
    assert found[0] == pytest.approx(expected[0], abs=2e-9)
    assert labels[found[1]] == labels[found[2]] and found[1] != found[2]


def test_rows_that_are_all_alone_have_no_diameter() -> None:
    """Without two rows in one cluster there is no pair to measure."""
    assert farthest_pairs(cloud_of(np.eye(3), "euclidean"), np.arange(3)) == []


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_a_diameter_that_is_enough_is_not_measured_to_the_end(metric: str) -> None:
    """The pairs then say that it is so wide, and no pair is farther apart than said; below that it is exact."""
    rng = np.random.default_rng(5)
    points, labels = rng.uniform(1, 100, (1500, 6)), rng.integers(0, 2, 1500)
    expected = max_diameter(pairwise(points, metric), labels)
    assert expected is not None
    cloud = cloud_of(points, metric)
    for share in (0.5, 0.9, 0.999, 1.001):
        found = max(farthest_pairs(cloud, labels, enough=share * expected[0]))[0]
        assert share * expected[0] - 1e-6 <= found <= expected[0] + 2e-9 or found == pytest.approx(expected[0])


def test_pause_can_end_the_search() -> None:
    """An exception raised by `pause` comes through, so that a stopping rule is obeyed in the middle of a check."""

    def pause() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        cloud = cloud_of(np.random.default_rng(0).normal(size=(50, 2)), "euclidean")
        farthest_pairs(cloud, np.zeros(50, dtype=int), pause)


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_lonely_points_have_boxes_of_their_own(metric: str) -> None:
    """Noise is parted from the heaps, every point is in one box, and the diameters stay those of every pair."""
    rng = np.random.default_rng(6)
    points = rng.uniform(1, 100, (4, 6))[rng.integers(0, 4, 1500)] + rng.normal(0, 1, (1500, 6))
    points[::40] = rng.uniform(1, 100, (38, 6))
    cloud = cloud_of(points, metric)
    boxes = cloud.boxes
    leaf = boxes.child == 0
    assert (boxes.last - boxes.first)[leaf].sum() == 1500 and sorted(boxes.order.tolist()) == list(range(1500))
    assert ((boxes.last - boxes.first)[leaf] == 1).sum() >= 30
    for _ in range(5):
        labels = (points[:, rng.integers(0, 6)] > rng.uniform(20, 80)).astype(np.int64)
        expected = max_diameter(pairwise(points, metric), labels)
        assert expected is not None
        assert max(farthest_pairs(cloud, labels))[0] == pytest.approx(expected[0], abs=2e-9)


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_distances_of_groups_are_those_of_their_farthest_points(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without a matrix, groups of several points as well as single ones."""
    rng = np.random.default_rng(9)
    rows, pairs = rng.uniform(1, 100, (60, 3)), rng.permutation(60)[:30].reshape(-1, 2)
    links = Links.of([Link(int(a), int(b), Kind.MUST) for a, b in pairs])
    problem = Problem(Dataset.from_array(rows), 2, 2, links, metric=metric)
    square = squareform(pairwise(problem.points, metric))
    for most in (0, 60):
        monkeypatch.setattr(instances, "BY_MATRIX", most)
        instance = instances.prepare(problem)
        groups, others = np.array([0, 3, 7]), np.arange(instance.groups)[::-2].copy()
        found = farthest_among(instance, groups, others, lambda: None)
        for row, group in enumerate(groups.tolist()):
            members = [instance.members(int(other)) for other in others]
            expected = [square[np.ix_(instance.members(group), other)].max() for other in members]
            assert found[row] == pytest.approx(expected, abs=2e-9)
