"""Cube and conquer (Heule et al. 2011): a question that the plain search leaves open is cut by the root of the tree."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from treeclust.core.decision import GROWTH, QUICK, THOROUGH, UNDECIDED
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.formula.tree_formula import TreeFormula
from treeclust.engine.search.cubes import Cube, halves, root_cubes, settle
from treeclust.engine.search.lazy_tree import LazyTree
from treeclust.engine.search.oracle import Decision
from treeclust.engine.search.sat_call import ConflictBudget
from treeclust.solvers.backend import SatBackend

CUT_FROM, CUT_FROM_IF_NONE_KNOWN = GROWTH * THOROUGH, THOROUGH
"""Cutting waits until a question has come up for the fourth time, or the third if no clustering is known yet."""
SHARE_OF_PIECES = 2
"""The pieces together get so many times the effort of the plain search."""
PIECES_PER_EFFORT = 16


class CubeAndConquer(LazyTree):
    """The lazy search with a memory of the pieces that are still open. A piece refuted for one question is refuted for
    every stricter one."""

    def __init__(
        self,
        formula: TreeFormula,
        incumbent: Incumbent,
        relax_first: bool = False,
        spare: Callable[[], SatBackend] | None = None,
    ) -> None:
        super().__init__(formula, incumbent, relax_first, spare)
        self._pieces: dict[tuple[int, int], deque[Cube]] = {}

    def press_on(self, md_level: int, ms_level: int, effort: int, narrowed: bool) -> Decision:
        if effort < (CUT_FROM_IF_NONE_KNOWN if self.incumbent.best is None else CUT_FROM):
            return super().press_on(md_level, ms_level, effort, narrowed)
        return self.conquer(md_level, ms_level, effort)

    def conquer(self, md_level: int, ms_level: int, effort: int) -> Decision:
        """Settle one piece after the other; those left open are halved and wait for their next turn."""
        pieces = self.open_pieces(md_level, ms_level)
        budget = ConflictBudget(self.formula.sat, SHARE_OF_PIECES * effort)
        while pieces and budget.left:
            self.incumbent.count("pieces")
            answer = settle(self, pieces[0], md_level, ms_level, effort_for_piece(effort))
            if answer is not UNDECIDED and answer is not None:
                return answer
            cube = pieces.popleft()
            pieces.extend(halves(cube) if answer is UNDECIDED else ())
        self.whatever_level = False
        return UNDECIDED if pieces else None

    def open_pieces(self, md_level: int, ms_level: int) -> deque[Cube]:
        """The pieces of this question; at first those left open by the nearest weaker one, or one per feature."""
        key = (md_level, ms_level)
        if key not in self._pieces:
            weaker = [(md, -ms) for md, ms in self._pieces if md >= md_level and ms <= ms_level]
            if weaker:
                md, ms = min(weaker)
                self._pieces[key] = deque(self._pieces[md, -ms])
            else:
                self._pieces[key] = deque(root_cubes(self.instance, self.judged.get(key)))
        return self._pieces[key]


def effort_for_piece(effort: int) -> int:
    """What one piece of a question gets, before it is cut further."""
    return max(QUICK, effort // PIECES_PER_EFFORT)
