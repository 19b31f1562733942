"""Assumed links: what the committee agrees on stands in for what the expert has not said, and the optimum is proved
under both. They are never the expert's; where no tree keeps both, they go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from treeclust.ask.interview.committee import MOST_ROWS, Committee, committee_of, room_for
from treeclust.ask.interview.consensus import SURE, Consensus, assumed_links, consensus_of
from treeclust.ask.interview.doubt import set_apart
from treeclust.ask.solve import solve
from treeclust.ask.verify import verify
from treeclust.core.answers import SoftResult
from treeclust.core.closure import close
from treeclust.core.label_scores import adjusted_rand
from treeclust.core.links import Link, LinkConflict, Links
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import OnBetter, OnProgress
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.stop import ProcessorTime, Stop, any_of, never
from treeclust.core.suggestions import Pair
from treeclust.engine import Engine
from treeclust.engine.link_sets.max_satisfiable import keep_most
from treeclust.objectives import objective_named

LESS = (0.8, 0.95)
"""Where no tree keeps what is assumed, less is: only what so large a share of the committee agrees on."""
SECONDS = 0.7
"""Of computing, to find a tree for what is assumed, before less is."""
NEAR = 0.85
"""The ARI with the committee's tree from which on the best tree without any link needs nothing assumed."""


def assume(committee: Committee, consensus: Consensus, links: Links, refused: Collection[Pair], sure: float) -> Links:
    """The assumed links that do not contradict the expert's, without those that a person took away."""
    found = without_refused(assumed_links(committee, consensus, sure), refused)
    said = {link.pair for link in links}
    return consistent(links, [link for link in found if link.pair not in said], committee.room.problem.n)


def without_refused(links: Iterable[Link], refused: Collection[Pair]) -> list[Link]:
    """Each row hangs by one link on the head of its cluster: where a pair was taken away, nothing is assumed about the
    one of its rows that is not a head; between two heads, only their own link goes."""
    kept = list(links)
    heads = {link.a for link in kept}
    for pair in refused:
        loose = next((row for row in sorted(pair, reverse=True) if row not in heads), None)
        ends = set(pair) if loose is None else {loose}
        kept = [link for link in kept if not ends <= set(link.pair)]
    return kept


def consistent(links: Links, assumed: list[Link], n: int) -> Links:
    """Without the assumed links that clash with what the links imply."""
    while True:
        try:
            close(Links.of([*links, *assumed]), n)
        except LinkConflict as conflict:
            clashing = [link for link in conflict.chain if link in set(assumed)]
            if not clashing:
                raise
            assumed = [link for link in assumed if link not in set(clashing)]
        else:
            return Links.of(assumed)


def solve_assuming(
    problem: Problem,
    objective: Objective | str = "md-ms",
    engine: Engine | str = "fast",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[Result] | None = None,
    *,
    refused: Collection[Pair] = (),
    seed: int = 0,
) -> tuple[Result, Links]:
    """The best clustering under the links and what is assumed besides, and these assumed links. Without any if no tree
    was found that keeps them, or if nobody has said anything yet and the best tree is near to the committee's."""
    committee = committee_of(room_for(problem, seed), problem)
    consensus = consensus_of(committee)
    if not len(problem.links) and not refused:
        free = solve(problem, objective, engine, any_of(stop, ProcessorTime(SECONDS)), on_progress)
        if free.status is Status.OPTIMAL and is_near(committee, consensus, free):
            return free, Links()
    for assumed in offers(committee, consensus, problem.links, refused, stop):
        if not len(assumed):
            continue
        both = problem.with_(links=Links.of([*problem.links, *assumed]))
        result = solve_soon(both, objective, engine, stop, on_progress, handing_out(problem, assumed, on_better))
        if result.solution is not None:
            return result, assumed
        if stop():
            break
    return solve(problem, objective, engine, stop, on_progress, on_better), Links()


def offers(
    committee: Committee, consensus: Consensus, links: Links, refused: Collection[Pair], stop: Stop
) -> Iterator[Links]:
    """What to assume; and where no tree keeps it, as much of it as some tree was found to keep, then less."""
    most = assume(committee, consensus, links, refused, SURE)
    yield most
    problem = committee.room.problem.with_(links=links)
    if len(most) and not problem.is_flat and problem.n <= MOST_ROWS:
        kept = keep_most(problem, list(most), [1.0] * len(most), any_of(stop, ProcessorTime(SECONDS)))
        yield Links() if kept is None else Links.of(kept.kept)
    for sure in LESS:
        yield assume(committee, consensus, links, refused, sure)


def is_near(committee: Committee, consensus: Consensus, result: Result) -> bool:
    """Is a result what the committee says, but for a few rows?"""
    assert result.labels is not None
    return adjusted_rand(consensus.labels, result.labels[committee.room.rows]) >= NEAR


def solve_soon(
    problem: Problem,
    objective: Objective | str,
    engine: Engine | str,
    stop: Stop,
    on_progress: OnProgress | None,
    on_better: OnBetter[Result],
) -> Result:
    """Until the proof, if some tree is found soon."""
    found: list[bool] = []
    late = ProcessorTime(SECONDS)

    def take(make: Callable[[], Result]) -> None:
        found.append(True)
        on_better(make)

    return solve(problem, objective, engine, any_of(stop, lambda: not found and late()), on_progress, take)


def handing_out(problem: Problem, assumed: Links, on_better: OnBetter[Result] | None) -> OnBetter[Result]:
    """Answers so far say, too, what they assume."""

    def take(make: Callable[[], Result]) -> None:
        if on_better is not None:
            on_better(lambda: about(problem, make(), assumed))

    return take


def answer_assuming(
    question: Question,
    engine: Engine | str = "fast",
    stop: Stop = never,
    on_progress: OnProgress | None = None,
    on_better: OnBetter[Result | SoftResult] | None = None,
) -> Result | SoftResult:
    """The answer to a question that lets something be assumed: among the soft links first those are found that can be
    kept, and these count as said, unless everything else speaks against them."""
    from treeclust.ask.soft import count_broken, solve_soft
    from treeclust.ask.wanted import choose

    problem, wishes = question.problem, question.wishes
    soft = solve_soft(question, stop, on_progress, on_better) if question.soft else None
    firm = problem
    if soft is not None:
        labels = soft.result.labels
        if labels is None:
            return soft
        kept = [one for one in question.soft if one.link.holds(labels)]
        apart = set(set_apart(room_for(problem, wishes.seed), problem.links, kept))
        firm = problem.with_(links=Links.of([*problem.links, *(one.link for one in kept if one not in apart)]))
    told = None if soft is not None else on_better
    result, assumed = solve_assuming(
        firm, question.objective, engine, stop, on_progress, told, refused=wishes.refused, seed=wishes.seed
    )
    both = firm.with_(links=Links.of([*firm.links, *assumed]))
    chosen = about(problem, choose(both, question.objective, result, wishes, stop, on_progress), assumed)
    return chosen if soft is None else count_broken(chosen, question.soft, soft.least_broken_weight)


def about(problem: Problem, result: Result, assumed: Links) -> Result:
    """The result of a problem with assumed links, as one of the problem without them."""
    if result.solution is None:
        return result
    measures = verify(problem, objective_named(result.objective).value, result.solution)
    return replace(result, measures=measures, assumed=tuple(assumed))
