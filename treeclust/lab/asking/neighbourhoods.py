"""Neighbourhoods: groups of rows known to belong together, each pair of them known to be apart (Basu et al. 2004)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from treeclust.core.suggestions import Pair
from treeclust.lab.asking.conversation import Conversation, Way

Asking = Generator[Pair, bool, None]
"""Yields a pair, is sent whether its rows belong together."""


class Neighbourhoods:
    """Groups of rows, in the order in which they were found."""

    def __init__(self, first: int) -> None:
        self.groups = [[first]]

    @property
    def rows(self) -> list[int]:
        return [row for group in self.groups for row in group]

    def place(self, row: int, order: list[int]) -> Asking:
        """Ask about the row and one of each group, in this order, until one is its own; else it begins a new one."""
        for at in order:
            if (yield (row, self.groups[at][0])):
                self.groups[at].append(row)
                return
        self.groups.append([row])


def as_way(begin: Callable[[Conversation], Asking]) -> Way:
    """A way of asking from a generator that is made when the conversation begins."""
    state: list[Asking] = []

    def choose(talk: Conversation) -> Pair | None:
        """What is known already is answered without asking."""
        try:
            if not state:
                state.append(begin(talk))
                pair = next(state[0])
            else:
                pair = state[0].send(talk.said[last[0]])
            while not talk.is_open(pair):
                pair = state[0].send(known(talk, pair))
        except StopIteration:
            return None
        last[:] = [(min(pair), max(pair))]
        return last[0]

    last: list[Pair] = []
    return choose


def known(talk: Conversation, pair: Pair) -> bool:
    """What was said of a pair, or follows from it."""
    a, b = min(pair), max(pair)
    if a == b:
        return True
    if (a, b) in talk.said:
        return talk.said[a, b]
    implied = talk.problem.closure.implied(a, b)
    return implied is not None and implied.value == "must"
