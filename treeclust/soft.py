"""Soft links: an answer keeps all hard links, then as much weight of soft ones as any tree can, then is optimised."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from treeclust.engine import Engine, engine_named
from treeclust.engine import keep_most as keeping
from treeclust.engine.keep_most import Kept
from treeclust.engine.price import SLACK
from treeclust.engine.soft_search import SoftEngine
from treeclust.errors import InputError, VerificationError
from treeclust.links import Kind, Link, Links, read_certain
from treeclust.objectives import Objective, objective_named
from treeclust.problem import Problem
from treeclust.progress import OnBetter, OnProgress, Progress, Watch
from treeclust.result import Outcome, Result, Status
from treeclust.run import solve
from treeclust.stop import Stop, never
from treeclust.tree import Solution
from treeclust.verify import holds, verify
from treeclust.version import VERSION

CERTAINTY: Mapping[str, float | None] = {"sure": None, "fairly sure": 3.0, "unsure": 1.0}
"""How certain a link is, and what breaking it costs; a sure one is hard."""


BROKEN, LEAST_BROKEN = "broken_weight", "least_broken_weight"
"""Figures of a soft result: the weight that its clustering breaks, and what every clustering breaks at least."""


@dataclass(frozen=True)
class SoftLink:
    """A link that may be broken at a price."""

    link: Link
    weight: float

    def __post_init__(self) -> None:
        if not 0 < self.weight < float("inf"):
            raise InputError(f"Link {self.link} has weight {self.weight}; choose a number above 0.")

    @property
    def word(self) -> str:
        """How certain it is, in the word nearest to its weight."""
        words = {word: weight for word, weight in CERTAINTY.items() if weight is not None}
        return min(words, key=lambda word: abs(words[word] - self.weight))

    def to_json(self) -> dict[str, Any]:
        return {**self.link.to_json(), "weight": self.weight}


def read_links(text: str) -> tuple[Links, tuple[SoftLink, ...]]:
    """The hard and the soft links of a file; without a column `certainty` all are soft and weigh 1."""
    hard: list[Link] = []
    soft: dict[tuple[tuple[int, int], Kind], SoftLink] = {}
    for link, word in read_certain(text):
        weight = 1.0 if word is None else weight_of(link, word)
        if weight is None:
            hard.append(link)
        else:
            soft.setdefault((link.pair, link.kind), SoftLink(link, weight))
    return Links.of(hard), tuple(soft.values())


def weight_of(link: Link, word: str) -> float | None:
    """What the word for its certainty makes a link weigh; None for a hard one, as without a word."""
    if word and word not in CERTAINTY:
        raise InputError(f'Link {link} is "{word}"; write {", ".join(CERTAINTY)}, or nothing for sure.')
    return CERTAINTY[word or "sure"]


@dataclass(frozen=True, eq=False)
class SoftResult:
    """`result` answers the hard problem with the smallest broken weight that was found; it is called optimal only if
    that weight is proved least and no clustering that breaks as little is better. Nothing below `least_broken_weight`
    is possible."""

    result: Result
    broken: tuple[SoftLink, ...]
    broken_weight: float
    least_broken_weight: float
    kept: int = 0

    @property
    def weight_proved(self) -> bool:
        return self.result.solution is not None and self.broken_weight <= self.least_broken_weight + SLACK

    def to_json(self) -> dict[str, Any]:
        """The object of `solve`, with links counted hard and soft together."""
        hard = len(self.result.measures.links_kept) if self.result.measures is not None else 0
        found = self.result.solution is not None
        return self.result.to_json() | {
            "links_kept": hard + self.kept if found else None,
            "links_broken": len(self.broken) if found else None,
            "broken": [soft.to_json() for soft in self.broken] if found else None,
            "broken_weight": self.broken_weight if found else None,
            "least_broken_weight": self.least_broken_weight,
        }


def keep_most(problem: Problem, weights: Sequence[float] | None = None, stop: Stop = never) -> Kept | None:
    """A tree that keeps as much weight of the problem's links as any can (each weighs 1 by default)."""
    links = list(problem.links)
    each = [1.0] * len(links) if weights is None else list(weights)
    return keeping.keep_most(problem.with_(links=Links()), links, each, stop)


