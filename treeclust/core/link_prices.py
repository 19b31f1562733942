"""What each link costs: the shadow prices of the links of one question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from treeclust.core.links import Link
from treeclust.core.shown import Shown


class Force(StrEnum):
    BINDING = "binding"
    """Without it a better clustering exists."""
    FREE = "free"
    """Proved: without it the best is no better."""
    UNKNOWN = "unknown"
    """Not decided before the stop."""


@dataclass(frozen=True)
class Price:
    """MD and MS of the best clustering without the link; those with it where the link is free. `proved`: nothing
    better exists without it. `implied`: the other links say the same."""

    link: Link
    force: Force
    md: float | None
    ms: float | None
    proved: bool
    implied: bool = False


@dataclass(frozen=True)
class Prices(Shown):
    """One price per link, in the order of the links; fewer when stopped. MD and MS are those with all links."""

    md: float | None
    ms: float | None
    prices: tuple[Price, ...]
    complete: bool
    message: str | None = None
