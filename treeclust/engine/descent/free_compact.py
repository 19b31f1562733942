"""Compact trees for one problem whatever their diameter: other honest opinions about the table, from random starts."""

from __future__ import annotations

import numpy as np

from treeclust.core.problem import Problem
from treeclust.core.stop import Stop
from treeclust.engine.bounds.leaf_conflicts import pack
from treeclust.engine.descent.compact_trees import CompactTrees
from treeclust.engine.instance.instance import Ints

MOST_ROWS = 500
STEPS_PER_START = 3_000_000


def compact_clusterings(problem: Problem, count: int, stop: Stop, seed: int = 0) -> list[Ints]:
    """Labels of all rows for up to `count` clusterings by a tree, most compact first; those of large tables are found
    on a sample, linked rows first. Links hold where they can."""
    assert problem.depth is not None
    rng = np.random.default_rng(seed)
    rows, ranks = sampled_rows(problem, rng), problem.ranks[:, problem.split_features].astype(np.int64)
    component = problem.closure.component[rows]
    apart = np.zeros((problem.closure.count,) * 2, dtype=np.bool_)
    for one, two in problem.closure.exclusive:
        apart[one, two] = apart[two, one] = True
    same = component[:, None] == component
    np.fill_diagonal(same, False)
    words = -(-len(rows) // 64)
    trees = CompactTrees(
        problem.points[rows], np.ones(len(rows)), ranks[rows],
        pack(apart[np.ix_(component, component)], words), pack(same, words),
        (1, problem.n, problem.least_clusters, problem.k), problem.depth, seed=seed,
    )  # fmt: skip
    found: list[tuple[float, Ints]] = []
    while len(found) < count and not stop():
        score, tree = trees.descend(trees.random_tree(), np.array([STEPS_PER_START], dtype=np.int64))
        found.append((-score, tree.labels(ranks)))
    found.sort(key=lambda one: one[0])
    return [labels for _, labels in found]


def sampled_rows(problem: Problem, rng: np.random.Generator) -> Ints:
    """All rows if there are few; otherwise some of them, linked ones first."""
    linked = np.unique([row for link in problem.links for row in link.pair]).astype(np.int64)[:MOST_ROWS]
    others = np.setdiff1d(np.arange(problem.n), linked)
    room = MOST_ROWS - len(linked)
    if len(others) > room:
        others = rng.choice(others, room, replace=False)
    return np.sort(np.concatenate([linked, others])).astype(np.int64)
