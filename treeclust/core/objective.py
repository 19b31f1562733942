"""An objective: what is minimised, how both engines search for it, and how people are told.

A clustering's value is a function of two counts of distance classes: λ⁻, the classes up to its diameter, and λ⁺, the
classes below its split. It never falls when λ⁻ grows and never rises when λ⁺ grows; the engines rely on that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from treeclust.core.decision import Incumbent, Oracle

Value = Callable[[int, int], int]
"""value(λ⁻, λ⁺): the number to minimise."""


class Search(Protocol):
    """A search for the best value."""

    def run(self) -> None:
        """Until the incumbent is proved best, or it is proved that there is no clustering."""


@dataclass(frozen=True)
class Objective:
    """One file of `treeclust/objectives` defines one.

    `uses_split`: whether MS counts in the value. `clauses(variables)` are the unit soft clauses of the paper's formula;
    their violated number differs from the value by a constant. `search(oracle, incumbent, low)` is how the fast engine
    looks for it, MD being proved to reach level `low`; without one that engine refuses the objective.

    Words: `symbol` as the paper writes it, `label` and `help` for the screen, `aim` completes "looking for …", `proof`
    says what an optimal answer proves ({trees} and {epsilon} are filled in), `gap` how far a stopped one may be.
    """

    name: str
    symbol: str
    label: str
    help: str
    aim: str
    proof: str
    gap: str
    uses_split: bool
    value: Value
    clauses: Callable[[Any], Any]
    search: Callable[[Oracle, Incumbent, int], Search] | None = None

    def largest_md_level(self, most: int, ms_level: int, levels: int) -> int:
        """The largest MD level with which a clustering of this MS level has a value of at most `most`; −2 if none."""
        low, high = -1, levels
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.value(middle, ms_level) <= most else (low, middle - 1)
        return low - 1
