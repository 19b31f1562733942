"""A bound without trees: clusters of any shape are a relaxation, and labels alone are quickly refuted."""

from __future__ import annotations

from treeclust.core.decision import UNDECIDED
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import Ints
from treeclust.engine.search.lazy_flat import LazyFlat
from treeclust.solvers.backend import SatBackend


class DeafIncumbent(Incumbent):
    """Takes no clustering: those without a tree are no answers here."""

    def offer(self, check: Check, candidate: Candidate | None) -> bool:
        return False


class FlatBound:
    """Raises the proved MD level as far as labels alone allow, a little at a time."""

    def __init__(self, incumbent: Incumbent, sat: SatBackend, low: int, start: Ints) -> None:
        instance = incumbent.instance
        formula = LabelFormula(instance, sat, low, instance.levels.count, False)
        formula.bring_in(instance.group_of[start].tolist())
        self.muted = DeafIncumbent.beside(incumbent)
        self.oracle = LazyFlat(formula, self.muted)
        self.possible = instance.levels.count
        """The lowest level known to have a clustering without a tree."""

    def raise_level(self, low: int, high: int, effort: int) -> int:
        """The new proved level; each question gets `effort`, and the first one left undecided is the last."""
        step = 1
        while low < min(high, self.possible):
            level = min(low + step - 1, (low + min(high, self.possible) - 1) // 2)
            answer = self.oracle.ask(level, 0, effort)
            if answer is UNDECIDED:
                break
            if answer is None:
                low = min(high, self.possible) if self.oracle.whatever_level else level + 1
                step *= 2
            else:
                self.possible = answer.md_level
        return low
