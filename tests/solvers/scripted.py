"""A SAT solver that answers by script, so that a search can be watched without a solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from treeclust.core.stop import Stop
from treeclust.solvers.backend import Literals


@dataclass
class ScriptedBackend:
    """`script` holds what each call answers: a model (literals), a core (as a frozenset), or None for "not known"."""

    script: list[Sequence[int] | frozenset[int] | None]
    clauses: list[list[int]] = field(default_factory=list)
    asked: list[tuple[list[int], int | None]] = field(default_factory=list)
    conflicts: int = 0
    propagations: int = 0
    closed: bool = False

    def add(self, clauses: Iterable[Literals]) -> None:
        self.clauses += [list(clause) for clause in clauses]

    def solve(self, assumptions: Literals, stop: Stop, most_conflicts: int | None = None) -> bool | None:
        self.asked.append((list(assumptions), most_conflicts))
        self.said = self.script.pop(0)
        self.conflicts += (most_conflicts or 0) if self.said is None else 1
        return None if self.said is None else not isinstance(self.said, frozenset)

    def model(self) -> Sequence[int]:
        assert self.said is not None and not isinstance(self.said, frozenset)
        return self.said

    def core(self) -> Sequence[int]:
        assert isinstance(self.said, frozenset)
        return sorted(self.said)

    def close(self) -> None:
        self.closed = True
