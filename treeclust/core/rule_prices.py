"""What sizes, bounds and rules about the tree cost: the best answer without each of them in turn."""

from __future__ import annotations

from dataclasses import dataclass

from treeclust.core.limits import Limit
from treeclust.core.link_prices import Force
from treeclust.core.shown import Shown


@dataclass(frozen=True)
class RulePrice:
    """MD and MS of the best clustering without the limit, found if not `proved`; those with it where the limit is free,
    which is always proved."""

    limit: Limit
    force: Force
    md: float | None
    ms: float | None
    proved: bool


@dataclass(frozen=True)
class RulePrices(Shown):
    """One price per limit, sizes first; fewer when stopped. MD and MS are those with all limits."""

    md: float | None
    ms: float | None
    prices: tuple[RulePrice, ...]
    complete: bool
    message: str | None = None