def solve_soft(
    problem: Problem,
    soft: Sequence[SoftLink],
    objective: Objective | str = "md-ms",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[SoftResult] | None = None,
) -> SoftResult:
    """The problem's own links are hard. Most soft weight first, then the objective over all ways to keep that much."""
    if problem.is_flat:
        raise InputError("Soft links need a tree; choose a depth, or make every link sure.")
    links, weights = [one.link for one in soft], [one.weight for one in soft]
    first = FirstStep(problem, soft, objective, on_progress, on_better)
    kept = keeping.keep_most(problem, links, weights, stop, first.tell)
    return solve_kept(problem, soft, kept, objective, stop, on_progress, on_better)


def solve_kept(
    problem: Problem,
    soft: Sequence[SoftLink],
    kept: Kept | None,
    objective: Objective | str,
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[SoftResult] | None = None,
) -> SoftResult:
    """The second step: optimise among all clusterings that break no more than the tree of the first step."""
    least = 0.0 if kept is None else kept.least

    def hand_out(answer: Callable[[], Result]) -> None:
        if on_better is not None:
            on_better(lambda: _measured(answer(), soft, least))

    if kept is None:
        return _measured(solve(problem, objective, "fast", stop, on_progress), soft, 0.0)
    if kept.dropped:
        links, weights = [one.link for one in soft], [one.weight for one in soft]
        engine: Engine = SoftEngine(links, weights, kept.weight, kept.kept)
    else:
        problem, engine = problem.with_(links=Links.of([*problem.links, *kept.kept])), engine_named("fast")
    begun = BeginningWith(kept.solution, engine)
    found = _measured(solve(problem, objective, begun, stop, on_progress, hand_out), soft, least)
    if found.result.solution is not None and found.broken_weight > kept.weight + SLACK:
        raise VerificationError(f"The solution breaks {found.broken_weight} of soft links, not {kept.weight}.")
    return found


class BeginningWith:
    """An engine that hands in a solution known already before it looks for better ones."""

    def __init__(self, solution: Solution, inner: Engine) -> None:
        self.solution, self.inner, self.name = solution, inner, inner.name

    def search(self, problem: Problem, objective: Objective, watch: Watch) -> Outcome:
        watch.solution(self.solution)
        return self.inner.search(problem, objective, watch)


class FirstStep:
    """What is told while links are chosen: how much is broken at best, how much at least, and the tree so far."""

    def __init__(
        self,
        problem: Problem,
        soft: Sequence[SoftLink],
        objective: Objective | str,
        on_progress: OnProgress | None,
        on_better: OnBetter[SoftResult] | None,
    ) -> None:
        self.problem, self.soft, self.on_progress, self.on_better = problem, soft, on_progress, on_better
        self.objective = objective_named(objective) if isinstance(objective, str) else objective
        self.began = time.perf_counter()
        self.report("choosing links")

    def report(self, words: str, md: float | None = None, ms: float | None = None) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(words, time.perf_counter() - self.began, md, ms))

    def tell(self, kept: Kept) -> None:
        measures = verify(self.problem, self.objective.value, kept.solution)
        words = f"choosing links: {kept.weight:g} broken, at least {kept.least:g} must be"
        self.report(words, measures.md, measures.ms)
        if self.on_better is not None:
            seconds = time.perf_counter() - self.began
            name = self.objective.name
            result = Result(Status.FEASIBLE, name, "fast", VERSION, seconds, seconds, kept.solution, measures)
            self.on_better(lambda: _measured(result, self.soft, kept.least))


def _measured(result: Result, soft: Sequence[SoftLink], least: float) -> SoftResult:
    """Broken links counted from the labels; optimal only if the weight is proved least too."""
    labels = result.labels
    broken = () if labels is None else tuple(one for one in soft if not holds(one.link, labels))
    weight = sum(one.weight for one in broken)
    if result.status is Status.OPTIMAL and weight > least + SLACK:
        result = replace(result, status=Status.FEASIBLE)
    if labels is not None:
        result = replace(result, figures={**result.figures, BROKEN: weight, LEAST_BROKEN: least})
    return SoftResult(result, broken, weight, least, len(soft) - len(broken))
