"""A hard question spread over helpers: pieces of it on the root split, each settled by whoever is free.

A tree found in any piece answers the question; it is refuted when every piece is. Pieces carry plain numbers, so it
does not matter where helpers are; they may come and go, and what one was working on is then given to another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from treeclust.engine.asker import GROWTH, QUICK, UNDECIDED, Answer
from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check
from treeclust.engine.cubes import Cube, root_cubes, settle
from treeclust.engine.ground import Ints
from treeclust.engine.lazy import LazyTree
from treeclust.engine.tree_formula import TreeFormula

SPREAD_FROM = GROWTH**3 * QUICK
"""Questions that the plain search leaves open at this effort are cut into pieces."""
PIECES_SHARE = 9
"""Pieces get so many times the effort that the plain search had."""
FIRST_SHARE = 27
"""The first effort for a piece is this part of the question's."""
WAIT_SECONDS = 0.05


@dataclass(frozen=True)
class Piece:
    """Is there a tree with its root in the cube, MD of at most and MS of at least these levels? Diameters from `below`
    on are of no interest to anybody. `effort` in conflicts."""

    cube: Cube
    md_level: int
    ms_level: int
    below: int
    effort: int


@dataclass(frozen=True, eq=False)
class Settled:
    """What became of a piece. The best tree that its helper has found and not yet shown is part of the answer, whether
    it settles the piece or not; `whatever_level`: refuted for every MD level of interest."""

    piece: Piece
    refuted: bool = False
    whatever_level: bool = False
    candidate: Candidate | None = None


class Crew(Protocol):
    """Helpers, by name. They work on their pieces in the order in which these were sent."""

    def call(self) -> None:
        """There is work for helpers, as many as there are."""

    def free(self) -> list[str]:
        """Those who can be sent one more piece."""

    def send(self, helper: str, piece: Piece) -> None: ...

    def heard(self, seconds: float) -> list[Settled]:
        """What has come back, waiting for it at most so long; pieces of lost helpers come back unsettled."""

    def waits(self) -> bool:
        """Is any piece out?"""

    def drop(self) -> None:
        """Nobody needs the pieces that are out; they come back soon, settled or not."""


