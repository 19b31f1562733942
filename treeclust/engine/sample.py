"""Large tables: solve a sample of telling rows first. Its bound holds for all rows, its tree is a first incumbent."""

from __future__ import annotations

import numpy as np

from treeclust.dataset import Dataset
from treeclust.engine.candidate import Candidate
from treeclust.engine.ground import Ground, Ints
from treeclust.engine.start import Pause, spread
from treeclust.links import Link, Links
from treeclust.problem import Problem

SPREAD_ROWS = 60
RANDOM_ROWS = 600
LINKED_ROWS = 400


def telling_points(ground: Ground, pause: Pause, seed: int = 0) -> Ints:
    """Points far from everything, ends of features, linked points, and some at random."""
    rng = np.random.default_rng(seed)
    far = spread(ground, int(np.argmax(ground.distances_from(0))), SPREAD_ROWS, pause)[0]
    ends = np.concatenate([ground.ranks.argmin(axis=0), ground.ranks.argmax(axis=0)])
    rows = np.array([row for link in ground.problem.links for row in link.pair][: 2 * LINKED_ROWS], dtype=np.int64)
    anywhere = rng.choice(ground.points, min(RANDOM_ROWS, ground.points), replace=False)
    return np.unique(np.concatenate([far, ends, ground.point_of_row[rows], anywhere]).astype(np.int64))


def sample_problem(ground: Ground, points: Ints) -> Problem:
    """The problem on some points only. Fewer clusters are allowed: those without a sampled row may lie outside."""
    problem, rows = ground.problem, ground.row_of_point[points]
    place = {int(row): i for i, row in enumerate(rows)}
    links = [
        Link(place[link.a], place[link.b], link.kind) for link in problem.links if link.a in place and link.b in place
    ]
    data = problem.dataset
    # the features keep their scale, so that distances are those of the whole table
    part = Dataset(data.features, np.ascontiguousarray(data.values[rows]), rows)
    return Problem(part, problem.k, problem.depth, Links.of(links), problem.epsilon, 1, problem.metric)


def carry_over(tree: Candidate, sample: Ground, whole: Ground) -> Candidate:
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
