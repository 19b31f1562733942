"""A bound without trees: clusters of any shape are a relaxation, and labels alone are quickly refuted."""

from __future__ import annotations

from treeclust.engine.asker import UNDECIDED
from treeclust.engine.candidate import Candidate
from treeclust.engine.checks import Check
from treeclust.engine.flat import LazyFlat
from treeclust.engine.ground import Ints
from treeclust.engine.incumbent import Incumbent
from treeclust.engine.labels import LabelFormula
from treeclust.solvers.backend import SatBackend


class Muted(Incumbent):
    """Takes no clustering: those without a tree are no answers here."""

    def offer(self, check: Check, candidate: Candidate | None) -> bool:
        return False


class FlatBound:
    """Raises the proved MD level as far as labels alone allow, a little at a time."""

    def __init__(self, incumbent: Incumbent, sat: SatBackend, low: int, start: Ints) -> None:
        ground = incumbent.ground
        formula = LabelFormula(ground, sat, low, ground.levels.count, False)
        formula.bring_in(ground.group_of[start].tolist())
        self.muted = Muted.beside(incumbent)
        self.asker = LazyFlat(formula, self.muted)
        self.possible = ground.levels.count
        """The lowest level known to have a clustering without a tree."""

    def raise_level(self, low: int, high: int, effort: int) -> int:
        """The new proved level; each question gets `effort`, and the first one left undecided is the last."""
        step = 1
        while low < min(high, self.possible):
            level = min(low + step - 1, (low + min(high, self.possible) - 1) // 2)
            answer = self.asker.ask(level, 0, effort)
            if answer is UNDECIDED:
                break
            if answer is None:
                low = min(high, self.possible) if self.asker.whatever_level else level + 1
                step *= 2
            else:
                self.possible = answer.md_level
        return low
