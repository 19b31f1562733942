"""What one person works on: data, links, names, parameters, every step undoable; the answer; the running job."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from treeclust.columns import ColumnChoice
from treeclust.dataset import Dataset
from treeclust.links import Links
from treeclust.problem import Problem
from treeclust.reading import Table
from treeclust.result import Result
from treeclust.soft import CERTAINTY, SoftLink
from treeclust.tree import Labels, Tree
from treeclust.verify import holds

MOST_STEPS = 200
MOST_ANSWERS = 30
SURE = "sure"


@dataclass(frozen=True)
class Parameters:
    """`k_min` None asks for exactly k clusters."""

    k: int = 3
    k_min: int | None = None
    depth: int = 3
    epsilon: float = 0.1
    objective: str = "md-ms"
    seconds: int = 60


@dataclass(frozen=True, eq=False)
class Work:
    """Everything that undo brings back, as one immutable value. `notes` are remarks on links, by their pair of rows;
    `certainty` holds the word for links that are not sure."""

    table: Table | None = None
    choice: ColumnChoice = field(default_factory=ColumnChoice)
    dataset: Dataset | None = None
    links: Links = field(default_factory=Links)
    notes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    certainty: Mapping[tuple[int, int], str] = field(default_factory=dict)
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
    `origin` says where it comes from if not from Solve, `when` (UTC) when it came."""

    id: str
    problem: Problem
    objective: str
    result: Result
    labels: Labels | None
    tree: Tree | None
    origin: str | None = None
    soft: tuple[SoftLink, ...] = ()
    when: datetime = field(default_factory=lambda: datetime.now(UTC))

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
    """The present, and the way back and forth."""

    def __init__(self, present: Work) -> None:
        self.present = present
        self.past: list[tuple[str, Work]] = []
        self.future: list[tuple[str, Work]] = []

    def step(self, what: str, **changes: Any) -> None:
        self.past.append((what, self.present))
        del self.past[:-MOST_STEPS]
        self.future.clear()
        self.present = replace(self.present, **changes)

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
        return what


@dataclass
class View:
    """How the person looks at the data; not part of the work, so undo leaves it alone."""

    axes: tuple[str, ...] = ()
    solid: bool = False
    guide: bool = False


class Project:
    """One person's work, found again by its token."""

    def __init__(self) -> None:
        self.history = History(Work())
        self.view = View()
        self.answer: Answer | None = None
        self.identity: tuple[Dataset, Labels] | None = None
        self.answers: list[Answer] = []
        self.job: str | None = None
        self.side: dict[str, Any] = {}
        self.skipped: set[tuple[int, int]] = set()
        self.asking = False
        self.asked: tuple[Problem, str, tuple[SoftLink, ...]] | None = None
        self.message: str | None = None
        self.live = False
        self.form = 0
        self.lock = threading.RLock()

    @property
    def work(self) -> Work:
        return self.history.present

    @property
    def current_answer(self) -> Answer | None:
        """The answer to the question on the screen if there was one, else the last one about the same data."""
        for answer in reversed(self.answers):
            if answer.is_about(self.work):
                return answer
        last = self.answer
        return last if last is not None and last.problem.dataset is self.work.dataset else None

    @property
    def is_stale(self) -> bool:
        """Links or parameters changed since the answer on the screen."""
        answer = self.current_answer
        return answer is not None and not answer.is_about(self.work)

    def show(self, answer: Answer) -> None:
        """The newest answer; the ones before it are remembered for undo."""
        self.answer = answer
        self.answers = [*self.answers[-MOST_ANSWERS:], answer]


class Projects:
    """Projects by unguessable token; the ones unused for longest make room. Lives as long as the server."""

    def __init__(self, most: int = 200) -> None:
        self.most = most
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._lock = threading.Lock()

    def create(self) -> tuple[str, Project]:
        token, project = secrets.token_urlsafe(16), Project()
        with self._lock:
            self._projects[token] = project
            while len(self._projects) > self.most:
                self._projects.popitem(last=False)
        return token, project

    def find(self, token: str | None) -> Project | None:
        with self._lock:
            if token is None or token not in self._projects:
                return None
            self._projects.move_to_end(token)
            return self._projects[token]
