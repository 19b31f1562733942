"""What one person works on: data, links, names, parameters, as one immutable value; its history; the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from treeclust.core.dataset import Dataset
from treeclust.core.experts import SURE, Said, weighed
from treeclust.core.links import Authorship, Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.soft_links import SoftLink
from treeclust.core.tree import Labels, Tree
from treeclust.core.version import library_versions
from treeclust.tables.columns import OLDEST, ColumnChoice
from treeclust.tables.reading import Table
from treeclust.workspace.parameters import Parameters

MOST_STEPS = 200
Pair = tuple[int, int]


@dataclass(frozen=True)
class Opinion:
    """What a further expert says of a pair that is linked already."""

    kind: Kind
    certainty: str
    made: Authorship


@dataclass(frozen=True, eq=False)
class Work:
    """Everything that undo brings back, as one immutable value. `notes` are remarks on links, by their pair of rows;
    `certainty` holds the word for links that are not sure; `made` says who drew a link, and when; `opinions` are what
    further experts say of the same pairs, the same or the opposite.

    The first `choice` is of the oldest convention: stores keep what changes, and older ones have tables whose choice
    was the first one of their time."""

    table: Table | None = None
    choice: ColumnChoice = field(default_factory=lambda: ColumnChoice(convention=OLDEST))
    dataset: Dataset | None = None
    links: Links = field(default_factory=Links)
    notes: Mapping[Pair, str] = field(default_factory=dict)
    certainty: Mapping[Pair, str] = field(default_factory=dict)
    made: Mapping[Pair, Authorship] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    parameters: Parameters = field(default_factory=Parameters)
    opinions: Mapping[Pair, tuple[Opinion, ...]] = field(default_factory=dict)

    def problem(self) -> Problem:
        """The problem as it stands, with the hard links only; InputError if there can be no such problem."""
        assert self.dataset is not None
        return Problem(self.dataset, links=self.sorted_links[0], **self.parameters.of_problem(self.dataset.n))

    def question(self) -> Question:
        """What Solve asks; InputError if it cannot be asked."""
        asked = self.parameters
        return Question(self.problem(), asked.objective, self.sorted_links[1], asked.wishes)

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """Every answer of every expert."""
        found = [Said(link, self.author_of(link.pair), self.certainty.get(link.pair, SURE)) for link in self.links]
        for pair, about in self.opinions.items():
            found += [Said(Link(*pair, one.kind), one.made.author, one.certainty) for one in about]
        return tuple(found)

    def author_of(self, pair: Pair) -> str:
        return self.made[pair].author if pair in self.made else ""

    @cached_property
    def sorted_links(self) -> tuple[Links, tuple[SoftLink, ...]]:
        """The hard links, and those that may be broken at a price."""
        return weighed(self.said, 0 if self.dataset is None else self.dataset.n)


@dataclass(frozen=True, eq=False)
class Answer:
    """A result with the cluster numbers that are shown: they stay with the same rows from one answer to the next.
    `origin` says where it comes from if not from Solve, `when` (UTC) when it came, `versions` what computed it."""

    id: str
    question: Question
    result: Result
    labels: Labels | None
    tree: Tree | None
    origin: str | None = None
    when: datetime = field(default_factory=lambda: datetime.now(UTC))
    versions: Mapping[str, str] = field(default_factory=library_versions)

    @property
    def problem(self) -> Problem:
        return self.question.problem

    @property
    def objective(self) -> str:
        return self.question.objective

    @property
    def soft(self) -> tuple[SoftLink, ...]:
        return self.question.soft

    @property
    def firm(self) -> Question:
        """The question with the soft links that this answer keeps made hard: it is the best answer to that one, too."""
        labels = self.labels
        if labels is None or not self.soft:
            return self.question
        kept = [soft.link for soft in self.soft if soft.link.holds(labels)]
        return self.question.with_(soft=()).with_problem(links=Links.of([*self.problem.links, *kept]))

    def is_about(self, work: Work) -> bool:
        """Is this what the work asks now?"""
        asked, now = self.problem, work.parameters
        if work.dataset is None or asked.dataset is not work.dataset:
            return False
        same = all(getattr(asked, name) == value for name, value in now.of_problem(asked.n).items())
        same = same and (self.objective, self.question.wishes.lasting) == (now.objective, now.wishes)
        hard, soft = work.sorted_links
        return same and set(asked.links.items) == set(hard.items) and set(self.soft) == set(soft)


class History:
    """The present, and the way back and forth. `who` tells in whose name a link is drawn; `allow` is called before each
    change, and raises InputError where there may be none; `changed` is called after it."""

    def __init__(self, present: Work) -> None:
        self.present = present
        self.past: list[tuple[str, Work]] = []
        self.future: list[tuple[str, Work]] = []
        self.who: Callable[[], str] = lambda: ""
        self.allow: Callable[[], None] = lambda: None
        self.changed: Callable[[], None] = lambda: None

    def step(self, what: str, **changes: Any) -> None:
        self.allow()
        self.put(what, **changes)
        self.changed()

    def put(self, what: str, **changes: Any) -> None:
        """A step that nobody is told of."""
        before = self.present
        self.past.append((what, before))
        del self.past[:-MOST_STEPS]
        self.future.clear()
        if "links" in changes and "made" not in changes:
            changes["made"] = signed(before, changes["links"], self.who())
        self.present = replace(before, **changes)

    def undo(self) -> str | None:
        return self._move(self.past, self.future)

    def redo(self) -> str | None:
        return self._move(self.future, self.past)

    def _move(self, source: list[tuple[str, Work]], target: list[tuple[str, Work]]) -> str | None:
        if not source:
            return None
        self.allow()
        what, work = source.pop()
        target.append((what, self.present))
        self.present = work
        self.changed()
        return what


def signed(before: Work, links: Links, author: str) -> dict[Pair, Authorship]:
    """Who made each of these links: those that were there keep their maker, the new ones get this author and now."""
    now, (start, end) = Authorship(author, datetime.now(UTC)), differing(before.links.items, links.items)
    gone, come = before.links.items[start : len(before.links) - end], links.items[start : len(links) - end]
    made, old = {**before.made}, set(gone)
    for link in gone:
        made.pop(link.pair, None)
    kept = {link.pair: before.made[link.pair] for link in come if link in old and link.pair in before.made}
    return made | kept | {link.pair: now for link in come if link not in old}


def differing(before: tuple[Link, ...], after: tuple[Link, ...]) -> tuple[int, int]:
    """How many links the two lists share at their start, and how many at their end; quick where one was added."""
    most = min(len(before), len(after))
    start = next((i for i in range(most) if before[i] is not after[i] and before[i] != after[i]), most)
    rest = range(1, most - start + 1)
    end = next((i - 1 for i in rest if before[-i] is not after[-i] and before[-i] != after[-i]), most - start)
    return start, end


@dataclass
class View:
    """How somebody looked at the project last, which is how a new browser tab begins; undo leaves it alone. `axes` are
    those on the screen; `picked` says that a person chose them, else they follow the answer."""

    axes: tuple[str, ...] = ()
    picked: bool = False
    solid: bool = False
    guide: bool = False
    author: str = ""
    live: bool = False
    asking: bool = False
