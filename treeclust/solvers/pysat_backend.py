"""The SAT solvers of python-sat. No other file of the project imports it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from pysat import solvers

from treeclust.solvers.backend import Literals
from treeclust.stop import Stop

SOLVERS = {"glucose4": "Glucose4", "cadical195": "Cadical195", "minisat22": "Minisat22"}
SLICE_SECONDS = 0.15
FIRST_SLICE = 1_000
"""Conflicts before the stopping rule is asked for the first time; later slices aim at SLICE_SECONDS."""


class PysatBackend:
    """An incremental SAT solver that asks its stopping rule several times a second."""

    def __init__(self, name: str = "glucose4") -> None:
        self._solver: Any = getattr(solvers, SOLVERS[name])()
        self._slice = FIRST_SLICE
        self.clauses = 0

    def add(self, clauses: Iterable[Literals]) -> None:
        add_clause = self._solver.add_clause
        for clause in clauses:
            add_clause(clause)
            self.clauses += 1

    def solve(self, assumptions: Literals, stop: Stop) -> bool | None:
        """Slices of conflicts, because the solver cannot be interrupted from outside while it holds the interpreter."""
        while not stop():
            self._solver.conf_budget(self._slice)
            began = time.perf_counter()
            answer: bool | None = self._solver.solve_limited(list(assumptions))
            if answer is not None:
                return answer
            took = max(time.perf_counter() - began, 1e-6)
            self._slice = max(100, int(self._slice * min(4.0, SLICE_SECONDS / took)))
        return None

    def model(self) -> Sequence[int]:
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> Sequence[int]:
        core: list[int] | None = self._solver.get_core()
        return core or []

    def close(self) -> None:
        """Free the solver's memory now; it must not be used afterwards."""
        self._solver.delete()
