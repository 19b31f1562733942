"""The decision oracle of the engine: a lazy formula that is asked for a clustering within given levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from treeclust.core.decision import GROWTH, QUICK, UNDECIDED, Undecided
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import Ints

Decision = Check | None | Undecided
"""A clustering; None: proved that there is none; or not known yet."""


class FormulaOracle:
    """What every oracle knows from its formula."""

    formula: LabelFormula

    @property
    def levels(self) -> int:
        return self.formula.instance.levels.count

    @property
    def split_levels(self) -> Sequence[int]:
        return self.formula.instance.split_levels

    def know_at_least(self, level: int) -> None:
        self.formula.know_at_least(level)

    def want_below(self, level: int) -> None:
        self.formula.want_below(level)


class EngineOracle(Protocol):
    """As `core.decision.Oracle`, with the clustering itself and the points that mattered."""

    @property
    def formula(self) -> LabelFormula: ...

    @property
    def levels(self) -> int: ...

    @property
    def split_levels(self) -> Sequence[int]: ...

    @property
    def whatever_level(self) -> bool: ...

    def ask(self, md_level: int, ms_level: int, effort: int) -> Decision: ...

    def raise_level(self, low: int, high: int, effort: int) -> int: ...

    def improve(self, low: int) -> None: ...

    def know_at_least(self, level: int) -> None: ...

    def want_below(self, level: int) -> None: ...

    def points_in_play(self) -> Ints:
        """The points that the formula speaks about."""


def decide(oracle: EngineOracle, md_level: int, ms_level: int) -> Check | None:
    """Ask with growing effort until the answer is known."""
    effort = QUICK
    while (answer := oracle.ask(md_level, ms_level, effort)) is UNDECIDED:
        effort *= GROWTH
    return answer
