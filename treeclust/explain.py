"""Why is there no tree? The links that clash, and what would help; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from treeclust.engine.choosing import LinkChooser
from treeclust.engine.incumbent import OutOfTime
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
    chooser = LinkChooser(problem.with_(links=Links()), list(problem.links), stop)
    everything = list(range(len(chooser.links)))
    try:
        answer = chooser.ask(chooser.quick_core(everything) or everything)
    except OutOfTime:
        return None
    return shrink(chooser, answer, on_smaller) if isinstance(answer, frozenset) else None


def find_conflicts(
    problem: Problem, most: int = 5, stop: Stop = never, on_found: OnConflict | None = None
) -> tuple[Conflict, ...]:
    """Up to `most` different sets of clashing links, each handed to `on_found` as soon as it is there."""
    found = find_conflict(problem, stop)
    if found is None:
        return ()
    if on_found is not None:
        on_found(found)
    return (found,)


def shrink(chooser: LinkChooser, core: frozenset[int], on_smaller: Callable[[int], None] | None = None) -> Conflict:
    """Drop one link after the other: what still clashes without it does not need it."""
    needed: list[int] = []
    open_links = sorted(core)
    try:
        while open_links:
            if on_smaller is not None:
                on_smaller(len(needed) + len(open_links))
            tried = open_links.pop()
            answer = chooser.ask([*needed, *open_links])
            if isinstance(answer, frozenset):
                open_links = [place for place in open_links if place in answer]
            else:
                needed.append(tried)
    except OutOfTime:
        return Conflict(_links(chooser, [*needed, *open_links, tried]), minimal=False)
    return Conflict(_links(chooser, needed), minimal=True)


def _links(chooser: LinkChooser, places: Sequence[int]) -> tuple[Link, ...]:
    return tuple(chooser.links[place] for place in sorted(places))
