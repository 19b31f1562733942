"""The SAT and MaxSAT solvers of python-sat. No other file of the project imports it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pysolvers
from pysat import solvers
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from treeclust.core.stop import Stop
from treeclust.solvers.backend import Literals, Table
from treeclust.solvers.maxsat import Block, MaxSatAnswer, model_of

FIRST_SLICE = 500
"""Conflicts before the stopping rule is asked for the first time."""
SLICE_PROPAGATIONS = 300_000
"""Later slices aim at so many propagations, about a tenth of a second. Where a call is cut changes its search, so it is
cut by counted work, never by the clock."""


class NeverMain:
    """In the main thread python-sat has Ctrl-C jump out of its C code, and does not give the signal back: the next one
    jumps to nowhere. Told that it is in no such thread, it leaves Ctrl-C to Python."""

    @staticmethod
    def check() -> bool:
        return False


solvers.MainThread = NeverMain


class PysatBackend:
    """An incremental SAT solver that asks its stopping rule several times a second. `add_clause` may be the solver's
    own function: python-sat's wrapper around it takes about half as long as the adding of a small clause."""

    def __init__(self, solver: Any, add_clause: Callable[[Literals], Any] | None = None) -> None:
        self._solver = solver
        self._add_clause = solver.add_clause if add_clause is None else add_clause
        self._slice = FIRST_SLICE

    def add(self, clauses: Iterable[Literals] | Table) -> None:
        deque(map(self._add_clause, rows_of(clauses) if isinstance(clauses, np.ndarray) else clauses), maxlen=0)

    @property
    def conflicts(self) -> int:
        return self._count("conflicts")

    @property
    def propagations(self) -> int:
        return self._count("propagations")

    def _count(self, name: str) -> int:
        stats: dict[str, int] = self._solver.accum_stats()
        return stats[name]

    def solve(self, assumptions: Literals, stop: Stop, most_conflicts: int | None = None) -> bool | None:
        """Slices of conflicts, because the solver cannot be interrupted from outside while it holds the interpreter."""
        assumed = list(assumptions)
        last = None if most_conflicts is None else self.conflicts + most_conflicts
        while not stop():
            left = self._slice if last is None else min(self._slice, last - self.conflicts)
            if left <= 0:
                return None
            self._solver.conf_budget(left)
            before = self.propagations
            answer: bool | None = self._solver.solve_limited(assumed)
            if answer is not None:
                return answer
            if left < self._slice:
                return None
            work = max(1, self.propagations - before)
            self._slice = max(100, int(self._slice * min(2.0, SLICE_PROPAGATIONS / work)))
        return None

    def model(self) -> Sequence[int]:
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> Sequence[int]:
        core: list[int] | None = self._solver.get_core()
        return core or []

    def close(self) -> None:
        self._add_clause = self._solver.add_clause  # which does nothing from now on
        self._solver.delete()


def rows_of(table: Table) -> Iterator[tuple[int, ...]]:
    """The rows one by one. `zip` uses one tuple again and again; a list for each row would take longer."""
    literals = iter(table.ravel().tolist())
    return zip(*[literals] * table.shape[1], strict=True)


def glucose4() -> PysatBackend:
    solver = solvers.Glucose4()
    return PysatBackend(solver, partial(pysolvers.glucose41_add_cl, solver.glucose))


def minisat22() -> PysatBackend:
    solver = solvers.Minisat22()
    return PysatBackend(solver, partial(pysolvers.minisat22_add_cl, solver.minisat))


def cadical195() -> PysatBackend:
    return PysatBackend(solvers.Cadical195())


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
    """RC2 (core-guided MaxSAT). On the paper's formulas the defaults took 0.76 of the time with all three on."""

    def __init__(self, solver: str = "g4", adapt: bool = False, exhaust: bool = False, minimise: bool = True) -> None:
        self.options = {"solver": solver, "adapt": adapt, "exhaust": exhaust, "minz": minimise}

    def __call__(self, variables: int, hard: Sequence[Block], soft: Block, stopped: Stop) -> MaxSatAnswer:
        formula = WCNF()
        formula.nv = variables
        for clause in soft.tolist():
            formula.append(clause, weight=1)
        with _StoppableRC2(formula, **self.options) as rc2:
            rc2.stopped = stopped
            try:
                for block in hard:
                    if stopped():
                        return MaxSatAnswer()
                    rc2.oracle.append_formula(block.tolist())
                literals = rc2.compute()
            except _Stopped:
                return MaxSatAnswer(lower_bound=rc2.cost)
            if literals is None:
                return MaxSatAnswer(unsatisfiable=True)
            return MaxSatAnswer(True, model=model_of(literals, variables), cost=rc2.cost, lower_bound=rc2.cost)
