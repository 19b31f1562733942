"""What a solve and its helpers say to each other: pieces of work, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.jobs.wire import Message

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class PieceRequest(Message):
    """Is there a tree whose root tests this feature with a threshold of these ranks, with MD of at most and MS of at
    least these levels? Diameters from `below` on are of no interest; `effort` is in conflicts of the SAT solver."""

    feature: int
    lowest: int
    highest: int
    md_level: int
    ms_level: int
    below: int
    effort: int


@dataclass(frozen=True)
class RootsRequest(Message):
    """Which of these roots (ranks of one feature) have no tree with MD of at most and MS of at least these levels? For
    halves and join; `narrow`: by half trees only. `steps` bounds the work."""

    feature: int
    ranks: tuple[int, ...]
    narrow: bool
    md_level: int
    ms_level: int
    steps: int


@dataclass(frozen=True)
class DropPieces(Message):
    """The pieces sent so far are of no interest any more."""


@dataclass(frozen=True)
class HelperReady(Message):
    """Pieces may come."""


@dataclass(frozen=True, eq=False)
class CandidateTree:
    """A complete tree in arrays, as the engine has it."""

    depth: int
    feature: Ints
    threshold: Ints
    leaf_label: Ints


@dataclass(frozen=True, eq=False)
class PieceOutcome(Message):
    """Of the oldest piece that this helper has; the best tree that it has not shown yet comes along. `seconds`: the
    processor seconds of this helper so far."""

    refuted: bool
    tree: CandidateTree | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class RootsOutcome(Message):
    """Of the oldest piece, too: the roots refuted, those that were tried in vain, and the tests of a tree."""

    refuted: tuple[int, ...]
    left: tuple[int, ...]
    tests: tuple[tuple[int, int], ...]
    steps: int
    seconds: float


@dataclass(frozen=True)
class HelperLoss(Message):
    """This helper is lost, and its pieces with it; it may become ready again."""
