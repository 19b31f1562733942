"""What would help when there is no tree; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from treeclust.explain import Conflict, OnConflict, find_conflicts
from treeclust.links import Link, Links
from treeclust.objectives import Objective
from treeclust.problem import MAX_DEPTH, Problem
from treeclust.result import Result, Status
from treeclust.run import solve
from treeclust.soft import SoftLink, keep_most, solve_kept
from treeclust.stop import Deadline, Stop, any_of, never

CHOOSING_SECONDS = 30.0
"""Each step of breaking links gets so long; where that is too short for the proof, the repair says so."""

ONLY_TREES = "Which links clash is worked out for trees only; choose a depth to see it."


@dataclass(frozen=True, eq=False)
class Repair:
    """A problem that has an answer. `least`: proved that no smaller change of its kind helps. `dropped` are the links
    that "drop_links" takes away, or that "soft" breaks; the problem of "soft" has no hard links, `soft` holds them."""

    action: str
    problem: Problem
    result: Result
    least: bool
    dropped: tuple[Link, ...] = ()
    soft: tuple[SoftLink, ...] = ()

    def to_json(self) -> dict[str, Any]:
        changes: dict[str, dict[str, Any]] = {
            "drop_links": {"links": [link.to_json() for link in self.dropped]},
            "depth": {"depth": self.problem.depth},
            "k": {"k": self.problem.k},
            "soft": {"links": [link.to_json() for link in self.dropped]},
        }
        measured = {"status": str(self.result.status), "md": self.result.md, "ms": self.result.ms}
        return {"action": self.action, **changes[self.action], "least": self.least, **measured}


OnRepair = Callable[[Repair], None]


@dataclass(frozen=True, eq=False)
class Explanation:
    """`status` is that of the problem itself; conflicts and repairs are there when it is infeasible."""

    status: Status
    message: str | None
    conflicts: tuple[Conflict, ...]
    repairs: tuple[Repair, ...]

    @property
    def conflict(self) -> Conflict | None:
        """The first conflict."""
        return self.conflicts[0] if self.conflicts else None

    def to_json(self) -> dict[str, Any]:
        conflict = self.conflict
        return {
            "status": str(self.status),
            "message": self.message,
            "conflict": [] if conflict is None else conflict.to_json(),
            "minimal": conflict is not None and conflict.minimal,
            "conflicts": [{"links": one.to_json(), "minimal": one.minimal} for one in self.conflicts],
            "repairs": [repair.to_json() for repair in self.repairs],
        }


def explain(
    problem: Problem,
    objective: Objective | str = "md-ms",
    stop: Stop = never,
    conflicts: int = 1,
    on_conflict: OnConflict | None = None,
    on_repair: OnRepair | None = None,
) -> Explanation:
    """Solve; if no tree exists say which links clash and what helps. Stops anywhere with what it has by then;
    conflicts and repairs are also handed out as soon as they are found."""
    result = solve(problem, objective, stop=stop)
    if result.status is not Status.INFEASIBLE:
        return Explanation(result.status, result.message, (), ())
    if problem.is_flat:
        return Explanation(result.status, " ".join(filter(None, (result.message, ONLY_TREES))), (), ())
    found = find_conflicts(problem, conflicts, stop, on_conflict)
    repairs: list[Repair] = []
    for repair in solved_repairs(problem, objective, stop):
        repairs.append(repair)
        if on_repair is not None:
            on_repair(repair)
    return Explanation(result.status, result.message, found, tuple(repairs))


def solved_repairs(problem: Problem, objective: Objective | str, stop: Stop) -> Iterator[Repair]:
    """The quick ones first: how many links must go is the hardest question."""
    assert problem.depth is not None
    deeper = [problem.with_(depth=depth) for depth in range(problem.depth + 1, MAX_DEPTH + 1)]
    yield from first_that_helps("depth", deeper, objective, stop)
    most = min(problem.n, 2**problem.depth)
    more = [problem.with_(k=k, k_min=problem.k_min) for k in range(problem.k + 1, most + 1)]
    yield from first_that_helps("k", more, objective, stop)
    yield from break_links(problem, objective, stop)


def break_links(problem: Problem, objective: Objective | str, stop: Stop) -> Iterator[Repair]:
    """The fewest links to drop; and all links soft: the best tree among all that break so few, whichever they are."""
    kept = keep_most(problem, stop=any_of(stop, Deadline(CHOOSING_SECONDS)))
    if kept is None:
        return
    changed = problem.with_(links=Links(kept.kept))
    result = solve(changed, objective, stop=any_of(stop, Deadline(CHOOSING_SECONDS)))
    if result.solution is not None:
        yield Repair("drop_links", changed, result, kept.proved, kept.dropped)
    free = problem.with_(links=Links())
    soft = tuple(SoftLink(link, 1.0) for link in problem.links)
    found = solve_kept(free, soft, kept, objective, any_of(stop, Deadline(CHOOSING_SECONDS)))
    if found.result.solution is not None:
        broken = tuple(one.link for one in found.broken)
        yield Repair("soft", free, found.result, found.weight_proved, broken, soft)


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
