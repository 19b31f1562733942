"""Why is there no tree? The links that clash, and what would help; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from treeclust.core.explanations import Conflict
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.stop import Stop, never
from treeclust.engine.link_sets.mus_enumeration import MusEnumeration

OnConflict = Callable[[Conflict], None]


def find_conflict(
    problem: Problem, stop: Stop = never, on_smaller: Callable[[int], None] | None = None
) -> Conflict | None:
    """A minimal set of clashing links; None if the links can hold, or if nothing was proved before the stop."""
    return next(conflicts(problem, stop, on_smaller), None)


def find_conflicts(
    problem: Problem,
    most: int = 5,
    stop: Stop = never,
    on_found: OnConflict | None = None,
    known: Sequence[Conflict] = (),
) -> tuple[Conflict, ...]:
    """Up to `most` different sets of clashing links besides those `known`, each handed to `on_found` as soon as it is
    there. Fewer than `most` without a stop: there are no others."""
    found: list[Conflict] = []
    for conflict in islice(conflicts(problem, stop, known=known), most):
        found.append(conflict)
        if on_found is not None:
            on_found(conflict)
    return tuple(found)


def conflicts(
    problem: Problem,
    stop: Stop = never,
    on_smaller: Callable[[int], None] | None = None,
    known: Sequence[Conflict] = (),
) -> Iterator[Conflict]:
    """Every minimal set of clashing links that is not `known`, one after the other; the last may not be minimal if it
    was stopped."""
    search = MusEnumeration(problem.with_(links=Links()), list(problem.links), stop, on_smaller)
    for conflict in known:
        search.leave_out(conflict.links)
    for links, minimal in search.run():
        yield Conflict(links, minimal)
