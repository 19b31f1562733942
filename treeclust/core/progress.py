"""What a running search tells the outside: a Progress now and then, and each better solution as it is found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from treeclust.core.stop import Stop
from treeclust.core.tree import Solution

REPORTS_PER_SECOND = 5


@dataclass(frozen=True)
class Progress:
    """A snapshot of the search. `md`, `ms` belong to the best verified solution so far, None before the first."""

    phase: str
    seconds: float
    md: float | None = None
    ms: float | None = None
    md_lower_bound: float | None = None
    gap: float | None = None


OnProgress = Callable[[Progress], None]

T = TypeVar("T")
OnBetter = Callable[[Callable[[], T]], None]
"""Told of each better answer, or better proof, by a function that makes the answer as it stands."""


class Watch(Protocol):
    """What an engine talks to while it works; `run` supplies it."""

    def stopped(self) -> bool:
        """True when the engine must return at once with what it has."""

    def phase(self, name: str) -> None:
        """The engine begins another stage; `name` is shown to people ("encoding", "searching")."""

    def solution(self, solution: Solution) -> bool:
        """Hand in a solution. It is verified, and kept if it is better than the best so far; True if kept."""

    def bound(self, value: int | None, md: float | None) -> None:
        """Proved: no objective value below `value` (in classes), no diameter below `md`; None says nothing."""


class Silent:
    """A Watch that only listens to a stopping rule."""

    def __init__(self, stop: Stop) -> None:
        self.stopped = stop

    def phase(self, name: str) -> None: ...

    def solution(self, solution: Solution) -> bool:
        return False

    def bound(self, value: int | None, md: float | None) -> None: ...


class Throttle:
    """Passes at most REPORTS_PER_SECOND reports a second; a change of phase always passes."""

    def __init__(self, target: OnProgress) -> None:
        self.target = target
        self.last_time = float("-inf")
        self.last_phase = ""

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.phase != self.last_phase or now - self.last_time >= 1 / REPORTS_PER_SECOND:
            self.last_time, self.last_phase = now, progress.phase
            self.target(progress)
