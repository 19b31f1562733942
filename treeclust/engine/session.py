"""Warm starts: an engine that remembers what it found and proved about related problems.

A tree found before is a first solution if it still fits. A bound proved before still holds when the new problem is a
restriction of the old one (links added, k or depth reduced). Points that mattered before are active from the start.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from treeclust.engine.candidate import Candidate
from treeclust.engine.fast import FastEngine, Hints
from treeclust.engine.ground import Ints
from treeclust.engine.incumbent import Incumbent
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import Watch
from treeclust.result import Outcome

REMEMBERED = 16


@dataclass(frozen=True, eq=False)
class Memory:
    """What one search left behind; bounds are None where nothing was proved."""

    problem: Problem
    objective: str
    candidate: Candidate | None
    labels: Ints | None
    proved_md: float | None
    proved_value: int | None
    infeasible: bool
    active_rows: Ints


class Session(FastEngine):
    """The fast engine with a memory; keep one per conversation."""

    def __init__(self, solver: str = "glucose4") -> None:
        super().__init__(solver)
        self.memories: deque[Memory] = deque(maxlen=REMEMBERED)

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
    return old.metric == new.metric and (old.dataset is new.dataset or old.dataset.hash == new.dataset.hash)


def is_restriction(new: Problem, old: Problem) -> bool:
    """Is every clustering of the new problem one of the old problem?"""
    if new.k > old.k or new.least_clusters < old.least_clusters:
        return False
    if old.depth is not None and (new.depth is None or new.depth > old.depth):
        return False
    return all(new.closure.implied(link.a, link.b) is link.kind for link in old.links)


def hints_from(related: list[Memory], stricter: list[Memory], problem: Problem, objective: Objective) -> Hints:
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


def remember(problem: Problem, objective: Objective, outcome: Outcome, incumbent: Incumbent, active: Ints) -> Memory:
    best = incumbent.best
    return Memory(
        problem,
        objective.name,
        incumbent.candidate,
        None if best is None or incumbent.candidate is not None else incumbent.ground.labels_of_rows(best.labels),
        incumbent.proved_md,
        incumbent.proved_value,
        outcome.finished and best is None,
        active,
    )
