"""The question: a problem, what to optimise, and the links that may break at a price. It travels as one value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.soft_links import SoftLink
from treeclust.core.wishes import Wishes


@dataclass(frozen=True, eq=False)
class Question:
    """The problem's own links are hard; `objective` is the name of one, which `solve` knows or refuses; `wishes` choose
    among the answers that are equally good."""

    problem: Problem
    objective: str = "md-ms"
    soft: tuple[SoftLink, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)

    def __post_init__(self) -> None:
        if self.soft and self.problem.is_flat:
            raise InputError("Soft links need a tree; choose a depth, or make every link sure.")
        Links(tuple(one.link for one in self.soft)).check_rows(self.problem.n)

    def with_(self, **changes: Any) -> Question:
        """The same question with some fields changed."""
        return replace(self, **changes)

    def with_problem(self, **changes: Any) -> Question:
        """The same question about a problem with some fields changed."""
        return replace(self, problem=self.problem.with_(**changes))
