"""The most links that can hold together: what to drop when not all can.

Every set of clashing links must lose one of its members. So: drop a cheapest set that hits every clash known so far,
and ask for a tree that keeps the rest. Either there is one, and nothing cheaper could do; or the answer is a new clash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from treeclust.engine.choosing import EVERY_TREE, LinkChooser
from treeclust.engine.ground import Floats
from treeclust.engine.incumbent import OutOfTime
from treeclust.engine.shrinking import Shrinking
from treeclust.links import Link
from treeclust.problem import Problem
from treeclust.stop import Stop
from treeclust.tree import Solution
from treeclust.verify import holds

Core = frozenset[int]
HIT_SECONDS = 5.0
OPTIMAL = 0
"""milp's word for a proved optimum."""


class NoTree(Exception):
    """Not even the links of the problem itself can hold."""


@dataclass(frozen=True, eq=False)
class Kept:
    """Links that one tree keeps, and those it breaks. `weight` is what it breaks; nothing below `least` is possible."""

    solution: Solution
    kept: tuple[Link, ...]
    dropped: tuple[Link, ...]
    weight: float
    least: float

    @property
    def proved(self) -> bool:
        return self.weight <= self.least


OnKept = Callable[[Kept], None]


def keep_most(
    problem: Problem, links: Sequence[Link], weights: Sequence[float], stop: Stop, on_better: OnKept | None = None
) -> Kept | None:
    """A tree that obeys the problem and keeps as much weight of `links` as any can; None if none was found."""
    search = KeepMost(problem, list(links), np.array(weights, dtype=float), stop, on_better)
    with suppress(OutOfTime, NoTree):
        search.run()
    return search.best


class KeepMost:
    """Clashes from below, trees from above, until they meet."""

    def __init__(
        self, problem: Problem, links: list[Link], weights: Floats, stop: Stop, on_better: OnKept | None = None
    ) -> None:
        self.problem, self.links, self.weights, self.stop, self.on_better = problem, links, weights, stop, on_better
        self.place = {link: place for place, link in enumerate(links)}
        self.cores: list[Core] = []
        self.least = 0.0
        self.best: Kept | None = None

    def run(self) -> None:
        self.chooser = LinkChooser(self.problem, self.links, self.stop)
        while self.best is None or not self.best.proved:
            drop = self.cheapest_hit()
            self.least = max(self.least, float(self.weights[list(drop)].sum()))
            self._ask_around(drop)
            self._offer_bound()

    def _ask_around(self, drop: set[int]) -> None:
        """Ask for the rest; as long as it clashes, note the clash, drop all of it, and ask again."""
        dropped = set(drop)
        while True:
            answer = self.chooser.refute(EVERY_TREE, sorted(set(range(len(self.links))) - dropped))
            if isinstance(answer, Solution):
                self._offer(answer)
                return
            shrinking = Shrinking(self.chooser, answer)
            minimal = shrinking.run()
            core = frozenset(self.place[link] for link in shrinking.links)
            if not core:
                raise NoTree
            self.cores.append(core)
            dropped |= core
            if not minimal:
                raise OutOfTime

    def _offer(self, solution: Solution) -> None:
        keeps = np.array([holds(link, solution.labels) for link in self.links], dtype=np.bool_)
        weight = float(self.weights[~keeps].sum())
        if self.best is None or weight < self.best.weight:
            kept = tuple(link for link, keep in zip(self.links, keeps, strict=True) if keep)
            dropped = tuple(link for link, keep in zip(self.links, keeps, strict=True) if not keep)
            self.best = Kept(solution, kept, dropped, weight, self.least)
            if self.on_better is not None:
                self.on_better(self.best)

    def _offer_bound(self) -> None:
        if self.best is not None:
            self.best = Kept(self.best.solution, self.best.kept, self.best.dropped, self.best.weight, self.least)

    def cheapest_hit(self) -> set[int]:
        """The cheapest set of links that has a member of every clash known so far."""
        if not self.cores:
            return set()
        member = np.zeros((len(self.cores), len(self.links)))
        for row, core in enumerate(self.cores):
            member[row, list(core)] = 1
        found = milp(
            self.weights,
            constraints=LinearConstraint(member, lb=1),
            integrality=np.ones(len(self.links)),
            bounds=Bounds(0, 1),
            options={"time_limit": HIT_SECONDS},
        )
        if found.status != OPTIMAL:
            raise OutOfTime
        return set(np.flatnonzero(found.x > 0.5).tolist())
