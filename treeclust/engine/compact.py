"""Compact trees: clusterings by a tree with a small sum of squared distances to the cluster means.

No proof and no diameter here. They are another honest opinion about the table, for choosing what to ask the expert:
coordinate descent from random trees, one node at a time, where broken links cost much. Compiled, on a sample of rows.
"""

from __future__ import annotations

import numpy as np

from treeclust.compiled import compiled
from treeclust.engine.candidate import Candidate
from treeclust.engine.descent import label_from, reaches, seed_compiled
from treeclust.engine.ground import Floats, Ints
from treeclust.links import Kind
from treeclust.problem import Problem
from treeclust.stop import Stop

MOST_ROWS = 500
PASSES = 6
WORK_PER_NODE = 20_000_000
BROKEN_LINK = 0.05
"""A broken link costs this share of the table's whole sum of squares."""
CLOSED = 150
"""Up to so many linked rows, everything that the links imply counts; beyond, only the links themselves."""


class CompactTrees:
    """Finds trees for one problem, again and again from other starts."""

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        assert problem.depth is not None
        self.problem, self.depth, self.rng = problem, problem.depth, np.random.default_rng(seed)
        seed_compiled(seed)
        rows = self._sample()
        scaled = problem.dataset.scaled[rows]
        self.points = np.ascontiguousarray(scaled - scaled.mean(axis=0))
        self.all_ranks = problem.ranks.astype(np.int64)
        self.ranks = np.ascontiguousarray(self.all_ranks[rows])
        self.order = np.ascontiguousarray(np.argsort(self.ranks, axis=0, kind="stable").T.astype(np.int64))
        self.first, self.other, self.together = link_table(problem, rows)
        self.cost = BROKEN_LINK * float((self.points**2).sum())
        work = max(1, len(rows) * problem.k**2 * self.points.shape[1])
        self.most_features = max(2, min(self.ranks.shape[1], WORK_PER_NODE // work))

    def _sample(self) -> Ints:
        """All rows if there are few; otherwise some of them, linked ones first."""
        linked = np.unique([row for link in self.problem.links for row in link.pair]).astype(np.int64)
        others = np.setdiff1d(np.arange(self.problem.n), linked)
        count = max(0, MOST_ROWS - len(linked))
        if len(others) > count:
            others = self.rng.choice(others, count, replace=False)
        return np.sort(np.concatenate([linked, others])).astype(np.int64)

    def find(self, count: int, stop: Stop) -> list[Ints]:
        """Labels of all rows for up to `count` different clusterings, most compact first."""
        found: list[tuple[float, Ints]] = []
        for _ in range(count):
            if stop():
                break
            score, tree = self.descend(stop)
            found.append((-score, tree.labels(self.all_ranks)))
        found.sort(key=lambda one: one[0])
        return [labels for _, labels in found]

    def descend(self, stop: Stop) -> tuple[float, Candidate]:
        leaves, k = 2**self.depth, self.problem.k
        feature = self.rng.integers(0, self.ranks.shape[1], leaves)
        threshold = self.ranks[self.rng.integers(0, len(self.ranks), leaves), feature]
        leaf_label = self.rng.integers(0, k, leaves)
        best = -np.inf
        for _ in range(PASSES):
            before = best
            for t in (1 + self.rng.permutation(leaves - 1)).tolist():
                if stop():
                    break
                only = self.rng.permutation(self.ranks.shape[1])[: self.most_features]
                best = improve(
                    t, self.points, self.ranks, self.order, feature, threshold, leaf_label, k,
                    self.first, self.other, self.together, self.cost, only,
                )  # fmt: skip
            if best <= before:
                break
        return best, Candidate(self.depth, feature, threshold, leaf_label)


def link_table(problem: Problem, rows: Ints) -> tuple[Ints, Ints, Ints]:
    """For row i of the sample, places first[i] … first[i + 1] − 1 of the other two arrays hold its linked rows, and
    whether each must be together with it."""
    place = {int(row): at for at, row in enumerate(rows)}
    linked = sorted({row for link in problem.links for row in link.pair})
    closure = problem.closure
    if len(linked) <= CLOSED:
        pairs = [(a, b, closure.implied(a, b)) for a in linked for b in linked if a != b]
        known = [(place[a], place[b], int(kind is Kind.MUST)) for a, b, kind in pairs if kind is not None]
    else:
        ends = [(link.a, link.b, link.kind) for link in problem.links]
        both = ends + [(b, a, kind) for a, b, kind in ends]
        known = sorted((place[a], place[b], int(kind is Kind.MUST)) for a, b, kind in both)
    table = np.array(known, dtype=np.int64).reshape(-1, 3)
    first = np.searchsorted(table[:, 0], np.arange(len(rows) + 1)).astype(np.int64)
    return first, np.ascontiguousarray(table[:, 1]), np.ascontiguousarray(table[:, 2])


@compiled("float64(float64[:,::1], float64[::1], int64)")
def gain_of(total: Floats, count: Floats, cluster: int) -> float:
    """What a cluster saves of the sum of squares: the squared length of its total, divided by its size."""
    if count[cluster] <= 0:
        return 0.0
    square = 0.0
    for f in range(total.shape[1]):
        square += total[cluster, f] * total[cluster, f]
    saved: float = square / count[cluster]
    return saved


@compiled("float64(int64, int64, int64, float64[:,::1], float64[:,::1], float64[::1])")
def move(u: int, old: int, new: int, points: Floats, total: Floats, count: Floats) -> float:
    """Move a point from one cluster to another; returns the change of what they save."""
    before = gain_of(total, count, old) + gain_of(total, count, new)
    for f in range(points.shape[1]):
        total[old, f] -= points[u, f]
        total[new, f] += points[u, f]
    count[old] -= 1
    count[new] += 1
    return gain_of(total, count, old) + gain_of(total, count, new) - before


@compiled("int64(int64, int64, int64[::1], int64[::1], int64[::1], int64[::1])")
def broken_links(u: int, cluster: int, labels: Ints, first: Ints, other: Ints, together: Ints) -> int:
    """How many links of point u would be broken in this cluster."""
    count = 0
    for e in range(first[u], first[u + 1]):
        if (labels[other[e]] == cluster) != (together[e] == 1):
            count += 1
    return count


@compiled(
    "float64(float64[:,::1], int64[::1], int64[::1], int64[::1], int64[::1], float64, float64[:,::1], float64[::1])"
)
def settle_compact(
    points: Floats, labels: Ints, first: Ints, other: Ints, together: Ints, cost: float, total: Floats, count: Floats
) -> float:
    """Fill totals and counts of the clusters; returns what the clustering saves, less what its broken links cost."""
    total[:] = 0.0
    count[:] = 0.0
    broken = 0
    for u in range(len(points)):
        count[labels[u]] += 1
        for f in range(points.shape[1]):
            total[labels[u], f] += points[u, f]
        broken += broken_links(u, labels[u], labels, first, other, together)
    saved = -cost * broken / 2
    for c in range(len(count)):
        saved += gain_of(total, count, c)
    return saved


@compiled(
    "float64(int64, float64[:,::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1], int64,"
    " int64[::1], int64[::1], int64[::1], float64, int64[::1])"
)
def improve(
    t: int, points: Floats, ranks: Ints, order: Ints, feature: Ints, threshold: Ints, leaf_label: Ints, k: int,
    first: Ints, other: Ints, together: Ints, cost: float, only: Ints,
) -> float:  # fmt: skip
    """The best test for node t with everything else fixed, and above two leaves the best clusters for them too."""
    n, nodes = len(points), len(leaf_label) - 1
    bottom = 2 * t > nodes
    path = np.empty(16, dtype=np.int64)
    here = np.zeros(n, dtype=np.bool_)
    labels, start = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    if_left, if_right = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    total, count = np.zeros((k, points.shape[1])), np.zeros(k)
    best, best_feature, best_threshold, best_left, best_right = -np.inf, feature[t], threshold[t], 0, 0
    for u in range(n):
        here[u] = reaches(u, t, ranks, feature, threshold, path) == 1
        start[u] = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
        if here[u] and not bottom:
            if_left[u] = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            if_right[u] = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
    for choice in range(k * k if bottom else 1):
        if bottom:
            if_left[:], if_right[:] = choice // k, choice % k
        for j in only:
            for u in range(n):
                labels[u] = if_right[u] if here[u] else start[u]
            saved = settle_compact(points, labels, first, other, together, cost, total, count)
            previous = -1
            for at in range(n + 1):
                u = order[j, at] if at < n else -1
                if u >= 0 and not here[u]:
                    continue
                rank = ranks[u, j] if u >= 0 else -2
                if rank != previous:
                    empty = 0
                    for c in range(k):
                        empty += count[c] <= 0
                    if saved - cost * empty > best + 1e-9:
                        best, best_feature, best_threshold = saved - cost * empty, j, previous
                        best_left, best_right = choice // k, choice % k
                previous = rank
                if u >= 0 and if_left[u] != if_right[u]:
                    before = broken_links(u, labels[u], labels, first, other, together)
                    saved += move(u, if_right[u], if_left[u], points, total, count)
                    labels[u] = if_left[u]
                    saved -= cost * (broken_links(u, labels[u], labels, first, other, together) - before)
    feature[t], threshold[t] = best_feature, best_threshold
    if bottom:
        leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes] = best_left, best_right
    return best
