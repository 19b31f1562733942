"""python-sat behind our own doors; no other file imports it."""

from __future__ import annotations

from collections.abc import Sequence

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from treeclust.solvers.maxsat import Answer, Block, model_of
from treeclust.stop import Stop

CONFLICTS_PER_SLICE = 2_000


class _Stopped(Exception):
    """Raised inside RC2 to leave it."""


class _StoppableRC2(RC2):  # type: ignore[misc]
    """RC2 that asks `stopped` between slices of conflicts, in every SAT call it makes."""

    stopped: Stop
    minimising = False

    def _call_oracle(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool | None:
        if self.minimising:
            return self._slice(assumptions)
        while (answer := self._slice(assumptions, CONFLICTS_PER_SLICE)) is None:
            pass
        return answer

    def _slice(self, assumptions: Sequence[int], conflicts: int | None = None) -> bool | None:
        if self.stopped():
            raise _Stopped
        if conflicts is not None:
            self.oracle.conf_budget(conflicts)
        answer: bool | None = self.oracle.solve_limited(assumptions=list(assumptions))
        return answer

    def minimize_core(self) -> None:
        # RC2 sets a conflict budget of its own here and wants to see it run out
        self.minimising = True
        super().minimize_core()
        self.minimising = False


class PysatMaxSat:
    """RC2 (core-guided MaxSAT)."""

    def __init__(self, solver: str = "g4", adapt: bool = True, exhaust: bool = True, minimise: bool = True) -> None:
        self.options = {"solver": solver, "adapt": adapt, "exhaust": exhaust, "minz": minimise}

    def __call__(self, variables: int, hard: Sequence[Block], soft: Block, stopped: Stop) -> Answer:
        formula = WCNF()
        formula.nv = variables
        for clause in soft.tolist():
            formula.append(clause, weight=1)
        with _StoppableRC2(formula, **self.options) as rc2:
            rc2.stopped = stopped
            try:
                for block in hard:
                    if stopped():
                        return Answer()
                    rc2.oracle.append_formula(block.tolist())
                literals = rc2.compute()
            except _Stopped:
                return Answer(lower_bound=rc2.cost)
            if literals is None:
                return Answer(unsatisfiable=True)
            return Answer(True, model=model_of(literals, variables), cost=rc2.cost, lower_bound=rc2.cost)
