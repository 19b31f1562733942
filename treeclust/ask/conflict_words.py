"""Links that clash, in words: the chain that shows why no tree keeps them, or else what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from treeclust.core.closure import Closure, close
from treeclust.core.explanations import Conflict
from treeclust.core.limits import limits_of
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem

Name = Callable[[int], str]
"""How a row is called."""
MOST_NAMED = 6


def conflict_words(conflict: Conflict, problem: Problem, name: Name = str) -> str:
    """The links, and why they cannot all hold."""
    if not conflict.links:
        return without_links(problem)
    named = ", ".join(link_words(link, name) for link in conflict.links)
    count = f"these {len(conflict.links)} links together" if len(conflict.links) > 1 else "this link"
    return f"No tree keeps {count}: {named}. {reason(problem, conflict.links, name)}"


def without_links(problem: Problem) -> str:
    """Why there is no tree, where no link is to blame."""
    asked = "; ".join(limit.words for limit in limits_of(problem))
    whatever = ", whatever the links" if len(problem.links) else ""
    if not asked:
        return f"No tree of depth {problem.depth} makes {problem.k} clusters of these rows{whatever}."
    return f"No tree of depth {problem.depth} with {problem.k} clusters keeps to this{whatever}: {asked}."


def link_words(link: Link, name: Name) -> str:
    return f"{name(link.a)}–{name(link.b)} {link.kind}"


def reason(problem: Problem, links: Sequence[Link], name: Name = str) -> str:
    """Why no tree of this depth and k keeps the links: the chain that shows it, or else what they ask for."""
    if not links:
        return without_links(problem)
    closure = close(Links.of(links), problem.n)
    clique = closure.clique(problem.k)
    if clique is not None:
        pairs = [closure.chain(a, b) for a, b in combinations(clique, 2)]
        chains = "; ".join(" and ".join(link_words(link, name) for link in chain) for chain in pairs)
        rows = ", ".join(map(name, clique))
        return f"Rows {rows} must all be apart ({chains}), which takes {len(clique)} clusters; there are {problem.k}."
    ranks = problem.ranks[:, problem.split_features]
    equal = next((x for x in links if (ranks[x.a] == ranks[x.b]).all()), None)
    if equal is not None and equal.kind is Kind.CANNOT:
        return f"Rows {name(equal.a)} and {name(equal.b)} are equal in every feature, so no test parts them."
    tests = "one test" if problem.depth == 1 else f"at most {problem.depth} tests in a row"
    limits = "; ".join(limit.words for limit in limits_of(problem))
    besides = f" and keeps to this: {limits}" if limits else ""
    return f"{wishes(closure, name)} No tree with {tests} and {problem.k} clusters does all of that{besides}."


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
