"""Answers in doubt: an expert may err, and an answer that is not sure is weighed against everything else that is known.

The support of an answer is the share of the members that know no answer, weighed by all *other* answers, that say the
same of the two groups of rows which the others make of its ends (leave-one-out). A sure answer stands whatever its
support; any other is set apart, visibly, where the odds against it are more than three times its weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treeclust.ask.interview.answers import Answers, answers_within
from treeclust.ask.interview.committee import Room, evidence, weights_of
from treeclust.core.closure import close, join
from treeclust.core.links import Kind, Link, LinkConflict, Links
from treeclust.core.soft_links import SoftLink

ODDS = 3.0
"""An answer of weight 1 is set apart if more than three to one is against it."""
MOST_OF_GROUP = 30


def support(room: Room, links: Sequence[Link], link: Link) -> float:
    """The share of the committee, weighed by all other answers, that says what this answer does."""
    seen = {int(row): at for at, row in enumerate(room.rows)}
    if link.a not in seen or link.b not in seen:
        return 1.0
    others = answers_within(Links.of(one for one in links if one != link), room.rows, room.problem.n)
    weights = weights_of(list(room.free), others, evidence(room.free, others))
    together = float(weights @ togetherness(room, others, seen[link.a], seen[link.b]))
    return together if link.kind is Kind.MUST else 1.0 - together


def togetherness(room: Room, others: Answers, a: int, b: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """For each free member, the share of pairs between the groups of a and b that it has together."""
    component = join(others.links, others.n)[0]
    ones, twos = [a], [b]
    if component[a] != component[b]:
        ones, twos = (np.flatnonzero(component == component[row])[:MOST_OF_GROUP].tolist() for row in (a, b))
    labels = np.stack([member.labels for member in room.free])
    return np.asarray((labels[:, ones, None] == labels[:, None, twos]).mean(axis=(1, 2)))


def set_apart(room: Room, sure: Links, unsure: Sequence[SoftLink]) -> tuple[SoftLink, ...]:
    """The unsure answers that are outweighed, one after the other, the least supported first; of those that contradict
    each other at least one."""
    kept, apart = list(unsure), list[SoftLink]()
    while kept:
        links = [*sure, *(one.link for one in kept)]
        found = {one: support(room, links, one.link) * (1 + ODDS * one.weight) for one in kept}
        clash = clashing(Links.of(links), room.problem.n)
        doubtful = [one for one in kept if (one.link in clash if clash else found[one] < 1)]
        if not doubtful:
            break
        least = min(doubtful, key=lambda one: found[one])
        kept.remove(least)
        apart.append(least)
    return tuple(apart)


def clashing(links: Links, n: int) -> tuple[Link, ...]:
    """Some links that cannot all be obeyed, by what they say alone."""
    try:
        close(links, n)
    except LinkConflict as conflict:
        return conflict.chain
    return ()