class SpreadTree:
    """An Asker that works on pieces itself, beside its crew."""

    def __init__(self, tree: LazyTree, crew: Crew) -> None:
        self.tree, self.crew = tree, crew
        self.incumbent = tree.incumbent
        self.whatever_level = False
        self.refuted: list[Piece] = []
        self.all_cubes = root_cubes(tree.ground)

    @property
    def formula(self) -> TreeFormula:
        return self.tree.formula

    def points_in_play(self) -> Ints:
        return self.tree.points_in_play()

    def raise_level(self, low: int, high: int, effort: int) -> int:
        return self.tree.raise_level(low, high, effort)

    def improve(self, low: int) -> None:
        self.tree.improve(low)

    def ask(self, md_level: int, ms_level: int, effort: int) -> Answer:
        answer = self.tree.ask(md_level, ms_level, effort)
        self.whatever_level = self.tree.whatever_level
        if answer is not UNDECIDED or effort < SPREAD_FROM:
            return answer
        if not self.all_cubes:
            return UNDECIDED
        self.crew.call()
        self.incumbent.count("spread_questions")
        cubes = self._open_cubes(md_level, ms_level)
        question = Question(self, md_level, ms_level, cubes, max(QUICK, effort // FIRST_SHARE))
        question.whatever_level = cubes == self.all_cubes
        return question.settle_all(self.formula.sat.conflicts + PIECES_SHARE * effort)

    def _open_cubes(self, md_level: int, ms_level: int) -> list[Cube]:
        """The root splits that neither leaf conflicts nor earlier questions have refuted."""
        cubes = root_cubes(self.tree.ground, self.tree.judged.get((md_level, ms_level)))
        known = [piece.cube for piece in self.refuted if piece.md_level >= md_level and piece.ms_level <= ms_level]
        return [part for cube in cubes for part in uncovered(cube, known)]


class Question:
    """One question and what is still open of it."""

    def __init__(self, asker: SpreadTree, md_level: int, ms_level: int, cubes: Iterable[Cube], effort: int) -> None:
        self.asker, self.crew, self.incumbent = asker, asker.crew, asker.incumbent
        self.md_level, self.ms_level = md_level, ms_level
        self.left = deque(self._piece(cube, effort) for cube in cubes)
        self.whatever_level = False

    def _piece(self, cube: Cube, effort: int) -> Piece:
        return Piece(cube, self.md_level, self.ms_level, self.asker.formula.high, effort)

    def settle_all(self, last_conflict: int) -> Answer:
        """Until a tree is found, nothing is left, or this process has met so many conflicts."""
        found: Check | None = None
        try:
            while found is None and (self.left or self.crew.waits()):
                if self.asker.formula.sat.conflicts > last_conflict:
                    return UNDECIDED
                found = self._step()
        finally:
            self.crew.drop()
        self.asker.whatever_level = found is None and self.whatever_level
        return found

    def _step(self) -> Check | None:
        """Hand out pieces, settle one here, and see what has come back."""
        for helper in self.crew.free():
            if self.left:
                self.crew.send(helper, self.left.popleft())
        done = [self._settle_here(self.left.popleft())] if self.left else []
        self.incumbent.stop_if_asked()
        answers = [self._take(settled) for settled in [*done, *self.crew.heard(0.0 if done else WAIT_SECONDS)]]
        return next((answer for answer in answers if answer is not None), None)

    def _settle_here(self, piece: Piece) -> Settled | Check:
        tree = self.asker.tree
        answer = settle(tree, piece.cube, piece.md_level, piece.ms_level, piece.effort)
        if isinstance(answer, Check):
            return answer
        return Settled(piece, answer is None, answer is None and tree.whatever_level)

    def _take(self, settled: Settled | Check) -> Check | None:
        """Note a refutation, cut what is undecided in two; a tree is checked on all points before it counts."""
        if isinstance(settled, Check):
            return settled
        if settled.candidate is not None:
            check = self.asker.tree.check(settled.candidate)
            self.incumbent.offer(check, settled.candidate)
            if check.keeps(self.md_level, self.ms_level):
                return check
        if settled.refuted:
            self.incumbent.count("pieces_refuted")
            self.asker.refuted.append(settled.piece)
            self.whatever_level &= settled.whatever_level
        elif self._is_mine(settled.piece):
            self.left.extend(self._halves(settled.piece))
        return None

    def _is_mine(self, piece: Piece) -> bool:
        """Not one that an earlier question had dropped."""
        return (piece.md_level, piece.ms_level) == (self.md_level, self.ms_level)

    def _halves(self, piece: Piece) -> list[Piece]:
        """Two cubes with active points between them; one without is a single split for the formula, and only more
        effort can settle it."""
        cube = piece.cube
        ranks = np.unique(self.asker.tree.ground.ranks[self.asker.points_in_play(), cube.feature])
        between = ranks[(ranks > cube.lowest) & (ranks <= cube.highest)]
        if not len(between):
            return [self._piece(cube, GROWTH * piece.effort)]
        middle = int(between[len(between) // 2])
        parts = Cube(cube.feature, cube.lowest, middle - 1), Cube(cube.feature, middle, cube.highest)
        return [self._piece(part, piece.effort) for part in parts]


def uncovered(cube: Cube, known: Iterable[Cube]) -> list[Cube]:
    """The parts of a cube that no known one covers."""
    is_open = np.ones(cube.highest - cube.lowest + 3, dtype=np.bool_)
    is_open[[0, -1]] = False
    for other in known:
        if other.feature == cube.feature:
            start, end = max(other.lowest, cube.lowest), min(other.highest, cube.highest)
            is_open[start - cube.lowest + 1 : max(0, end - cube.lowest + 2)] = False
    changes = np.flatnonzero(np.diff(is_open)).reshape(-1, 2) + cube.lowest
    return [Cube(cube.feature, int(start), int(end) - 1) for start, end in changes]
