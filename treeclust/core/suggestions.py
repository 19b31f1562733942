"""The next pair of rows to ask the expert about (active learning of links)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from treeclust.core.links import Kind, Link
from treeclust.core.shown import Shown

Pair = tuple[int, int]


@dataclass(frozen=True)
class PairQuestion:
    """Do rows a and b belong together? `share` of the good clusterings, by weight, say yes."""

    a: int
    b: int
    share: float
    together_now: bool
    why: str

    @property
    def pair(self) -> Pair:
        return (self.a, self.b) if self.a < self.b else (self.b, self.a)


@dataclass(frozen=True)
class GroupQuestion:
    """Which of the rows `options` does `row` go with, if with any? No two of these belong together, as far as is known.
    `shares` of the good clusterings say so, by weight; `bits` is the entropy of the answer."""

    row: int
    options: tuple[int, ...]
    shares: tuple[float, ...]
    bits: float

    def links(self, chosen: int | None) -> tuple[Link, ...]:
        """What an answer says: with the chosen one and with none of the others; None for none of them."""
        return tuple(linked(self.row, one, Kind.MUST if one == chosen else Kind.CANNOT) for one in self.options)


@dataclass(frozen=True)
class KindQuestion:
    """Are all these rows of one kind? `share` of the good clusterings, by weight, say yes; `bits` is the entropy."""

    rows: tuple[int, ...]
    share: float
    bits: float

    def links(self, odd: Collection[int] = ()) -> tuple[Link, ...]:
        """What an answer says: all rows but the odd ones belong together, and each odd one is apart from them."""
        alike = [row for row in self.rows if row not in odd]
        others = [row for row in self.rows if alike and row != alike[0]]
        return tuple(linked(alike[0], row, Kind.CANNOT if row in odd else Kind.MUST) for row in others)


def linked(one: int, two: int, kind: Kind) -> Link:
    return Link(min(one, two), max(one, two), kind)


@dataclass(frozen=True)
class Suggestion(Shown):
    """The question, or None with the reason. `agreed`: all good clusterings agree on whatever may still be asked.
    `agreement` is the expected ARI between two of them, `more` about how many answers are still worth giving. `group`
    and `kind` are questions about groups that could be asked instead, where there are such."""

    question: PairQuestion | None
    trees: int
    agreed: bool
    reason: str
    seconds: float = 0.0
    agreement: float = 0.0
    more: int = 0
    group: GroupQuestion | None = None
    kind: KindQuestion | None = None

    def numbered(self, rows: NDArray[np.intp]) -> Self:
        """The same with the numbers that the rows have in their table, as links go by them."""
        asked, group, kind = self.question, self.group, self.kind
        if asked is not None:
            asked = replace(asked, a=int(rows[asked.a]), b=int(rows[asked.b]))
        if group is not None:
            group = replace(group, row=int(rows[group.row]), options=tuple(rows[list(group.options)].tolist()))
        if kind is not None:
            kind = replace(kind, rows=tuple(rows[list(kind.rows)].tolist()))
        return replace(self, question=asked, group=group, kind=kind)


@dataclass(frozen=True)
class Step:
    """What an answer leads to: the result of the question with it (JSON text, read with that question; None if the
    question stays the same), and the next question."""

    result: str | None
    suggestion: Suggestion


@dataclass(frozen=True)
class Ahead:
    """What each possible answer to a question leads to, as far as that is known by now."""

    together: Step | None = None
    apart: Step | None = None
    unsure: Step | None = None
