"""What a worker does for each request: one function from the request to its final result.

All stop when their channel says so, report progress there, and hand in partial results of the same class as the final
one; an explanation says besides whether it is finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.explain import find_conflict, find_conflicts
from treeclust.ask.leaf_prices import price_leaves
from treeclust.ask.pareto import pareto_front
from treeclust.ask.price import price_links
from treeclust.ask.repairs import solved_repairs
from treeclust.ask.rule_prices import price_rules
from treeclust.ask.solve import solve_question
from treeclust.ask.suggest import suggest
from treeclust.core.answers import (
    Alternative,
    Alternatives,
    Compromise,
    DepthMap,
    Front,
    LeafPrice,
    LeafPrices,
    MapCell,
    SoftResult,
)
from treeclust.core.codec import to_json
from treeclust.core.errors import InputError
from treeclust.core.explanations import Conflict, Conflicts, Explanation, Repair
from treeclust.core.limits import limits_of
from treeclust.core.link_prices import Price, Prices
from treeclust.core.problem import Problem
from treeclust.core.result import Result, Status
from treeclust.core.rule_prices import RulePrice, RulePrices
from treeclust.core.stop import Deadline, any_of
from treeclust.core.suggestions import Suggestion
from treeclust.core.version import VERSION
from treeclust.engine import Engine, engine_named, load_engine
from treeclust.engine.search.fast import FastEngine
from treeclust.jobs.channel import Channel
from treeclust.jobs.cube_helpers import RemoteHelpers, help_solve
from treeclust.jobs.messages import (
    Explain,
    FillMap,
    FindAlternatives,
    FindConflict,
    FindFront,
    HelpSolve,
    PriceLinks,
    Solve,
    SuggestPair,
)
from treeclust.jobs.nudge_requests import LookAround
from treeclust.jobs.price_requests import PriceLeaves, PriceRules

DEFAULT_ENGINE = "fast"


def get_ready() -> None:
    """Load what most requests need, before one comes."""
    load_engine()


def solve_job(request: Solve, channel: Channel) -> Result | SoftResult:
    """The best tree; each better answer leaves the process as it is found."""
    return solve_question(request.question, engine_for(request, channel), channel.stop, channel.report, channel.partial)


def engine_for(request: Solve, channel: Channel) -> Engine:
    """The engine that the request names; the default one with helpers, where there may be some."""
    if channel.helpers and request.engine is None:
        return FastEngine(helpers=RemoteHelpers(channel))
    return engine_named(request.engine or DEFAULT_ENGINE)


def help_job(request: HelpSolve, channel: Channel) -> None:
    help_solve(request, channel)


def pareto_job(request: FindFront, channel: Channel) -> Front:
    """Every compromise between diameter and split."""
    points: list[Compromise] = []

    def take(point: Compromise) -> None:
        points.append(point)
        channel.partial(lambda: Front(tuple(points), False, 0.0))

    return pareto_front(request.question.problem, channel.stop, take, channel.report)


def explain_job(request: Explain, channel: Channel) -> dict[str, Any]:
    """Why an infeasible question has no tree."""
    conflicts: tuple[Conflict, ...] = ()
    repairs: list[Repair] = []

    def tell(size: int) -> None:
        channel.phase(f"{size} links clash; looking for fewer")

    def so_far(finished: bool = False) -> dict[str, Any]:
        explained = Explanation(Status.INFEASIBLE, None, conflicts, tuple(repairs))
        return {**to_json(explained), "finished": finished}

    channel.phase("looking for links that clash")
    conflict = find_conflict(request.question.problem, channel.stop, tell)
    conflicts = () if conflict is None else (conflict,)
    channel.partial(so_far)
    channel.phase("trying repairs")
    for repair in solved_repairs(request.question, channel.stop):
        repairs.append(repair)
        channel.partial(so_far)
        channel.phase(f"{len(repairs)} repairs found", repair.result.md, repair.result.ms)
    return so_far(finished=not channel.stop())


def conflicts_job(request: FindConflict, channel: Channel) -> Conflicts:
    """Those known, and one more."""
    channel.phase("looking for another conflict")
    fresh = find_conflicts(request.question.problem, 1, channel.stop, known=request.known)
    return Conflicts((*request.known, *fresh), not fresh and not channel.stop())


def map_job(request: FillMap, channel: Channel) -> DepthMap:
    """One answer for each depth and k, each within its share of the time."""
    return fill(request, places(request.depths, request.ks, request.question.problem), channel)


def around_job(request: LookAround, channel: Channel) -> DepthMap:
    """The same for the neighbours of a question only."""
    return fill(request, request.around, channel)


def fill(request: FillMap, wanted: Iterable[tuple[int, int]], channel: Channel) -> DepthMap:
    cells: list[MapCell] = []
    for depth, k in wanted:
        channel.phase(f"depth {depth}, {k} clusters")
        if channel.stop():
            return DepthMap(tuple(cells), False)
        cells.append(MapCell(depth, k, cell_result(request, depth, k, channel)))
        channel.partial(lambda: DepthMap(tuple(cells), False))
    return DepthMap(tuple(cells), True)


def cell_result(request: FillMap, depth: int, k: int, channel: Channel) -> Result:
    """What cannot even be asked, such as more clusters than leaves, has no tree."""
    try:
        question = request.cell(depth, k)
    except InputError as error:
        return Result(Status.INFEASIBLE, request.question.objective, DEFAULT_ENGINE, VERSION, 0.0, message=str(error))
    found = solve_question(question, stop=any_of(channel.stop, Deadline(request.cell_seconds)))
    assert isinstance(found, Result)
    return found


def places(depths: Sequence[int], ks: Sequence[int], problem: Problem) -> Iterator[tuple[int, int]]:
    """Small trees first: they are quick and often enough."""
    return ((depth, k) for depth in depths for k in ks if k <= min(2**depth, problem.n))


def alternatives_job(request: FindAlternatives, channel: Channel) -> Alternatives:
    """Different trees of the same quality as `start`, which is the first of them."""
    question, start = request.question, proved(request.start)
    channel.phase("looking for another tree")

    def tell(found: Alternative) -> None:
        channel.phase("comparing trees", found.measures.md, found.measures.ms)

    return find_alternatives(question.problem, question.objective, request.limit, channel.stop, tell, start=start)


def suggest_job(request: SuggestPair, channel: Channel) -> Suggestion:
    """The next pair to ask the expert about."""
    question, start = request.question, request.start
    channel.phase("comparing good trees")
    return suggest(question.problem, request.skip, channel.stop, start=start, seed=question.wishes.seed, groups=True)


def prices_job(request: PriceLinks, channel: Channel) -> Prices:
    """What each link costs."""
    question, start = request.question, proved(request.start)
    prices: list[Price] = []

    def take(price: Price) -> None:
        prices.append(price)
        channel.partial(lambda: Prices(None, None, tuple(prices), False))
        channel.phase(f"{len(prices)} of {len(question.problem.links)} links")

    channel.phase("solving without some links")
    return price_links(question.problem, question.objective, channel.stop, take, start=start)


def leaf_prices_job(request: PriceLeaves, channel: Channel) -> LeafPrices:
    """The best tree with ever fewer leaves."""
    prices: list[LeafPrice] = []

    def take(price: LeafPrice) -> None:
        prices.append(price)
        channel.partial(lambda: LeafPrices(tuple(prices), False))
        channel.phase(f"at most {price.leaves - 1} leaves", price.result.md, price.result.ms)

    channel.phase("solving with fewer leaves")
    start, seconds = proved(request.start), request.seconds_each
    return price_leaves(request.question, channel.stop, take, start=start, seconds=seconds)


def rule_prices_job(request: PriceRules, channel: Channel) -> RulePrices:
    """What each size, bound and rule costs."""
    prices: list[RulePrice] = []

    def take(price: RulePrice) -> None:
        prices.append(price)
        channel.partial(lambda: RulePrices(None, None, tuple(prices), False))
        channel.phase(f"{len(prices)} of {len(limits_of(request.question.problem))} limits")

    channel.phase("solving without some limits")
    return price_rules(request.question, channel.stop, take, start=proved(request.start))


def proved(start: Result | None) -> Result | None:
    """An answer to begin with is only good if it is proved to be the best."""
    best = start is not None and start.status is Status.OPTIMAL and not start.is_wider and not start.assumed
    return start if best else None
