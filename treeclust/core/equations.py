"""Which function implements which numbered equation of the paper.

Numbers are the paper's: (7) is the first clause family, `eq:1` in its source. `python -m treeclust where 27`
reads this registry, and a test accounts for every number.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Equation:
    """One numbered equation: where it lives and what it says in words."""

    number: int
    sentence: str
    function: Callable[..., Any]
    deviates: str | None = None

    @property
    def file(self) -> str:
        return file_of(self.function)

    @property
    def line(self) -> int:
        return line_of(self.function)


@dataclass(frozen=True)
class Statement:
    """Where the fast engine states the condition of an equation, and how it says it."""

    sentence: str
    function: Callable[..., Any]


EQUATIONS: dict[int, Equation] = {}
STATEMENTS: dict[int, list[Statement]] = {}

NOT_CODE: dict[int, str] = {}
"""Equations that are not code, each with the reason."""
LEFT_OUT = {
    7: "a second feature at a node would only bind its split more",
    14: "a test that parts no rows is removed when the tree is read",
    15: "as for (14)",
    34: "no pair can be together and apart at once",
    35: "both engines use this function",
    36: "both engines use this function",
}
"""Equations that the fast engine need not state, each with the reason."""


def equation(number: int, sentence: str, *, deviates: str | None = None) -> Callable[[Function], Function]:
    """Mark a function as the implementation of equation `number`; `deviates` says where we follow the meaning."""

    def register(function: Function) -> Function:
        EQUATIONS[number] = Equation(number, sentence, function, deviates)
        return function

    return register


def states(*numbers: int, sentence: str) -> Callable[[Function], Function]:
    """Mark a function of the fast engine as the place where it states the condition of these equations."""

    def register(function: Function) -> Function:
        for number in numbers:
            STATEMENTS.setdefault(number, []).append(Statement(sentence, function))
        return function

    return register


def file_of(function: Callable[..., Any]) -> str:
    """The file of a function, from the project's folder on."""
    return str(Path(inspect.getfile(function)).relative_to(Path(__file__).parents[2]))


def line_of(function: Callable[..., Any]) -> int:
    return inspect.getsourcelines(function)[1]
