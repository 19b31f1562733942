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
        package = Path(__file__).parent
        return str(Path(inspect.getfile(self.function)).relative_to(package.parent))

    @property
    def line(self) -> int:
        return inspect.getsourcelines(self.function)[1]


EQUATIONS: dict[int, Equation] = {}

NOT_CODE: dict[int, str] = {}
"""Equations that are not code, each with the reason."""


def equation(number: int, sentence: str, *, deviates: str | None = None) -> Callable[[Function], Function]:
    """Mark a function as the implementation of equation `number`; `deviates` says where we follow the meaning."""

    def register(function: Function) -> Function:
        EQUATIONS[number] = Equation(number, sentence, function, deviates)
        return function

    return register
