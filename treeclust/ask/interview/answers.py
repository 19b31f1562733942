"""What the expert has said so far, as groups of rows: which belong together, which are apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treeclust.core.closure import Closure, close
from treeclust.core.links import Kind, Link, Links

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
PENALTY = 3.0
"""What it costs to have a row of a group elsewhere than the group; an unanswered row costs at most 1."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Links between rows 0 to n − 1, in the order in which they were given."""

    links: Links
    n: int

    @cached_property
    def closure(self) -> Closure:
        return close(self.links, self.n)

    @cached_property
    def ends(self) -> Ints:
        return np.array([link.pair for link in self.links], dtype=np.int64).reshape(-1, 2)

    @cached_property
    def same(self) -> NDArray[np.bool_]:
        return np.array([link.kind is Kind.MUST for link in self.links], dtype=np.bool_)

    @cached_property
    def groups(self) -> tuple[tuple[int, Ints], ...]:
        """Components that some answer touches, the largest first, each with its rows."""
        component = self.closure.component
        touched = np.unique(component[self.ends.ravel()])
        rows = [(int(one), np.flatnonzero(component == one)) for one in touched]
        return tuple(sorted(rows, key=lambda one: (-len(one[1]), one[0])))

    @cached_property
    def settled(self) -> NDArray[np.bool_]:
        """The rows that some answer touches, directly or not."""
        inside = np.zeros(self.n, dtype=np.bool_)
        for _, rows in self.groups:
            inside[rows] = True
        return inside

    def anchors(self, k: int) -> list[Ints]:
        """At most k groups that exclude each other, the largest first."""
        chosen: list[tuple[int, Ints]] = []
        for component, rows in self.groups:
            if len(chosen) < k and all(self.apart(component, other) for other, _ in chosen):
                chosen.append((component, rows))
        return [rows for _, rows in chosen]

    def apart(self, one: int, two: int) -> bool:
        return (min(one, two), max(one, two)) in self.closure.exclusive_set

    def broken(self, labels: Ints) -> int:
        """How many answers a clustering contradicts."""
        ends = labels[self.ends]
        return int(((ends[:, 0] == ends[:, 1]) != self.same).sum())

    def bind(self, cost: Floats, penalty: float = PENALTY) -> Floats:
        """The costs with each group drawn to the one cluster that suits it best and that no rival has taken."""
        bound, taken = cost.copy(), dict[int, int]()
        for component, rows in self.groups:
            total = cost[rows].sum(axis=0)
            for other, cluster in taken.items():
                if self.apart(component, other):
                    total[cluster] = np.inf
            taken[component] = int(total.argmin())
            bound[rows] += penalty
            bound[rows, taken[component]] -= penalty
        return bound


def answers_within(links: Links, rows: Sequence[int] | Ints, n: int) -> Answers:
    """The answers about some of the n rows, by their place among these; what others imply about them counts."""
    place = {int(row): at for at, row in enumerate(rows)}
    kept = [Link(place[one.a], place[one.b], one.kind) for one in links if one.a in place and one.b in place]
    return Answers(Links.of(kept), len(place))
