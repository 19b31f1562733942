"""The best clustering so far, what is proved, and the clock: everything a search shares with the outside."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import numpy as np

from treeclust.core.objective import Objective
from treeclust.core.progress import Watch
from treeclust.core.tree import flat_solution
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.instance.instance import Instance

SECONDS_BETWEEN_REPORTS = 0.2
SHARE_OF_SEARCH = 9
"""So many times as long as a clustering was looked at by the watch, the search goes on before the next is shown."""
FIRST_REPORT = 0.05
"""A search that ends sooner hands in its last clustering only."""


NO_LIMIT = 1 << 62


class OutOfTime(Exception):
    """The watch said stop; the search unwinds to its entrance."""


class Incumbent:
    """Keeps the best feasible check, hands it to the watch (not too often), and collects seconds by phase."""

    def __init__(self, instance: Instance, objective: Objective, watch: Watch) -> None:
        self.instance, self.watch = instance, watch
        self.objective, self.uses_split = objective, objective.uses_split
        self.best: Check | None = None
        self.candidate: Candidate | None = None
        self.figures: dict[str, float] = {}
        self._report_from = time.monotonic() + FIRST_REPORT
        self._pending = False
        self.proved_md: float | None = None
        self.proved_value: int | None = None
        self.work, self.most_work = 0, NO_LIMIT

    @classmethod
    def beside(cls, other: Incumbent) -> Self:
        """One more on the same instance, with the same watch and the same figures."""
        made = cls.__new__(cls)
        made.__dict__.update(other.__dict__)
        return made

    def spend(self, steps: int) -> None:
        """Count work that was done, in steps of some 25 ns: what decides how a search goes on is counted, not timed."""
        self.work += steps

    @property
    def value(self) -> int | None:
        """What the best clustering scores, in levels."""
        return None if self.best is None else self.value_of(self.best)

    def value_of(self, check: Check) -> int:
        return self.objective.value(check.md_level + 1, check.ms_level)

    def stop_if_asked(self) -> None:
        if time.monotonic() >= self._report_from:
            self.report()
        if self.work > self.most_work or self.watch.stopped():
            raise OutOfTime

    def offer(self, check: Check, candidate: Candidate | None) -> bool:
        """Keep it if it is feasible and better."""
        if not check.feasible or (self.best is not None and self.score(check) >= self.score(self.best)):
            return False
        self.best, self.candidate, self._pending = check, candidate, True
        if time.monotonic() >= self._report_from:
            self.report()
        return True

    def score(self, check: Check) -> tuple[int, float]:
        return self.value_of(check), -1.0 if check.md is None else check.md

    def no_use_from(self, ms_level: int) -> float:
        """A clustering of this split and a diameter of so much, or more, is worse than the best."""
        if self.value is None:
            return np.inf
        levels = self.instance.levels
        most = self.objective.largest_md_level(self.value, ms_level, levels.count)
        return levels.start(min(most + 1, levels.count))

    def report(self) -> None:
        """Hand the best clustering to the watch if it has not been handed in yet."""
        if self._pending and self.best is not None:
            began = time.monotonic()
            with self.timing("checking"):
                if self.candidate is None:
                    self.watch.solution(flat_solution(self.instance.labels_of_rows(self.best.labels)))
                else:
                    self.watch.solution(self.candidate.solution(self.instance))
            now = time.monotonic()
            pause = max(SECONDS_BETWEEN_REPORTS, (now - began) * SHARE_OF_SEARCH)
            self._report_from, self._pending = now + pause, False

    def bound(self, value: int | None, md_level: int | None) -> None:
        """Proved: no clustering has a smaller value, nor an MD below the start of the level."""
        known = None if self.instance.problem.is_large and not self.uses_split else value
        levels = self.instance.levels
        md = levels.start(md_level) if md_level is not None and 0 <= md_level < levels.count else None
        self.watch.bound(known, md)
        self.proved_md = max((x for x in (md, self.proved_md) if x is not None), default=None)
        self.proved_value = max((x for x in (known, self.proved_value) if x is not None), default=None)

    def count(self, name: str) -> None:
        self.figures[name] = self.figures.get(name, 0) + 1

    @contextmanager
    def timing(self, name: str) -> Iterator[None]:
        """Add the seconds of a block to the figures."""
        began = time.perf_counter()
        try:
            yield
        finally:
            key = f"seconds_{name}"
            self.figures[key] = self.figures.get(key, 0.0) + time.perf_counter() - began
