"""What the engines ask of a SAT solver: seven members, so that another solver touches one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from treeclust.core.stop import Stop

Literals = Sequence[int]
Table = NDArray[np.integer[Any]]
"""Clauses of one length, one in each row."""


class SatBackend(Protocol):
    """An incremental SAT solver. Literals are non-zero integers; −v is the negation of v."""

    def add(self, clauses: Iterable[Literals] | Table) -> None:
        """Add clauses for good."""

    @property
    def conflicts(self) -> int:
        """How many conflicts all calls so far have met: work that does not depend on the load of the machine."""

    @property
    def propagations(self) -> int:
        """How many assignments all calls so far have implied: a finer measure of work than conflicts."""

    def solve(self, assumptions: Literals, stop: Stop, most_conflicts: int | None = None) -> bool | None:
        """Is there a model in which all assumptions hold? None if `stop` said so, or if so many conflicts were met,
        before the answer was known."""

    def model(self) -> Sequence[int]:
        """After True: the literal that holds for each variable, at place variable − 1."""

    def core(self) -> Sequence[int]:
        """After False: assumptions that cannot hold together; empty if the clauses alone are contradictory."""

    def close(self) -> None:
        """Free the solver's memory now; it must not be used afterwards."""
