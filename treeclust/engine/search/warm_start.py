"""Warm starts: an engine that remembers what it found and proved about related problems.

A tree found before is a first solution if it still fits. A bound proved before still holds when the new problem is a
restriction of the old one (links added, k or depth reduced). Points that mattered before are active from the start.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Watch
from treeclust.core.result import Outcome
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import Ints
from treeclust.engine.search.fast import FastEngine, Hints

REMEMBERED = 16


@dataclass(frozen=True, eq=False)
class SearchMemory:
    """What one search left behind; bounds are None where nothing was proved."""

    problem: Problem
    objective: str
    candidate: Candidate | None
    labels: Ints | None
    proved_md: float | None
    proved_value: int | None
    infeasible: bool
    active_rows: Ints


class WarmEngine(FastEngine):
    """The fast engine with a memory; keep one per conversation."""

    def __init__(self, solver: str = "glucose4") -> None:
        super().__init__(solver)
        self.memories: deque[SearchMemory] = deque(maxlen=REMEMBERED)

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        related = [m for m in self.memories if same_table(m.problem, problem)]
        stricter = [m for m in related if is_restriction(problem, m.problem)]
        if any(m.infeasible for m in stricter):
            return Outcome(True, "Already proved for a problem with fewer demands.", {"warm": 1.0})
        hints = hints_from(related, stricter, problem, objective)
        outcome, incumbent, active = self.search_from(hints, problem, objective, watch)
        if incumbent is not None:
            self.memories.append(remember(problem, objective, outcome, incumbent, active))
        return outcome


def same_table(old: Problem, new: Problem) -> bool:
    """The same rows at the same distances, and the same features to ask about?"""
    same = old.dataset is new.dataset or (
        old.dataset.hash == new.dataset.hash and old.dataset.features == new.dataset.features
    )
    measured = old.metric == new.metric and (
        old.given_distances is new.given_distances
        or (
            old.given_distances is not None
            and new.given_distances is not None
            and np.array_equal(old.given_distances, new.given_distances)
        )
    )
    return same and measured and np.array_equal(old.split_features, new.split_features)


def is_restriction(new: Problem, old: Problem) -> bool:
    """Is every clustering of the new problem one of the old problem?"""
    if new.k > old.k or new.least_clusters < old.least_clusters:
        return False
    if old.depth is not None and (new.depth is None or new.depth > old.depth):
        return False
    if not is_stricter(new, old):
        return False
    return all(new.closure.implied(link.a, link.b) is link.kind for link in old.links)


def is_stricter(new: Problem, old: Problem) -> bool:
    """Are sizes, bounds and rules of the new problem at least as strict?"""
    sizes = new.min_rows >= old.min_rows and new.min_leaf_rows >= old.min_leaf_rows
    most = (new.max_rows or new.n) <= (old.max_rows or old.n)
    wide, narrow = (np.inf if p.max_diameter is None else p.max_diameter for p in (old, new))
    apart = (new.min_split or 0.0) >= (old.min_split or 0.0)
    return sizes and most and narrow <= wide and apart and (new.rules == old.rules or not old.rules.bind_the_shape)


def hints_from(
    related: list[SearchMemory], stricter: list[SearchMemory], problem: Problem, objective: Objective
) -> Hints:
    """Trees of the same kind, newest first; the best bounds that still hold; the active rows of the latest search."""
    mds = [m.proved_md for m in stricter if m.proved_md is not None]
    values = [
        m.proved_value
        for m in stricter
        if m.proved_value is not None and m.objective == objective.name and m.problem.epsilon == problem.epsilon
    ]
    trees = [m.candidate for m in reversed(related) if m.candidate is not None and not problem.is_flat]
    flat = [m.labels for m in reversed(related) if m.labels is not None and problem.is_flat and m.problem.is_flat]
    fitting = [tree for old in trees if (tree := deepened(old, problem.depth)) is not None]
    active = related[-1].active_rows if related else np.zeros(0, dtype=np.int64)
    return Hints(tuple(fitting), tuple(flat), max(mds, default=None), max(values, default=None), active)


def deepened(old: Candidate, depth: int | None) -> Candidate | None:
    """The same tree with idle levels below its leaves; None if it is too deep already."""
    if depth is None or old.depth > depth:
        return None
    while old.depth < depth:
        leaves = 2**old.depth
        feature = np.concatenate([old.feature, np.zeros(leaves, dtype=np.int64)])
        threshold = np.concatenate([old.threshold, np.full(leaves, -1, dtype=np.int64)])
        old = Candidate(old.depth + 1, feature, threshold, np.repeat(old.leaf_label, 2))
    return old


def remember(
    problem: Problem, objective: Objective, outcome: Outcome, incumbent: Incumbent, active: Ints
) -> SearchMemory:
    best = incumbent.best
    return SearchMemory(
        problem,
        objective.name,
        incumbent.candidate,
        None if best is None or incumbent.candidate is not None else incumbent.instance.labels_of_rows(best.labels),
        incumbent.proved_md,
        incumbent.proved_value,
        outcome.finished and best is None,
        active,
    )
