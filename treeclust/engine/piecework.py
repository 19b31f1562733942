"""A helper: settles pieces of somebody else's questions about one problem, and keeps what its solver learns."""

from __future__ import annotations

from treeclust.engine.asker import QUICK, UNDECIDED, Answer
from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check
from treeclust.engine.cubes import settle
from treeclust.engine.fast import FastEngine
from treeclust.engine.ground import prepare
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.lazy import LazyTree
from treeclust.engine.spread import Piece, Settled
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.progress import Silent
from treeclust.stop import Stop


class Helper:
    """`stop` ends everything, by OutOfTime."""

    def __init__(self, problem: Problem, objective: Objective, stop: Stop) -> None:
        ground = prepare(problem)
        self.incumbent = Incumbent(ground, objective, Silent(stop))
        asker = FastEngine().asker(ground, self.incumbent)
        assert isinstance(asker, LazyTree)
        self.tree = asker
        self._shown: Check | None = None

    def settle(self, piece: Piece, dropped: Stop) -> Settled:
        """In slices, so that it ends soon when nobody needs it any more."""
        self.tree.formula.want_below(piece.below)
        sat = self.tree.formula.sat
        last = sat.conflicts + piece.effort
        answer: Answer = UNDECIDED
        while answer is UNDECIDED and sat.conflicts < last and not dropped():
            answer = settle(self.tree, piece.cube, piece.md_level, piece.ms_level, min(QUICK, last - sat.conflicts))
        return Settled(piece, answer is None, self._news())

    def _news(self) -> Candidate | None:
        """The best tree, if it has not been shown before."""
        if self.incumbent.best is self._shown:
            return None
        self._shown = self.incumbent.best
        return self.incumbent.candidate
