"""Which of the equally good answers is wanted."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.errors import InputError

PREFERENCES = ("compact", "simple", "first")
"""Clusters with the least sum of squares, trees with the fewest leaves, or what the search met first."""


@dataclass(frozen=True)
class Wishes:
    """`slack`: how much wider than the proved best, in per cent, the diameter may be for the sake of compact clusters.
    The same `seed` gives the same answer to the same question. `near` is a tree to stay near to. `assume`: what a
    committee of clusterings agrees on stands in for links that nobody gave, but not about the `refused` pairs."""

    prefer: str = PREFERENCES[0]
    slack: float = 0.0
    seed: int = 0
    near: EarlierTree | None = None
    assume: bool = False
    refused: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if self.prefer not in PREFERENCES:
            raise InputError(f'prefer = "{self.prefer}" is not known; choose one of {", ".join(PREFERENCES)}.')
        if not 0 <= self.slack <= 100 or not math.isfinite(self.slack):
            raise InputError(f"slack = {self.slack} is out of range; choose 0 to 100 per cent.")
        if self.slack and self.prefer != "compact":
            raise InputError("Slack is for compact clusters; prefer compact, or choose slack 0.")
        if isinstance(self.seed, bool) or not 0 <= self.seed < 2**31:
            raise InputError(f"seed = {self.seed} is out of range; choose a whole number from 0 on.")

    @property
    def lasting(self) -> Wishes:
        """What is wished for whatever was shown before."""
        return replace(self, near=None)
