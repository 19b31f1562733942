"""What a worker can be asked: one function for each type of request, from the request to its final result.

All stop when their desk says so, report progress there, and hand in partial results of the same form as the final one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from treeclust.alternatives import Alternative, find_alternatives
from treeclust.engine import Engine, engine_named
from treeclust.engine.fast import FastEngine
from treeclust.explain import Conflict, find_conflict, find_conflicts
from treeclust.jobs.crew import DeskCrew, help_out
from treeclust.jobs.desk import Desk, Message
from treeclust.jobs.messages import links_from_json, problem_from_json, result_from_json, soft_from_json
from treeclust.pareto import Compromise, Front, pareto_front
from treeclust.price import Price, price_links
from treeclust.problem import Problem
from treeclust.progress import OnBetter
from treeclust.repairs import Repair, solved_repairs
from treeclust.result import Result, Status
from treeclust.run import solve
from treeclust.soft import SoftResult, solve_soft
from treeclust.stop import Deadline, any_of
from treeclust.suggest import suggest

Handler = Callable[[Message, Desk], Message]
HANDLERS: dict[str, Handler] = {}
DEFAULT_ENGINE = "fast"


def get_ready() -> None:
    """Load what most requests need, before one comes."""
    engine_named(DEFAULT_ENGINE)


def handles(name: str) -> Callable[[Handler], Handler]:
    def note(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return note


@handles("solve")
def solve_job(request: Message, desk: Desk) -> Message:
    """The best tree. `soft`, if any: links that may be broken at a price."""
    problem, soft = problem_from_json(request["problem"]), soft_from_json(request.get("soft") or [])
    if soft:
        return solve_soft(problem, soft, request["objective"], desk.stop, desk.report, handing_in(desk)).to_json()
    engine = engine_for(request, desk)
    return solve(problem, request["objective"], engine, desk.stop, desk.report, handing_in(desk)).to_json()


def handing_in(desk: Desk) -> OnBetter[Result | SoftResult]:
    """Each better answer leaves the process as it is found."""
    return lambda answer: desk.partial(lambda: answer().to_json())


def engine_for(request: Message, desk: Desk) -> Engine:
    """The engine that the request names; the default one with helpers, where there may be some."""
    if request.get("spread") and not request.get("engine"):
        return FastEngine(crew=DeskCrew(desk))
    return engine_named(request.get("engine") or DEFAULT_ENGINE)


@handles("help")
def help_job(request: Message, desk: Desk) -> Message:
    """Pieces of somebody else's solve; there is nothing left to say at the end."""
    help_out(request, desk)
    return {}


@handles("pareto")
def pareto_job(request: Message, desk: Desk) -> Message:
    """Every compromise between diameter and split, as Front.to_json() writes it."""
    points: list[Compromise] = []

    def so_far() -> Message:
        return Front(tuple(points), False, 0.0).to_json()

    def take(point: Compromise) -> None:
        points.append(point)
        desk.partial(so_far)

    return pareto_front(problem_from_json(request["problem"]), desk.stop, take, desk.report).to_json()


@handles("explain")
def explain_job(request: Message, desk: Desk) -> Message:
    """Why an infeasible problem has no tree: {"conflict": links or null, "minimal", "repairs", "finished"}."""
    problem = problem_from_json(request["problem"])
    found: Message = {"conflict": None, "minimal": False, "repairs": [], "finished": False}
    desk.phase("looking for links that clash")
    conflict = find_conflict(problem, desk.stop, lambda size: desk.phase(f"{size} links clash; looking for fewer"))
    if conflict is not None:
        found |= {"conflict": conflict.to_json(), "minimal": conflict.minimal}
    desk.partial(lambda: dict(found))
    desk.phase("trying repairs")
    for repair in solved_repairs(problem, request["objective"], desk.stop):
        found["repairs"] = [*found["repairs"], repair_to_json(repair)]
        desk.partial(lambda: dict(found))
        desk.phase(f"{len(found['repairs'])} repairs found", repair.result.md, repair.result.ms)
    return found | {"finished": not desk.stop()}


