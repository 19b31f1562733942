"""A helper of cube and conquer: settles pieces of another process's questions, and keeps what its solver learns."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property

from treeclust.core.decision import QUICK, UNDECIDED
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.progress import Silent
from treeclust.core.stop import Stop, any_of
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import prepare
from treeclust.engine.search.cubes import settle
from treeclust.engine.search.fast import FastEngine
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.engine.search.oracle import Decision
from treeclust.engine.search.parallel_halves import RootsWorker
from treeclust.engine.search.pieces import Outcome, Piece, PieceResult, Work


class CubeWorker:
    """`stop` ends everything, by OutOfTime."""

    def __init__(self, problem: Problem, objective: Objective, stop: Stop) -> None:
        self._began = time.process_time()
        self.instance = prepare(problem)
        self.incumbent = Incumbent(self.instance, objective, Silent(stop))
        self.roots = RootsWorker(self.instance)
        self._shown: Check | None = None

    @cached_property
    def tree(self) -> LazyTree:
        """Made when the first piece for SAT comes."""
        oracle = FastEngine().oracle(self.instance, self.incumbent)
        assert isinstance(oracle, LazyTree)
        return oracle

    def settle(self, piece: Work, dropped: Stop) -> Outcome:
        """In slices, so that it ends soon when nobody needs it any more."""
        if isinstance(piece, Piece):
            settled: Outcome = self._search(piece, dropped)
        else:
            settled = self.roots.settle(piece, any_of(dropped, self.incumbent.watch.stopped))
        return replace(settled, seconds=time.process_time() - self._began)

    def _search(self, piece: Piece, dropped: Stop) -> PieceResult:
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
