"""A panel of good clusterings, each with a weight: those whose opinion is asked before the expert's.

Four kinds sit on it, because no one measure suits every table: compromises between diameter and split found without any
link, compact trees without links, compact trees that obey the links, and the best trees that obey them. Who was
wrong about the links that the expert gave since counts for less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from treeclust.ask.pareto import pareto_front
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.stop import ProcessorTime, Stop, any_of, never
from treeclust.core.tree import Labels
from treeclust.engine.descent.free_compact import compact_clusterings

FRONT_SECONDS = 5.0
COMPACT_SECONDS = 1.5
STARTS, KEPT = 16, 8
FRONT_WEIGHT, FREE_WEIGHT, LINKED_WEIGHT = 0.5, 0.25, 0.25
TRUST = 0.4
"""Each broken link leaves this much of a clustering's weight."""


@dataclass(frozen=True, eq=False)
class Opinions:
    """Clusterings of a table that know nothing of the links; they stay the same during a conversation."""

    fronts: tuple[Labels, ...]
    compact: tuple[Labels, ...]


@dataclass(frozen=True, eq=False)
class Panel:
    """Clusterings and their weights, which sum to 1."""

    labels: tuple[Labels, ...] = ()
    weights: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


def free_opinions(problem: Problem, stop: Stop = never, seed: int = 0) -> Opinions:
    """The Pareto front and compact trees of the same problem without its links."""
    free = problem.with_(links=Links())
    points = pareto_front(free, any_of(stop, ProcessorTime(FRONT_SECONDS))).points
    fronts = tuple(point.solution.labels for point in points)
    return Opinions(fronts, compact_labels(free, stop, seed))


def compact_labels(problem: Problem, stop: Stop, seed: int) -> tuple[Labels, ...]:
    """Different compact trees that obey the links, the most compact first; none for flat clusters."""
    if problem.is_flat:
        return ()
    trees = compact_clusterings(problem, STARTS, any_of(stop, ProcessorTime(COMPACT_SECONDS)), seed)
    kept: dict[bytes, Labels] = {}
    for labels in trees:
        named = np.unique(labels, return_inverse=True)[1].astype(np.intp)
        if broken(problem.links, named) == 0 and int(named.max()) + 1 >= problem.least_clusters:
            first = np.unique(named, return_index=True)[1]
            kept.setdefault(first[named].tobytes(), named)
    return tuple(kept.values())[:KEPT]


def broken(links: Links, labels: Labels) -> int:
    return sum(not link.holds(labels) for link in links)


def panel_of(problem: Problem, opinions: Opinions, stop: Stop = never, seed: int = 0) -> Panel:
    """The free opinions by how many links they break, and compact trees that obey them with the trust of their kind."""
    trust = [TRUST ** broken(problem.links, labels) for labels in opinions.compact]
    linked = compact_labels(problem, stop, seed + 1)
    seats: list[tuple[Labels, float]] = []
    seats += shared(opinions.fronts, FRONT_WEIGHT, [TRUST ** broken(problem.links, one) for one in opinions.fronts])
    seats += shared(opinions.compact, FREE_WEIGHT, trust)
    seats += shared(linked, LINKED_WEIGHT, [float(np.mean(trust)) if trust else 1.0] * len(linked))
    if not seats:
        return Panel()
    weights = np.array([weight for _, weight in seats])
    return Panel(tuple(labels for labels, _ in seats), weights / weights.sum())


def shared(members: Sequence[Labels], weight: float, trust: Sequence[float]) -> list[tuple[Labels, float]]:
    return [(one, weight * much / len(members)) for one, much in zip(members, trust, strict=True)]
