"""Pieces of hard questions that can be settled anywhere: nothing but numbers goes there and comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.search.cubes import Cube


@dataclass(frozen=True)
class Piece:
    """For SAT: is there a tree with its root in the cube, MD of at most and MS of at least these levels? Diameters from
    `below` on are of no interest to anybody. `effort` in conflicts."""

    cube: Cube
    md_level: int
    ms_level: int
    below: int
    effort: int


@dataclass(frozen=True, eq=False)
class PieceResult:
    """What became of a piece. The best tree that its helper has found and not yet shown comes with it, whether it
    settles the piece or not. `seconds`: processor seconds of this helper so far."""

    piece: Piece
    refuted: bool = False
    candidate: Candidate | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class RootsPiece:
    """For halves and join: which of these roots (ranks of one feature among the points of the question) have no tree
    with MD of at most and MS of at least these levels? `narrow`: only by half trees, which is a binary search. At most
    so many `steps`."""

    feature: int
    ranks: tuple[int, ...]
    narrow: bool
    md_level: int
    ms_level: int
    steps: int

    @property
    def levels(self) -> tuple[int, int]:
        return self.md_level, self.ms_level


@dataclass(frozen=True, eq=False)
class RootsResult:
    """What became of some roots: refuted, or `left`, which means that this work says nothing about them; what is in
    neither was not reached. `tests` are those of a tree, root first (none: no tree was found)."""

    piece: RootsPiece
    refuted: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    tests: tuple[tuple[int, int], ...] = ()
    steps: int = 0
    seconds: float = 0.0


Work = Piece | RootsPiece
Outcome = PieceResult | RootsResult


def unsettled(work: Work) -> Outcome:
    """Nothing became of it."""
    return PieceResult(work) if isinstance(work, Piece) else RootsResult(work)


class CubeHelpers(Protocol):
    """Helpers, by name. They work on their pieces in the order in which these were sent."""

    def call(self) -> None:
        """There is work for helpers, as many as there are."""

    def names(self) -> list[str]:
        """Those who are there now."""

    def free(self) -> list[str]:
        """Those who can be sent one more piece."""

    def send(self, helper: str, piece: Work) -> None: ...

    def heard(self, seconds: float) -> list[Outcome]:
        """What has come back, waiting for it at most so long; pieces of lost helpers come back unsettled."""

    def drop(self) -> None:
        """Nobody needs the pieces that are out; they come back soon, settled or not."""
