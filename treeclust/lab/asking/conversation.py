"""A conversation with known labels in the place of an expert, who may err."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treeclust.ask.interview.assume import solve_assuming
from treeclust.ask.interview.committee import committee_of, room_for
from treeclust.ask.interview.doubt import set_apart
from treeclust.ask.solve import solve
from treeclust.core.errors import InputError
from treeclust.core.label_scores import adjusted_rand
from treeclust.core.links import Kind, Link, Links
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.result import Result
from treeclust.core.soft_links import CERTAINTY, SoftLink
from treeclust.core.stop import ProcessorTime, Stop, any_of
from treeclust.core.suggestions import Pair
from treeclust.engine.search.warm_start import WarmEngine

SECONDS_PER_SOLVE = 2.0
FAIRLY_SURE = CERTAINTY["fairly sure"] or 0.0


class Conversation:
    """A problem that gains a link with every answer. An answer that no tree can obey is noted but not obeyed. `assume`:
    what is shown is the best under the answers and what the committee agrees on. `noise`: the share of answers that are
    wrong; one and the same pair is always answered alike. Where something is assumed, an expert who errs says "fairly
    sure", so that answers which everything else speaks against are set apart."""

    def __init__(
        self, problem: Problem, objective: Objective | str, stop: Stop, assume: bool, seed: int, noise: float
    ) -> None:
        if problem.dataset.known is None:
            raise InputError("A simulation needs known labels to play the expert; name their column.")
        self.problem, self.objective, self.stop, self.known = problem, objective, stop, problem.dataset.known
        self.assume, self.seed, self.noise = assume, seed, noise
        self.session = WarmEngine()
        self.skipped: set[Pair] = set()
        self.said: dict[Pair, bool] = {}
        self.links: list[Link] = list(problem.links)
        self.result = self._solve(problem)

    @property
    def limit(self) -> Stop:
        return any_of(self.stop, ProcessorTime(SECONDS_PER_SOLVE))

    def _solve(self, problem: Problem) -> Result:
        if self.assume:
            committee_of(room_for(problem, self.seed), problem)  # before the clock starts
            return solve_assuming(problem, self.objective, self.session, self.limit, seed=self.seed)[0]
        return solve(problem, self.objective, self.session, self.limit)

    def ari(self) -> float:
        return 0.0 if self.result.labels is None else adjusted_rand(self.known, self.result.labels)

    def same(self, pair: Pair) -> bool:
        """What the expert says."""
        a, b = min(pair), max(pair)
        wrong = self.noise > 0 and np.random.default_rng([self.seed, a, b]).random() < self.noise
        return bool(self.known[a] == self.known[b]) != wrong

    def answer(self, pair: Pair) -> None:
        a, b = min(pair), max(pair)
        self.said[a, b] = self.same((a, b))
        links = [*self.links, Link(a, b, Kind.MUST if self.said[a, b] else Kind.CANNOT)]
        changed = self.problem.with_(links=self.trusted(links))
        result = self._solve(changed)
        if result.solution is None:
            self.skipped.add((a, b))
        else:
            self.links, self.problem, self.result = links, changed, result

    def trusted(self, links: list[Link]) -> Links:
        """All of them; without those that are set apart where the expert errs and something is assumed."""
        if not self.assume or not self.noise:
            return Links.of(links)
        unsure = [SoftLink(link, FAIRLY_SURE) for link in links]
        apart = {one.link for one in set_apart(room_for(self.problem, self.seed), Links(), unsure)}
        return Links.of(link for link in links if link not in apart)

    def is_open(self, pair: Pair) -> bool:
        a, b = min(pair), max(pair)
        return a != b and (a, b) not in self.said and self.problem.closure.implied(a, b) is None


Way = Callable[[Conversation], Pair | None]
"""Chooses the next pair; None if there is nothing left to ask."""
