"""Why a question has no answer, and which other questions have one."""

from __future__ import annotations

from dataclasses import dataclass

from treeclust.core.limits import Limit
from treeclust.core.links import Link
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Result, Status
from treeclust.core.shown import Shown


@dataclass(frozen=True)
class Conflict:
    """Links that no tree of this depth and k keeps together; none where there is no tree even without links. `minimal`:
    proved that without any one of them the others can hold; if not, this is the smallest such set found so far."""

    links: tuple[Link, ...]
    minimal: bool


@dataclass(frozen=True)
class Conflicts:
    """Sets of links that clash, as far as known. `complete`: proved that there are no others."""

    conflicts: tuple[Conflict, ...]
    complete: bool


@dataclass(frozen=True, eq=False)
class Repair:
    """A question that has an answer. `least`: proved that no smaller change of its kind helps. `dropped` are the links
    that "drop_links" takes away, or that "soft" breaks; the question of "soft" has no hard links. `limits` are what
    "sizes", "rules" or, where neither helps alone, "limits" takes away."""

    action: str
    question: Question
    result: Result
    least: bool
    dropped: tuple[Link, ...] = ()
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, eq=False)
class Explanation(Shown):
    """`status` is that of the problem itself; conflicts and repairs are there when it is infeasible. `about` is the
    problem, for those who want the reasons in words."""

    status: Status
    message: str | None
    conflicts: tuple[Conflict, ...]
    repairs: tuple[Repair, ...]
    about: Problem | None = None

    @property
    def conflict(self) -> Conflict | None:
        """The first conflict."""
        return self.conflicts[0] if self.conflicts else None
