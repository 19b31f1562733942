"""One call of the SAT solver: from levels to a model, a refutation, or neither in the time given."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.decision import UNDECIDED, Undecided
from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.solvers.backend import SatBackend

Bools = NDArray[np.bool_]


STEPS_PER_PROPAGATION = 10
"""Steps that take as long as a propagation, roughly."""


class ConflictBudget:
    """Conflicts left for a question, however many calls it takes."""

    def __init__(self, sat: SatBackend, effort: int) -> None:
        self.sat, self.last = sat, sat.conflicts + effort

    @property
    def left(self) -> int:
        return max(0, self.last - self.sat.conflicts)


def solve(
    formula: LabelFormula, incumbent: Incumbent, md_level: int, ms_level: int, budget: ConflictBudget
) -> Bools | Undecided | None:
    """A model as truth values by variable number, or None if there is none."""
    incumbent.count("sat_calls")
    with incumbent.timing("sat"):
        assumed, before = formula.assume(md_level, ms_level), formula.sat.propagations
        answer = formula.sat.solve(assumed, incumbent.watch.stopped, budget.left)
        incumbent.spend(STEPS_PER_PROPAGATION * (formula.sat.propagations - before))
    if answer is None:
        incumbent.stop_if_asked()
        return UNDECIDED
    if not answer:
        return None
    model = np.asarray(formula.sat.model(), dtype=np.int64)
    value = np.zeros(formula.variables + 1, dtype=np.bool_)
    value[1 : len(model) + 1] = model[: formula.variables] > 0
    return value
