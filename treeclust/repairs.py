"""What would help when there is no tree; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from treeclust.explain import Conflict, find_conflict
from treeclust.links import Link, Links
from treeclust.objectives import Objective
from treeclust.problem import MAX_DEPTH, Problem
from treeclust.result import Result, Status
from treeclust.run import solve
from treeclust.soft import keep_most
from treeclust.stop import Stop, never


@dataclass(frozen=True, eq=False)
class Repair:
    """A problem that has an answer. `least`: proved that no smaller change of its kind helps."""

    action: str
    problem: Problem
    result: Result
    least: bool
    dropped: tuple[Link, ...] = ()

    def to_json(self) -> dict[str, Any]:
        changes: dict[str, dict[str, Any]] = {
            "drop_links": {"links": [link.to_json() for link in self.dropped]},
            "depth": {"depth": self.problem.depth},
            "k": {"k": self.problem.k},
        }
        measured = {"status": str(self.result.status), "md": self.result.md, "ms": self.result.ms}
        return {"action": self.action, **changes[self.action], "least": self.least, **measured}


@dataclass(frozen=True, eq=False)
class Explanation:
    """`status` is that of the problem itself; conflict and repairs are there when it is infeasible."""

    status: Status
    message: str | None
    conflict: Conflict | None
    repairs: tuple[Repair, ...]

    def to_json(self) -> dict[str, Any]:
        conflict = self.conflict
        return {
            "status": str(self.status),
            "message": self.message,
            "conflict": [] if conflict is None else conflict.to_json(),
            "minimal": conflict is not None and conflict.minimal,
            "repairs": [repair.to_json() for repair in self.repairs],
        }


def explain(problem: Problem, objective: Objective | str = "md-ms", stop: Stop = never) -> Explanation:
    """Solve; if no tree exists say which links clash and what helps. Stops anywhere with what it has by then."""
    result = solve(problem, objective, stop=stop)
    if result.status is not Status.INFEASIBLE or problem.is_flat:
        return Explanation(result.status, result.message, None, ())
    conflict = find_conflict(problem, stop)
    repairs = tuple(_repairs(problem, objective, stop))
    return Explanation(result.status, result.message, conflict, repairs)


def _repairs(problem: Problem, objective: Objective | str, stop: Stop) -> Iterator[Repair]:
    """The quick ones first: how many links must go is the hardest question of the three."""
    assert problem.depth is not None
    deeper = [problem.with_(depth=depth) for depth in range(problem.depth + 1, MAX_DEPTH + 1)]
    yield from first_that_helps("depth", deeper, objective, stop)
    most = min(problem.n, 2**problem.depth)
    more = [problem.with_(k=k, k_min=problem.k_min) for k in range(problem.k + 1, most + 1)]
    yield from first_that_helps("k", more, objective, stop)
    yield from drop_links(problem, objective, stop)


def drop_links(problem: Problem, objective: Objective | str, stop: Stop) -> Iterator[Repair]:
    """The fewest links to drop."""
    kept = keep_most(problem, stop=stop)
    if kept is None:
        return
    changed = problem.with_(links=Links(kept.kept))
    result = solve(changed, objective, stop=stop)
    if result.solution is not None:
        yield Repair("drop_links", changed, result, kept.proved, kept.dropped)


def first_that_helps(action: str, tries: list[Problem], objective: Objective | str, stop: Stop) -> Iterator[Repair]:
    """The first of ever more generous problems that has an answer."""
    least = True
    for changed in tries:
        if stop():
            return
        result = solve(changed, objective, stop=stop)
        if result.solution is not None:
            yield Repair(action, changed, result, least)
            return
        least = least and result.status is Status.INFEASIBLE
