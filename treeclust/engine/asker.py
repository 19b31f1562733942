"""The question that every search is made of, and its three answers."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from treeclust.engine.checks import Check
from treeclust.engine.ground import Ints
from treeclust.engine.labels import LabelFormula


class Undecided(Enum):
    """Neither found nor refuted within the time given."""

    UNDECIDED = "undecided"


UNDECIDED = Undecided.UNDECIDED
Answer = Check | None | Undecided
"""A clustering; None: proved that there is none; or not known yet."""
QUICK = 1500
"""The effort of the first questions, in conflicts of the SAT solver (some 30,000 a second); hard ones get GROWTH times
more each time they come up again. Counted work, not time: the load of the machine does not change the search."""
GROWTH = 3
THOROUGH = GROWTH * GROWTH * QUICK
"""From this effort on, an asker tries more than SAT alone."""


class Asker(Protocol):
    """Decides whether a clustering keeps two levels."""

    @property
    def formula(self) -> LabelFormula: ...

    @property
    def whatever_level(self) -> bool:
        """After None: would the answer have been the same for every MD level?"""

    def ask(self, md_level: int, ms_level: int, effort: int) -> Answer:
        """Is there a clustering with MD of at most, and MS of at least, these levels? `effort` in conflicts."""

    def raise_level(self, low: int, high: int, effort: int) -> int:
        """A level that MD is proved to reach, at least `low`, by cheaper means than asking."""

    def points_in_play(self) -> Ints:
        """The points that the formula speaks about."""

    def improve(self, low: int) -> None:
        """Look for a better incumbent without proof, for a share of the time that the search has taken so far."""


def decide(asker: Asker, md_level: int, ms_level: int) -> Check | None:
    """Ask with growing effort until the answer is known."""
    effort = QUICK
    while (answer := asker.ask(md_level, ms_level, effort)) is UNDECIDED:
        effort *= GROWTH
    return answer
