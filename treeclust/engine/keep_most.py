"""The most links that can hold together: what to drop when not all can.

Every set of clashing links must lose one of its members. So: drop a cheapest set that hits every clash known so far,
and ask for a tree that keeps the rest. Either there is one, and nothing cheaper could do; or the answer is a new clash.
Descent finds good trees meanwhile; the search ends as soon as one breaks no more than must be dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import check
from treeclust.engine.choosing import EVERY_TREE, LinkChooser
from treeclust.engine.ground import Floats
from treeclust.engine.incumbent import OutOfTime
from treeclust.engine.link_descent import LinkDescent
from treeclust.engine.price import SLACK, price_of
from treeclust.engine.shrinking import Shrinking
from treeclust.links import Link
from treeclust.problem import Problem
from treeclust.stop import Deadline, Stop, any_of
from treeclust.tree import Solution
from treeclust.verify import holds

Core = frozenset[int]
HIT_SECONDS = 0.4
"""The first limit for choosing a cheapest set; doubled when it was too short."""
OPTIMAL = 0
"""milp's word for a proved optimum."""
FIRST_DESCENT, SHARE_OF_DESCENT = 0.3, 0.3


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
        return self.weight <= self.least + SLACK


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
        self.cores: list[Core] = []
        self.least = 0.0
        self.best: Kept | None = None
        self.hit_seconds = HIT_SECONDS
        self._began, self._descended = time.perf_counter(), 0.0

    @property
    def settled(self) -> bool:
        return self.best is not None and self.best.proved

    def run(self) -> None:
        self.chooser = LinkChooser(self.problem, self.links, self.stop)
        self.descent = self._descent()
        self._descend()
        while not self.settled:
            drop = self.cheapest_hit()
            if not self.settled:
                self._ask_around(drop)
                self._descend()

    def _descent(self) -> LinkDescent | None:
        """Over soft and hard links; a hard one weighs more than all soft ones."""
        if not self.links or self.chooser.ground.contradiction:
            return None
        hard = list(self.problem.links)
        weights = [*self.weights, *[float(self.weights.sum()) + 1.0] * len(hard)]
        price = price_of(self.chooser.ground, [*self.links, *hard], weights, 0.0)
        return LinkDescent(self.chooser.ground, price.ends, price.is_must, price.weights)

    def _descend(self) -> None:
        """For a share of the time so far, unless nothing better turns up for a while."""
        began = time.perf_counter()
        seconds = max(FIRST_DESCENT, SHARE_OF_DESCENT * (began - self._began) - self._descended)
        if self.descent is not None and not self.settled:
            for candidate in self.descent.run(any_of(self.stop, Deadline(seconds))):
                self._offer_tree(candidate)
        self._descended += time.perf_counter() - began

    def _offer_tree(self, candidate: Candidate) -> None:
        ground = self.chooser.ground
        found = check(ground, candidate.labels(ground.ranks), False, 1)
        if found.missing:
            candidate, found = self.chooser.lazy.fill_clusters(candidate)
        if found.feasible:
            self._offer(candidate.solution(ground))

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
            if not shrinking.places:
                raise NoTree
            self.cores.append(shrinking.places)
            dropped |= shrinking.places
            if not minimal:
                self.cheapest_hit()
                raise OutOfTime

    def _offer(self, solution: Solution) -> None:
        keeps = [holds(link, solution.labels) for link in self.links]
        weight = float(self.weights[~np.array(keeps, dtype=np.bool_)].sum())
        if self.best is None or weight < self.best.weight - SLACK:
            kept = tuple(link for link, keep in zip(self.links, keeps, strict=True) if keep)
            dropped = tuple(link for link, keep in zip(self.links, keeps, strict=True) if not keep)
            self.best = Kept(solution, kept, dropped, weight, self.least)
            if self.on_better is not None:
                self.on_better(self.best)

    def _prove(self, least: float) -> None:
        self.least = max(self.least, least)
        if self.best is not None:
            self.best = replace(self.best, least=min(self.least, self.best.weight))

    def cheapest_hit(self) -> set[int]:
        """The cheapest set of links that has a member of every clash known so far; its weight is a bound. If that takes
        too long, a cheap one and the bound so far."""
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
            options={"time_limit": self.hit_seconds},
        )
        if found.x is None:
            raise OutOfTime
        drop = set(np.flatnonzero(found.x > 0.5).tolist())
        if found.status == OPTIMAL:
            self._prove(float(self.weights[list(drop)].sum()))
        else:
            self._prove(float(found.mip_dual_bound))
            self.hit_seconds *= 2
        return drop
