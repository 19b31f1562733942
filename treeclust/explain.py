"""Why is there no tree? The links that clash, and what would help; every repair is solved before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from treeclust.engine.clashes import ClashSearch
from treeclust.links import Closure, Kind, Link, Links, close
from treeclust.problem import Problem
from treeclust.stop import Stop, never

Name = Callable[[int], str]
"""How a row is called."""
MOST_NAMED = 6


@dataclass(frozen=True)
class Conflict:
    """Links that no tree of this depth and k keeps together. `minimal`: proved that without any one of them the
    others can hold; if not, this is the smallest such set found so far."""

    links: tuple[Link, ...]
    minimal: bool

    def to_json(self) -> list[dict[str, Any]]:
        return [link.to_json() for link in self.links]

    def in_words(self, problem: Problem, name: Name = str) -> str:
        """The links, and why they cannot all hold."""
        named = ", ".join(link_words(link, name) for link in self.links)
        count = f"these {len(self.links)} links together" if len(self.links) > 1 else "this link"
        return f"No tree keeps {count}: {named}. {reason(problem, self.links, name)}"


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
    search = ClashSearch(problem.with_(links=Links()), list(problem.links), stop, on_smaller)
    for conflict in known:
        search.leave_out(conflict.links)
    for links, minimal in search.run():
        yield Conflict(links, minimal)


def link_words(link: Link, name: Name) -> str:
    return f"{name(link.a)}–{name(link.b)} {link.kind}"


def reason(problem: Problem, links: Sequence[Link], name: Name = str) -> str:
    """Why no tree of this depth and k keeps the links: the chain that shows it, or else what they ask for."""
    closure = close(Links.of(links), problem.n)
    clique = closure.clique(problem.k)
    if clique is not None:
        pairs = [closure.chain(a, b) for a, b in combinations(clique, 2)]
        chains = "; ".join(" and ".join(link_words(link, name) for link in chain) for chain in pairs)
        rows = ", ".join(map(name, clique))
        return f"Rows {rows} must all be apart ({chains}), which takes {len(clique)} clusters; there are {problem.k}."
    equal = next((x for x in links if (problem.ranks[x.a] == problem.ranks[x.b]).all()), None)
    if equal is not None and equal.kind is Kind.CANNOT:
        return f"Rows {name(equal.a)} and {name(equal.b)} are equal in every feature, so no test parts them."
    tests = "one test" if problem.depth == 1 else f"at most {problem.depth} tests in a row"
    return f"{wishes(closure, name)} No tree with {tests} and {problem.k} clusters does all of that."


def wishes(closure: Closure, name: Name) -> str:
    """What the links ask for, as groups of rows that belong together, and which of them must be apart."""
    linked = sorted({row for link in closure.links for row in link.pair})
    groups: dict[int, list[int]] = {}
    for row in linked:
        groups.setdefault(int(closure.component[row]), []).append(row)
    named = {at: rows_words(rows, name) for at, rows in groups.items()}
    together = [named[at] for at, rows in groups.items() if len(rows) > 1]
    apart = [f"{named[one]} apart from {named[two]}" for one, two in closure.exclusive]
    asked = [f"{cut_short(together)} together"] if together else []
    return f"They ask for {', and '.join(asked + ([cut_short(apart)] if apart else []))}."


def rows_words(rows: Sequence[int], name: Name) -> str:
    shown = [name(row) for row in rows[:MOST_NAMED]] + (["…"] if len(rows) > MOST_NAMED else [])
    return shown[0] if len(shown) == 1 else f"{{{', '.join(shown)}}}"


def cut_short(parts: Sequence[str]) -> str:
    more = f" and {len(parts) - MOST_NAMED} more" if len(parts) > MOST_NAMED else ""
    return "; ".join(parts[:MOST_NAMED]) + more
