"""Cube and conquer with helpers: pieces of a hard question, each settled by whoever is free.

A tree found in any piece answers the question; it is refuted when every piece is. Pieces carry plain numbers, so it
does not matter where helpers are; they may come and go, and what one was working on is then given to another.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable

from treeclust.core.decision import UNDECIDED
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.instance.checks import Check
from treeclust.engine.search.cube_and_conquer import CubeAndConquer, effort_for_piece
from treeclust.engine.search.cubes import Cube, halves, settle
from treeclust.engine.search.oracle import Decision
from treeclust.engine.search.parallel_halves import ParallelHalves
from treeclust.engine.search.pieces import CubeHelpers, Outcome, Piece, PieceResult, RootsResult
from treeclust.engine.search.sat_call import ConflictBudget
from treeclust.solvers.backend import SatBackend

SHARE_OF_PIECES = 8
"""The pieces together, here and elsewhere, get so many times the effort of the plain search. Only then do they get
more each: pieces cut finer than one process would cut them take longer in all."""
WAIT_SECONDS = 0.05
BUSIEST = "busiest_helper_seconds"
HERE = "here"
"""The name of this process among those of its helpers."""


class ParallelCubes(CubeAndConquer):
    """Settles pieces itself, beside its helpers."""

    def __init__(
        self,
        formula: TreeFormula,
        incumbent: Incumbent,
        relax_first: bool,
        spare: Callable[[], SatBackend],
        helpers: CubeHelpers,
    ) -> None:
        super().__init__(formula, incumbent, relax_first, spare)
        self.helpers = helpers
        self._out: list[Piece] = []
        self._whose: dict[Cube, str] = {}
        self._said = 0
        if self.halves_stage is not None:
            self.halves_stage.halves = ParallelHalves(self.instance, helpers, self._hear_roots)

    def search_whole(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """Not again once it is in pieces: helpers would be idle meanwhile."""
        if self.helpers.names() and (md_level, ms_level) in self._pieces:
            return UNDECIDED
        return super().search_whole(md_level, ms_level, effort)

    def conquer(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """Until a tree is found, nothing is left, or this process has done its share. What is out then stays out."""
        self.helpers.call()
        self.incumbent.count("spread_questions")
        levels = md_level, ms_level
        if any((piece.md_level, piece.ms_level) != levels for piece in self._out):
            self._call_back()
        cubes = self.open_pieces(*levels)
        budget = ConflictBudget(self.formula.sat, SHARE_OF_PIECES * effort // (1 + len(self.helpers.names())))
        found: Check | None = None
        while found is None and (cubes or self._out) and budget.left:
            self._say_how_many()
            self._hand_out(cubes, levels, effort_for_piece(effort))
            found = self._settle_one(cubes, levels, effort_for_piece(effort)) if cubes else None
            self.incumbent.stop_if_asked()
            for settled in self._heard(0.0 if cubes else WAIT_SECONDS):
                if isinstance(settled, PieceResult):
                    found = self._take(settled, cubes, levels) or found
        self.whatever_level = False
        if found is not None:
            self._call_back()
            return found
        return UNDECIDED if cubes or self._out else None

    def _hear_roots(self) -> list[RootsResult]:
        """Roots come before pieces for SAT, which are called back; one that comes late may still say something."""
        if self._out:
            self._call_back()
        self._say_how_many()
        roots = list[RootsResult]()
        for settled in self._heard(0.0):
            if isinstance(settled, RootsResult):
                self.incumbent.count("root_pieces_elsewhere")
                roots.append(settled)
            else:
                self._take(settled, deque(), (-1, 0))
        return roots

    def _heard(self, seconds: float) -> list[Outcome]:
        """The work of the busiest helper is one of the figures: it tells how well a question is spread."""
        heard = self.helpers.heard(seconds)
        if heard:
            most = max(outcome.seconds for outcome in heard)
            self.incumbent.figures[BUSIEST] = max(most, self.incumbent.figures.get(BUSIEST, 0.0))
        return heard

    def _say_how_many(self) -> None:
        """People see when others begin or cease to help."""
        size = len(self.helpers.names())
        if size != self._said:
            self._said = size
            self.incumbent.watch.phase("searching" + (f" with {size} helper{'s' if size > 1 else ''}" if size else ""))

    def _hand_out(self, cubes: deque[Cube], levels: tuple[int, int], effort: int) -> None:
        for helper in self.helpers.free():
            if cubes:
                self._out.append(Piece(self._next_for(helper, cubes), *levels, self.formula.high, effort))
                self.helpers.send(helper, self._out[-1])

    def _settle_one(self, cubes: deque[Cube], levels: tuple[int, int], effort: int) -> Check | None:
        """A piece in this process. It stays open when a tree is found there: a better one may be too."""
        self.incumbent.count("pieces")
        cube = self._next_for(HERE, cubes)
        answer = settle(self, cube, *levels, effort)
        if isinstance(answer, Check):
            cubes.appendleft(cube)
            return answer
        cubes.extend(self._cut(cube) if answer is UNDECIDED else ())
        return None

    def _next_for(self, worker: str, cubes: deque[Cube]) -> Cube:
        """The first piece that is new or comes from one this worker had, since what its solver has learned is about
        those; without any, the one that is least urgent to others."""
        cube = next((cube for cube in cubes if self._whose.get(cube, worker) == worker), cubes[-1])
        cubes.remove(cube)
        self._whose[cube] = worker
        return cube

    def _cut(self, cube: Cube) -> list[Cube]:
        parts = halves(cube)
        self._whose.update(dict.fromkeys(parts, self._whose[cube]))
        return parts

    def _take(self, settled: PieceResult, cubes: deque[Cube], levels: tuple[int, int]) -> Check | None:
        """What is refuted is done with, what is not is cut; a tree is checked on all points before it counts."""
        self.incumbent.count("pieces")
        piece = settled.piece
        if settled.refuted:
            self.incumbent.count("pieces_refuted_elsewhere")
            self._refute(piece)
        elif piece in self._out:
            cubes.extend(self._cut(piece.cube))
        if piece in self._out:
            self._out.remove(piece)
        if settled.candidate is not None:
            check = self.check(settled.candidate)
            self.incumbent.offer(check, settled.candidate)
            if check.keeps(*levels):
                return check
        return None

    def _refute(self, piece: Piece) -> None:
        """A piece that was called back too early is open in its own question."""
        with contextlib.suppress(ValueError):
            self.open_pieces(piece.md_level, piece.ms_level).remove(piece.cube)

    def _call_back(self) -> None:
        self.helpers.drop()
        for piece in self._out:
            self.open_pieces(piece.md_level, piece.ms_level).appendleft(piece.cube)
        self._out.clear()
