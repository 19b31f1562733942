"""Why is there no tree? The links that clash, and what would help; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from treeclust.engine.clashes import ClashSearch
from treeclust.links import Link, Links
from treeclust.problem import Problem
from treeclust.stop import Stop, never


@dataclass(frozen=True)
class Conflict:
    """Links that no tree of this depth and k keeps together. `minimal`: proved that without any one of them the
    others can hold; if not, this is the smallest such set found so far."""

    links: tuple[Link, ...]
    minimal: bool

    def to_json(self) -> list[dict[str, Any]]:
        return [link.to_json() for link in self.links]

    def in_words(self, problem: Problem) -> str:
        """The links and the reason, in one sentence."""
        named = ", ".join(map(str, self.links))
        tree = f"no tree of depth {problem.depth} with {problem.k} clusters"
        if len(self.links) == 1:
            return f"{tree[0].upper()}{tree[1:]} keeps {named}."
        return f"{tree[0].upper()}{tree[1:]} keeps these {len(self.links)} links together: {named}."


OnConflict = Callable[[Conflict], None]


def find_conflict(
    problem: Problem, stop: Stop = never, on_smaller: Callable[[int], None] | None = None
) -> Conflict | None:
    """A minimal set of clashing links; None if the links can hold, or if nothing was proved before the stop."""
    return next(conflicts(problem, stop, on_smaller), None)


def find_conflicts(
    problem: Problem, most: int = 5, stop: Stop = never, on_found: OnConflict | None = None
) -> tuple[Conflict, ...]:
    """Up to `most` different sets of clashing links, each handed to `on_found` as soon as it is there. Fewer than
    `most` without a stop: there are no others."""
    found: list[Conflict] = []
    for conflict in islice(conflicts(problem, stop), most):
        found.append(conflict)
        if on_found is not None:
            on_found(conflict)
    return tuple(found)


def conflicts(
    problem: Problem, stop: Stop = never, on_smaller: Callable[[int], None] | None = None
) -> Iterator[Conflict]:
    """Every minimal set of clashing links, one after the other; the last may not be minimal if it was stopped."""
    search = ClashSearch(problem.with_(links=Links()), list(problem.links), stop, on_smaller)
    for links, minimal in search.run():
        yield Conflict(links, minimal)
