"""The smallest maximum diameter: a proved level from below, an incumbent from above, until they meet."""

from __future__ import annotations

from typing import Protocol

from treeclust.engine.checks import Check
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.labels import LabelFormula

CLOSE = 4
"""When so few levels are left, ask just below the incumbent instead of in the middle."""


class Asker(Protocol):
    """Decides whether a clustering keeps two levels."""

    @property
    def formula(self) -> LabelFormula: ...

    @property
    def whatever_level(self) -> bool:
        """After "no": would it have been the same for every MD level?"""

    def ask(self, md_level: int, ms_level: int = 0) -> Check | None: ...


def minimise_md(asker: Asker, incumbent: Incumbent, low: int) -> None:
    """Ends when the incumbent is proved, or when it is proved that there is no clustering at all."""
    formula = asker.formula
    top = formula.ground.levels.count
    step = 1
    while low < (high := _level(incumbent, top)):
        incumbent.stop_if_asked()
        formula.want_below(high)
        level = _next_level(low, high, step, incumbent.best is not None)
        if asker.ask(level) is None:
            low = high if asker.whatever_level else level + 1
            step *= 2
            formula.know_at_least(low)
            if incumbent.best is not None or low < top:
                incumbent.bound(low + 1, low)


def _level(incumbent: Incumbent, top: int) -> int:
    """The smallest level found so far; one more than the largest possible if there is none."""
    return top if incumbent.best is None else incumbent.best.md_level


def _next_level(low: int, high: int, step: int, found: bool) -> int:
    """Upwards from the proved level in growing steps; below an incumbent never past the middle."""
    upward = low + step - 1
    if not found:
        return min(upward, high - 1)
    return high - 1 if high - low <= CLOSE else min(upward, (low + high - 1) // 2)
