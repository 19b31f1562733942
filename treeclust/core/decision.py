"""The decision oracle of an exact search: "is there a clustering with MD of at most, and MS of at least, these levels?"

Searches for an objective are written against these protocols; the fast engine implements them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol


class Undecided(Enum):
    """Neither found nor refuted within the effort given."""

    UNDECIDED = "undecided"


UNDECIDED = Undecided.UNDECIDED
QUICK = 1500
"""The effort of the first questions, in conflicts of the SAT solver (some 30,000 a second); hard ones get GROWTH times
more each time they come up again. Counted work, not time: the load of the machine does not change the search."""
GROWTH = 3
THOROUGH = GROWTH * GROWTH * QUICK
"""From this effort on, an oracle tries more than SAT alone."""


class Found(Protocol):
    """A clustering by its levels (−1: every row is alone)."""

    @property
    def md_level(self) -> int: ...

    @property
    def ms_level(self) -> int: ...


class Oracle(Protocol):
    """Decides whether a clustering keeps two levels."""

    @property
    def levels(self) -> int:
        """How many levels there are."""

    @property
    def split_levels(self) -> Sequence[int]:
        """The levels that MS can have, ascending."""

    @property
    def whatever_level(self) -> bool:
        """After None: would the answer have been the same for every MD level?"""

    def ask(self, md_level: int, ms_level: int, effort: int) -> Found | Undecided | None:
        """A clustering with MD of at most, and MS of at least, these levels; None if it is proved that there is none.
        `effort` in conflicts."""

    def raise_level(self, low: int, high: int, effort: int) -> int:
        """A level that MD is proved to reach, at least `low`, by cheaper means than asking."""

    def improve(self, low: int) -> None:
        """Look for a better incumbent without proof, for a share of the time that the search has taken so far."""

    def know_at_least(self, level: int) -> None:
        """Proved: MD reaches this level."""

    def want_below(self, level: int) -> None:
        """From now on only diameters below this level are of interest."""


class Incumbent(Protocol):
    """The best clustering so far, and what is proved."""

    @property
    def best(self) -> Found | None: ...

    @property
    def value(self) -> int | None:
        """What the best clustering scores."""

    def bound(self, value: int | None, md_level: int | None) -> None:
        """Proved: no clustering has a smaller value, nor an MD below this level; None says nothing."""

    def stop_if_asked(self) -> None:
        """Raises when the time is up."""
