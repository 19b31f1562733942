"""How many answers does it take? The known labels play the expert, asked by `suggest` or about random pairs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from treeclust.ask.committee import Opinions, free_opinions
from treeclust.ask.solve import solve
from treeclust.ask.suggest import suggest
from treeclust.core.errors import InputError
from treeclust.core.label_scores import adjusted_rand
from treeclust.core.links import Kind, Link, Links
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.result import Result
from treeclust.core.stop import ProcessorTime, Stop, any_of, never
from treeclust.core.suggestions import Pair
from treeclust.engine.search.warm_start import WarmEngine

GOAL = 0.9
MOST_ANSWERS = 100
SECONDS_PER_SOLVE = 2.0


@dataclass(frozen=True)
class Run:
    """One conversation: the ARI after every answer, starting with none; `reached` says whether the goal was."""

    way: str
    seed: int
    answers: int
    reached: bool
    ari: tuple[float, ...]
    seconds: float


class Conversation:
    """A problem that gains a link with every answer. An answer that no tree can obey is noted but not obeyed."""

    def __init__(self, problem: Problem, objective: Objective | str, stop: Stop) -> None:
        if problem.dataset.known is None:
            raise InputError("A simulation needs known labels to play the expert; name their column.")
        self.problem, self.objective, self.stop, self.known = problem, objective, stop, problem.dataset.known
        self.session = WarmEngine()
        self.skipped: set[Pair] = set()
        self.result = self._solve(problem)

    def _solve(self, problem: Problem) -> Result:
        return solve(problem, self.objective, self.session, any_of(self.stop, ProcessorTime(SECONDS_PER_SOLVE)))

    def ari(self) -> float:
        return 0.0 if self.result.labels is None else adjusted_rand(self.known, self.result.labels)

    def answer(self, pair: Pair) -> None:
        a, b = pair
        kind = Kind.MUST if self.known[a] == self.known[b] else Kind.CANNOT
        changed = self.problem.with_(links=Links.of([*self.problem.links, Link(a, b, kind)]))
        result = self._solve(changed)
        if result.solution is None:
            self.skipped.add(pair)
        else:
            self.problem, self.result = changed, result


Way = Callable[[Conversation], Pair | None]


def random_way(seed: int) -> Way:
    """Any pair that is still open."""
    rng = np.random.default_rng(seed)

    def choose(talk: Conversation) -> Pair | None:
        for _ in range(10_000):
            a, b = sorted(int(row) for row in rng.choice(talk.problem.n, 2, replace=False))
            if (a, b) not in talk.skipped and talk.problem.closure.implied(a, b) is None:
                return a, b
        return None

    return choose


def suggested_way(problem: Problem, seed: int, stop: Stop) -> Way:
    """What `suggest` asks; a random pair when it sees nothing left to ask."""
    opinions: list[Opinions] = []
    anything = random_way(seed)

    def choose(talk: Conversation) -> Pair | None:
        if not opinions:
            opinions.append(free_opinions(problem, stop, seed))
        found = suggest(
            talk.problem,
            talk.objective,
            talk.skipped,
            any_of(stop, ProcessorTime(SECONDS_PER_SOLVE)),
            start=talk.result,
            opinions=opinions[0],
            seed=seed + 1000 * (len(talk.problem.links) + len(talk.skipped)),
        )
        return anything(talk) if found.question is None else found.question.pair

    return choose


def simulate(
    problem: Problem,
    objective: Objective | str = "md-ms",
    way: str = "suggest",
    seed: int = 0,
    stop: Stop = never,
    *,
    goal: float = GOAL,
    most: int = MOST_ANSWERS,
) -> Run:
    """Ask and answer until the clustering agrees with the known labels (ARI), or `most` answers were given."""
    began = time.perf_counter()
    talk = Conversation(problem, objective, stop)
    choose = random_way(seed) if way == "random" else suggested_way(problem, seed, stop)
    ari = [talk.ari()]
    while ari[-1] < goal and len(ari) <= most and not stop():
        pair = choose(talk)
        if pair is None:
            break
        talk.answer(pair)
        ari.append(talk.ari())
    return Run(way, seed, len(ari) - 1, ari[-1] >= goal, tuple(ari), time.perf_counter() - began)
