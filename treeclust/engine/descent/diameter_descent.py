"""A good tree soon: coordinate descent against the links and the pairs that are too far apart for a target diameter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from treeclust.core.stop import Stop
from treeclust.engine.bounds.conflict_graph import bundles
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.bounds.leaf_conflicts import Bits, pack
from treeclust.engine.descent.coordinate_descent import improve_bottom, improve_node, seed_compiled, settle
from treeclust.engine.instance.candidate import Candidate, with_all_clusters
from treeclust.engine.instance.checks import Check, check_tree
from treeclust.engine.instance.instance import Instance, Ints

PASSES = 12
STALE_PASSES = 2
ATTEMPTS = 6
WORK_PER_NODE = 20_000_000
"""About as many elementary steps as a stopping rule may have to wait for."""


@dataclass(frozen=True, eq=False)
class Target:
    """What a descent tries not to break: MD of at most one level, MS of at least another."""

    md_level: int
    ms_level: int
    conflict: Bits
    tie: Bits


class DiameterDescent:
    """Descents from random trees and from the incumbent changed at one node."""

    def __init__(self, instance: Instance, incumbent: Incumbent, seed: int = 0) -> None:
        assert instance.matrix is not None and instance.problem.depth is not None
        self.instance, self.incumbent, self.depth = instance, incumbent, instance.problem.depth
        self.rng = np.random.default_rng(seed)
        seed_compiled(seed)
        self.words = -(-instance.points // 64)
        self.work = 0
        self.order = np.ascontiguousarray(np.argsort(instance.ranks, axis=0, kind="stable").T.astype(np.int32))
        work = instance.points * self.words * 4
        self.most_features = max(2, min(24, WORK_PER_NODE // work))
        self.ties = lru_cache(maxsize=4)(self._ties)
        apart = np.zeros((instance.groups, instance.groups), dtype=np.bool_)
        apart[instance.exclusive[:, 0], instance.exclusive[:, 1]] = True
        self.linked = (apart | apart.T)[np.ix_(instance.group_of, instance.group_of)]

    def _ties(self, ms_level: int) -> Bits:
        part = bundles(self.instance, ms_level)[self.instance.group_of]
        same = part[:, None] == part
        np.fill_diagonal(same, False)
        return pack(same, self.words)

    def target(self, md_level: int, ms_level: int) -> Target:
        matrix = self.instance.matrix
        assert matrix is not None
        far = matrix >= self.instance.first_beyond(md_level)
        return Target(md_level, ms_level, pack(self.linked | far, self.words), self.ties(ms_level))

    def lower_md(self, low: int, steps: int, stopped: Stop) -> int:
        """Bisect between the proved level and the incumbent, again and again with more attempts, for so many steps;
        returns how many were taken."""
        before, attempts = self.work, ATTEMPTS

        def stop() -> bool:
            return self.work >= before + steps or stopped()

        while not stop():
            floor = low
            while not stop() and floor < (high := self._high()):
                level = (floor + high - 1) // 2 if self.incumbent.best is not None else high - 1
                if self.reach(level, 0, attempts, stop) is None:
                    floor = level + 1
            if floor == low:
                break
            attempts *= 2
        return self.work - before

    def _high(self) -> int:
        best = self.incumbent.best
        return self.instance.levels.count if best is None else best.md_level

    def reach(self, md_level: int, ms_level: int, attempts: int, stop: Stop) -> Check | None:
        """A clustering that keeps both levels, if some attempt finds one; every feasible one goes to the incumbent."""
        target = self.target(md_level, ms_level)
        for attempt in range(attempts):
            if stop():
                return None
            fresh = attempt % 2 == 1 or self.incumbent.candidate is None
            self.work += instance_work(self.instance.points, self.words)
            candidate = self.descend(target, *(self._random_tree() if fresh else self._near_incumbent()), stop)
            found = self._check(candidate)
            if found.missing:
                candidate = with_all_clusters(candidate, self.instance)
                found = self._check(candidate)
            self.incumbent.offer(found, candidate)
            if found.keeps(md_level, ms_level):
                return found
        return None

    def _check(self, candidate: Candidate) -> Check:
        return check_tree(self.instance, candidate, self.incumbent.uses_split, 1)

    def descend(self, target: Target, feature: Ints, threshold: Ints, leaf_label: Ints, stop: Stop) -> Candidate:
        """Passes over the nodes in random order until nothing is broken, or several passes were no better."""
        ranks, clusters = self.instance.ranks, np.zeros((self.instance.k, self.words), dtype=np.uint64)
        tree = ranks, self.order, feature, threshold, leaf_label
        cost = settle(ranks, feature, threshold, leaf_label, target.conflict, target.tie, clusters)
        stale = 0
        for _ in range(PASSES):
            before = cost
            for t in (1 + self.rng.permutation(len(feature) - 1)).tolist():
                if cost == 0 or stop():
                    return Candidate(self.depth, feature, threshold, leaf_label)
                only = self.rng.permutation(ranks.shape[1])[: self.most_features]
                improve = improve_bottom if 2 * t >= len(feature) else improve_node
                cost = improve(t, *tree, target.conflict, target.tie, clusters, only)
                self.work += len(only) * instance_work(len(ranks), self.words)
            stale = stale + 1 if cost >= before else 0
            if stale == STALE_PASSES:
                break
        return Candidate(self.depth, feature, threshold, leaf_label)

    def _random_tree(self) -> tuple[Ints, Ints, Ints]:
        ranks, leaves = self.instance.ranks, 2**self.depth
        feature = self.rng.integers(0, ranks.shape[1], leaves)
        threshold = ranks[self.rng.integers(0, len(ranks), leaves), feature]
        labels = np.concatenate([self.rng.permutation(self.instance.k), self.rng.integers(0, self.instance.k, leaves)])
        return feature, threshold, self.rng.permutation(labels[:leaves])

    def _near_incumbent(self) -> tuple[Ints, Ints, Ints]:
        best = self.incumbent.candidate
        assert best is not None
        feature, threshold, leaf_label = best.feature.copy(), best.threshold.copy(), best.leaf_label.copy()
        at = int(self.rng.integers(1, len(feature)))
        feature[at] = self.rng.integers(0, self.instance.ranks.shape[1])
        threshold[at] = self.instance.ranks[self.rng.integers(0, self.instance.points), feature[at]]
        return feature, threshold, leaf_label


def instance_work(points: int, words: int) -> int:
    """About how many steps of 25 ns it takes to move every point once."""
    return points * (words + 2) // 8
