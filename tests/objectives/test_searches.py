"""The search of every objective against an oracle that knows every clustering, whatever it leaves open at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treeclust.core.decision import UNDECIDED, Undecided
from treeclust.core.objective import Objective
from treeclust.objectives import objectives

LEVELS = 12


@dataclass(frozen=True)
class Point:
    """A clustering by its levels."""

    md_level: int
    ms_level: int


@dataclass
class KnownBest:
    """The incumbent, and what was proved."""

    objective: Objective
    best: Point | None = None
    bounds: list[int] = field(default_factory=list)

    @property
    def value(self) -> int | None:
        return None if self.best is None else self.objective.value(self.best.md_level + 1, self.best.ms_level)

    def offer(self, point: Point) -> None:
        value = self.objective.value(point.md_level + 1, point.ms_level)
        if self.value is None or value < self.value:
            self.best = point

    def bound(self, value: int | None, md_level: int | None) -> None:
        if value is not None:
            self.bounds.append(value)

    def stop_if_asked(self) -> None: ...


@dataclass
class AllKnowing:
    """Answers from the list; `moods` says for each question whether it stays open the first time it is asked."""

    points: Sequence[Point]
    incumbent: KnownBest
    moods: list[bool]
    whatever_level: bool = False
    levels: int = LEVELS

    @property
    def split_levels(self) -> list[int]:
        return sorted({point.ms_level for point in self.points}) or [LEVELS]

    def ask(self, md_level: int, ms_level: int, effort: int) -> Point | Undecided | None:
        if self.moods and self.moods.pop():
            return UNDECIDED
        fitting = [p for p in self.points if p.md_level <= md_level and p.ms_level >= ms_level]
        if not fitting:
            self.whatever_level = not [p for p in self.points if p.ms_level >= ms_level]
            return None
        found = max(fitting, key=lambda p: p.md_level)
        self.incumbent.offer(found)
        return found

    def raise_level(self, low: int, high: int, effort: int) -> int:
        return low

    def improve(self, low: int) -> None: ...

    def know_at_least(self, level: int) -> None: ...

    def want_below(self, level: int) -> None: ...


def clusterings() -> st.SearchStrategy[list[Point]]:
    return st.lists(st.builds(Point, st.integers(0, LEVELS - 1), st.integers(0, LEVELS - 1)), max_size=8)


@pytest.mark.parametrize("name", sorted(objectives()))
@settings(max_examples=200)
@given(points=clusterings(), moods=st.lists(st.booleans(), max_size=12))
def test_the_best_is_found_and_proved(name: str, points: list[Point], moods: list[bool]) -> None:
    """The incumbent at the end has the least value of all, and no bound along the way was above it."""
    objective = objectives()[name]
    incumbent = KnownBest(objective)
    assert objective.search is not None
    objective.search(AllKnowing(points, incumbent, moods), incumbent, 0).run()
    least = min((objective.value(p.md_level + 1, p.ms_level) for p in points), default=None)
    assert incumbent.value == least
    if least is not None:
        assert max(incumbent.bounds, default=least) <= least
