"""What one person works on: data, links, names, parameters, as one immutable value; its history; the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from treeclust.columns import ColumnChoice
from treeclust.dataset import Dataset
from treeclust.links import Link, Links
from treeclust.problem import Problem
from treeclust.reading import Table
from treeclust.result import Result
from treeclust.soft import CERTAINTY, SoftLink
from treeclust.tree import Labels, Tree
from treeclust.verify import holds
from treeclust.version import library_versions

MOST_STEPS = 200
SURE = "sure"
Pair = tuple[int, int]


@dataclass(frozen=True)
class Parameters:
    """`k_min` None asks for exactly k clusters."""

    k: int = 3
    k_min: int | None = None
    depth: int = 3
    epsilon: float = 0.1
    objective: str = "md-ms"
    seconds: int = 60


@dataclass(frozen=True)
class Made:
    """Who drew a link ("" for nobody in particular), and when (UTC)."""

    author: str
    when: datetime


@dataclass(frozen=True, eq=False)
class Work:
    """Everything that undo brings back, as one immutable value. `notes` are remarks on links, by their pair of rows;
    `certainty` holds the word for links that are not sure; `made` says who drew a link, and when."""

    table: Table | None = None
    choice: ColumnChoice = field(default_factory=ColumnChoice)
    dataset: Dataset | None = None
    links: Links = field(default_factory=Links)
    notes: Mapping[Pair, str] = field(default_factory=dict)
    certainty: Mapping[Pair, str] = field(default_factory=dict)
    made: Mapping[Pair, Made] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    parameters: Parameters = field(default_factory=Parameters)

    def problem(self) -> Problem:
        """The question as it stands; InputError if it cannot be asked."""
        assert self.dataset is not None
        p = self.parameters
        return Problem(self.dataset, p.k, p.depth, self.sorted_links[0], p.epsilon, k_min=p.k_min)

    @cached_property
    def sorted_links(self) -> tuple[Links, tuple[SoftLink, ...]]:
        """The hard links, and those that may be broken at a price."""
        hard, soft = [], []
        for link in self.links:
            weight = CERTAINTY[self.certainty.get(link.pair, SURE)]
            if weight is None:
                hard.append(link)
            else:
                soft.append(SoftLink(link, weight))
        return Links(tuple(hard)), tuple(soft)


@dataclass(frozen=True, eq=False)
class Answer:
    """A result with the cluster numbers that are shown: they stay with the same rows from one answer to the next.
    `origin` says where it comes from if not from Solve, `when` (UTC) when it came, `versions` what computed it."""

    id: str
    problem: Problem
    objective: str
    result: Result
    labels: Labels | None
    tree: Tree | None
    origin: str | None = None
    soft: tuple[SoftLink, ...] = ()
    when: datetime = field(default_factory=lambda: datetime.now(UTC))
    versions: Mapping[str, str] = field(default_factory=library_versions)

    @property
    def firm(self) -> Problem:
        """The problem with the soft links that this answer keeps made hard: it is the best answer to that one, too."""
        labels = self.labels
        if labels is None or not self.soft:
            return self.problem
        kept = [soft.link for soft in self.soft if holds(soft.link, labels)]
        return self.problem.with_(links=Links.of([*self.problem.links, *kept]))

    def is_about(self, work: Work) -> bool:
        """Is this what the work asks now?"""
        asked, now = self.problem, work.parameters
        same = (asked.k, asked.k_min, asked.depth, asked.epsilon, self.objective) == (
            now.k,
            now.k_min,
            now.depth,
            now.epsilon,
            now.objective,
        )
        hard, soft = work.sorted_links
        same_links = set(asked.links.items) == set(hard.items) and set(self.soft) == set(soft)
        return same and asked.dataset is work.dataset and same_links


class History:
    """The present, and the way back and forth. `who` tells in whose name a link is drawn; `changed` is called after
    each change."""

    def __init__(self, present: Work) -> None:
        self.present = present
        self.past: list[tuple[str, Work]] = []
        self.future: list[tuple[str, Work]] = []
        self.who: Callable[[], str] = lambda: ""
        self.changed: Callable[[], None] = lambda: None

    def step(self, what: str, **changes: Any) -> None:
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
        what, work = source.pop()
        target.append((what, self.present))
        self.present = work
        self.changed()
        return what


def signed(before: Work, links: Links, author: str) -> dict[Pair, Made]:
    """Who made each of these links: those that were there keep their maker, the new ones get this author and now."""
    now, (start, end) = Made(author, datetime.now(UTC)), differing(before.links.items, links.items)
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
    """How the person looks at the data; not part of the work, so undo leaves it alone."""

    axes: tuple[str, ...] = ()
    solid: bool = False
    guide: bool = False
    author: str = ""
