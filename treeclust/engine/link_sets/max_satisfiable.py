"""A maximum satisfiable subset of weighted links: the most that can hold together, and so what to drop.

Is there a tree that breaks nothing, a tree that breaks at most the next weight, and so on: the first "yes" is proved
to be the best. Descent finds good trees meanwhile, and ends the search when the proof has come up to the best of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from treeclust.core.links import Link
from treeclust.core.problem import Problem
from treeclust.core.soft_links import WEIGHT_TOLERANCE
from treeclust.core.stop import Stop
from treeclust.core.tree import Solution
from treeclust.engine.bounds.incumbent import OutOfTime
from treeclust.engine.descent.link_descent import LinkDescent
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import check_tree
from treeclust.engine.instance.instance import Floats
from treeclust.engine.link_sets.link_costs import LinkCosts, add_sums, link_costs_of
from treeclust.engine.link_sets.link_oracle import EVERY_TREE, LinkOracle, all_links
from treeclust.engine.search.sat_call import STEPS_PER_PROPAGATION

FIRST_DESCENT, SHARE_OF_DESCENT = 12_000_000, 0.25
"""Steps before the first question, and the share of the solver's work afterwards."""


@dataclass(frozen=True, eq=False)
class KeptLinks:
    """Links that one tree keeps, and those it breaks. `weight` is what it breaks; nothing below `least` is possible."""

    solution: Solution
    kept: tuple[Link, ...]
    dropped: tuple[Link, ...]
    weight: float
    least: float

    @property
    def proved(self) -> bool:
        return self.weight <= self.least + WEIGHT_TOLERANCE


OnKeptLinks = Callable[[KeptLinks], None]
"""Told of a tree that keeps more, or of a better proof."""


def keep_most(
    problem: Problem, links: Sequence[Link], weights: Sequence[float], stop: Stop, on_better: OnKeptLinks | None = None
) -> KeptLinks | None:
    """A tree that obeys the problem and keeps as much weight of `links` as any can; None if none was found."""
    search = MaxSatisfiableSearch(problem, list(links), np.array(weights, dtype=float), stop, on_better)
    with suppress(OutOfTime):
        search.run()
    return search.best


class BoundedLinkOracle(LinkOracle):
    """Asks for a tree that breaks at most a given weight, below that of a tree known already. What is switched on and
    off is not single links, but "at least this much is broken", for every sum of weights in question."""

    def __init__(self, problem: Problem, links: Sequence[Link], weights: Floats, below: float, stop: Stop) -> None:
        super().__init__(problem, links, stop)
        self.link_switch = self.switch
        price = LinkCosts(self.ends, self.is_must, weights, below - 2 * WEIGHT_TOLERANCE)
        sums = add_sums(self.formula, price, self.link_switch)
        self.sums = sorted(sums)
        self.switch = [-sums[one] for one in self.sums]
        self._place = {switch: place for place, switch in enumerate(self.switch)}
        self.below = below

    def within(self, weight: float) -> Solution | float:
        """A tree that breaks at most this weight, or a larger weight that every tree breaks at least."""
        answer = self.refute(EVERY_TREE, [at for at, one in enumerate(self.sums) if one > weight + WEIGHT_TOLERANCE])
        if isinstance(answer, Solution):
            return answer
        return min((self.sums[at] for at in all_links(answer)), default=self.below)

    def _try(self, places: Sequence[int]) -> Solution | None:
        """The tree must keep the links that the model switched on."""
        value = self._value()
        return super()._try([place for place, switch in enumerate(self.link_switch) if value[switch]])


class MaxSatisfiableSearch:
    """Proofs from below, trees from above, until they meet."""

    def __init__(
        self, problem: Problem, links: list[Link], weights: Floats, stop: Stop, on_better: OnKeptLinks | None = None
    ) -> None:
        self.problem, self.links, self.weights, self.stop, self.on_better = problem, links, weights, stop, on_better
        self.least = 0.0
        self.best: KeptLinks | None = None

    @property
    def settled(self) -> bool:
        return self.best is not None and self.best.proved

    def run(self) -> None:
        self.any_tree = LinkOracle(self.problem, [], self.stop)
        if not self._first_tree():
            return
        self.descent = self._descent()
        self._descend(FIRST_DESCENT)
        if self.settled:
            return
        assert self.best is not None
        oracle = BoundedLinkOracle(self.problem, self.links, self.weights, self.best.weight, self.stop)
        while not self.settled:
            answer = oracle.within(self.least)
            if isinstance(answer, Solution):
                self._offer(answer)
                self._prove(self.best.weight)
            else:
                self._prove(answer)
                self._descend(int(SHARE_OF_DESCENT * STEPS_PER_PROPAGATION * oracle.sat.propagations))

    def _first_tree(self) -> bool:
        """Any tree that obeys the problem; False if there is none."""
        answer = self.any_tree.ask([])
        if isinstance(answer, Solution):
            self._offer(answer)
        return self.best is not None

    def _descent(self) -> LinkDescent | None:
        """Over soft and hard links; a hard one weighs more than all soft ones."""
        if not self.links:
            return None
        hard = list(self.problem.links)
        weights = [*self.weights, *[float(self.weights.sum()) + 1.0] * len(hard)]
        price = link_costs_of(self.any_tree.instance, [*self.links, *hard], weights, 0.0)
        return LinkDescent(self.any_tree.instance, price.ends, price.is_must, price.weights)

    def _descend(self, most_work: int) -> None:
        """Up to so much work in all, counted from the first descent on."""
        if self.descent is not None and not self.settled:
            for candidate in self.descent.run(most_work - self.descent.work, self.stop):
                self._offer_tree(candidate)

    def _offer_tree(self, candidate: Candidate) -> None:
        instance = self.any_tree.instance
        found = check_tree(instance, candidate, False, 1)
        if found.missing:
            candidate, found = self.any_tree.lazy.fill_clusters(candidate)
        if found.feasible:
            self._offer(candidate.solution(instance))

    def _offer(self, solution: Solution) -> None:
        keeps = [link.holds(solution.labels) for link in self.links]
        weight = float(self.weights[~np.array(keeps, dtype=np.bool_)].sum())
        if self.best is None or weight < self.best.weight - WEIGHT_TOLERANCE:
            kept = tuple(link for link, keep in zip(self.links, keeps, strict=True) if keep)
            dropped = tuple(link for link, keep in zip(self.links, keeps, strict=True) if not keep)
            self.best = KeptLinks(solution, kept, dropped, weight, self.least)
            if self.on_better is not None:
                self.on_better(self.best)

    def _prove(self, least: float) -> None:
        """No tree breaks less; what every tree breaks at least cannot exceed what one of them breaks."""
        assert self.best is not None
        before, self.least = self.least, min(max(self.least, least), self.best.weight)
        self.best = replace(self.best, least=self.least)
        if self.on_better is not None and self.least > before:
            self.on_better(self.best)
