"""A helper of cube and conquer: settles pieces of another process's questions, and keeps what its solver learns."""

from __future__ import annotations

from treeclust.core.decision import QUICK, UNDECIDED
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent
from treeclust.core.stop import Stop
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search.cubes import settle
from treeclust.engine.search.fast import FastEngine
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.engine.search.oracle import Decision
from treeclust.engine.search.parallel_cubes import Piece, PieceResult


class CubeWorker:
    """`stop` ends everything, by OutOfTime."""

    def __init__(self, problem: Problem, objective: Objective, stop: Stop) -> None:
        instance = prepare(problem)
        self.incumbent = Incumbent(instance, objective, Silent(stop))
        oracle = FastEngine().oracle(instance, self.incumbent)
        assert isinstance(oracle, LazyTree)
        self.tree: LazyTree = oracle
        self._shown: Check | None = None

    def settle(self, piece: Piece, dropped: Stop) -> PieceResult:
        """In slices, so that it ends soon when nobody needs it any more."""
        self.tree.formula.want_below(piece.below)
        sat = self.tree.formula.sat
        last = sat.conflicts + piece.effort
        answer: Decision = UNDECIDED
        while answer is UNDECIDED and sat.conflicts < last and not dropped():
            answer = settle(self.tree, piece.cube, piece.md_level, piece.ms_level, min(QUICK, last - sat.conflicts))
        return PieceResult(piece, answer is None, self._news())

    def _news(self) -> Candidate | None:
        """The best tree, if it has not been shown before."""
        if self.incumbent.best is self._shown:
            return None
        self._shown = self.incumbent.best
        return self.incumbent.candidate
