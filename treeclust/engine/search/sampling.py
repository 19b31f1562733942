"""Large tables: solve a sample of telling rows first. Its bound holds for all rows, its tree is a first incumbent."""

from __future__ import annotations

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.core.links import Link, Links
from treeclust.core.problem import Problem
from treeclust.engine.bounds.farthest_first import Pause, farthest_first
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Instance, Ints

FAR_ROWS = 60
RANDOM_ROWS = 600
LINKED_ROWS = 400
ROOM = 1.2
"""Sizes in a sample are so much stricter than its share of the rows, because the share of a cluster varies."""


def telling_points(instance: Instance, pause: Pause, seed: int = 0) -> Ints:
    """Points far from everything, ends of features, linked points, and some at random."""
    rng = np.random.default_rng(seed)
    far = farthest_first(instance, int(np.argmax(instance.distances_from(0))), FAR_ROWS, pause)[0]
    ends = np.concatenate([instance.ranks.argmin(axis=0), instance.ranks.argmax(axis=0)])
    rows = np.array([row for link in instance.problem.links for row in link.pair][: 2 * LINKED_ROWS], dtype=np.int64)
    anywhere = rng.choice(instance.points, min(RANDOM_ROWS, instance.points), replace=False)
    return np.unique(np.concatenate([far, ends, instance.point_of_row[rows], anywhere]).astype(np.int64))


def sample_problem(instance: Instance, points: Ints) -> Problem:
    """The problem on some points only. Fewer clusters are allowed: those without a sampled row may lie outside."""
    problem, rows = instance.problem, instance.row_of_point[points]
    place = {int(row): i for i, row in enumerate(rows)}
    links = [
        Link(place[link.a], place[link.b], link.kind) for link in problem.links if link.a in place and link.b in place
    ]
    data = problem.dataset
    # the features keep their scale, so that distances are those of the whole table
    part = Dataset(data.features, np.ascontiguousarray(data.values[rows]), rows)
    return Problem(
        part, problem.k, problem.depth, Links.of(links), problem.epsilon, 1, problem.metric,
        max_diameter=problem.max_diameter, rules=problem.rules,
    )  # fmt: skip


def with_its_limits(part: Problem, whole: Problem) -> Problem:
    """The sample with as many clusters as the whole table, and its share of their rows, with some room: what it finds
    is likely to fit the whole, and proves nothing."""
    share, few = part.n / whole.n, part.n // whole.least_clusters
    least = min(few, int(np.ceil(ROOM * share * whole.min_rows)) if whole.min_rows > 1 else 1)
    most = None if whole.max_rows is None else max(-(-part.n // whole.k), least, int(share * whole.max_rows / ROOM))
    in_leaf = int(np.ceil(ROOM * share * whole.min_leaf_rows)) if whole.min_leaf_rows > 1 else 1
    return part.with_(k_min=whole.k_min, min_rows=least, max_rows=most, min_leaf_rows=min(in_leaf, part.n))


def carry_over(tree: Candidate, sample: Instance, whole: Instance) -> Candidate:
    """The sample's tree over the ranks of the whole table, thresholds halfway between sampled values."""
    feature, threshold = np.zeros_like(tree.feature), np.zeros_like(tree.threshold)
    kept = {int(j): place for place, j in enumerate(whole.features)}
    for t in range(1, len(feature)):
        column = int(sample.features[tree.feature[t]])
        values = np.unique(sample.problem.dataset.values[:, column])
        at = int(tree.threshold[t])
        if at < 0 or at >= len(values) - 1:
            border = -np.inf if at < 0 else np.inf
        else:
            border = float(values[at] + values[at + 1]) / 2
        feature[t] = kept.get(column, 0)
        levels = np.unique(whole.problem.dataset.values[:, column])
        threshold[t] = int(np.searchsorted(levels, border, side="right")) - 1
    return Candidate(tree.depth, feature, threshold, tree.leaf_label)