@handles("conflicts")
def conflicts_job(request: Message, desk: Desk) -> Message:
    """One more set of links that clash, besides those `known`: {"conflicts": all, "complete": there are no others}."""
    problem = problem_from_json(request["problem"])
    known = [Conflict(links_from_json(one["links"]), one["minimal"]) for one in request["known"]]
    desk.phase("looking for another conflict")
    fresh = find_conflicts(problem, 1, desk.stop, known=known)
    found = [{"links": one.to_json(), "minimal": one.minimal} for one in (*known, *fresh)]
    return {"conflicts": found, "complete": not fresh and not desk.stop()}


def repair_to_json(repair: Repair) -> Message:
    return repair.to_json() | {"result": repair.result.to_json()}


@handles("map")
def map_job(request: Message, desk: Desk) -> Message:
    """One answer for each depth and k, each within its share of the time: {"cells": [...], "finished"}."""
    problem = problem_from_json(request["problem"])
    cells: list[Message] = []
    for depth, k in places(request["depths"], request["ks"], problem):
        desk.phase(f"depth {depth}, {k} clusters")
        if desk.stop():
            return {"cells": cells, "finished": False}
        rule = any_of(desk.stop, Deadline(float(request["cell_seconds"])))
        result = solve(problem.with_(depth=depth, k=k, k_min=None), request["objective"], stop=rule)
        cells.append({"depth": depth, "k": k, "result": result.to_json()})
        desk.partial(lambda: {"cells": cells, "finished": False})
    return {"cells": cells, "finished": True}


def places(depths: list[int], ks: list[int], problem: Problem) -> Iterator[tuple[int, int]]:
    """Small trees first: they are quick and often enough."""
    return ((depth, k) for depth in depths for k in ks if k <= min(2**depth, problem.n))


@handles("alternatives")
def alternatives_job(request: Message, desk: Desk) -> Message:
    """Different trees of the same quality as `start`, which is the first of them."""
    problem, start = asked_before(request)
    desk.phase("looking for another tree")

    def tell(found: Alternative) -> None:
        desk.phase("comparing trees", found.measures.md, found.measures.ms)

    limit = int(request["limit"])
    return find_alternatives(problem, request["objective"], limit, desk.stop, tell, start=start).to_json()


@handles("suggest")
def suggest_job(request: Message, desk: Desk) -> Message:
    """The next pair to ask the expert about."""
    problem, start = asked_before(request)
    desk.phase("comparing good trees")
    skip = [(int(a), int(b)) for a, b in request["skip"]]
    return suggest(problem, request["objective"], skip, desk.stop, start=start).to_json()


@handles("prices")
def prices_job(request: Message, desk: Desk) -> Message:
    """What each link costs."""
    problem, start = asked_before(request)
    prices: list[Price] = []

    def so_far() -> Message:
        listed = [price.to_json() for price in prices]
        return {"md": None, "ms": None, "prices": listed, "complete": False, "message": None}

    def take(price: Price) -> None:
        prices.append(price)
        desk.partial(so_far)
        desk.phase(f"{len(prices)} of {len(problem.links)} links")

    desk.phase("solving without some links")
    return price_links(problem, request["objective"], desk.stop, take, start=start).to_json()


@handles("experiment")
def experiment_job(request: Message, desk: Desk) -> Message:
    """Runs of the paper's tables, one after the other: {"rows": those that are finished, "total", "finished"}."""
    from treeclust.experiments.run_one import run_one  # the baselines take long to load, and few workers need them

    planned = request["jobs"]
    rows: list[Message] = []
    for number, job in enumerate(planned, start=1):
        desk.phase(f"run {number} of {len(planned)}: {job['dataset']}, κ = {job['kappa']:g}, {job['method']}")
        row = run_one(job, desk.stop)
        if desk.stop():  # cut short from outside: not the answer of this run
            break
        rows.append(row)
        desk.partial(lambda: {"rows": rows, "total": len(planned), "finished": False})
    return {"rows": rows, "total": len(planned), "finished": len(rows) == len(planned)}


def asked_before(request: Message) -> tuple[Problem, Result | None]:
    """The problem, and its proved answer if the caller has one."""
    problem = problem_from_json(request["problem"])
    start: dict[str, Any] | None = request.get("start")
    result = None if start is None else result_from_json(start, problem)
    return problem, result if result is not None and result.status is Status.OPTIMAL else None
