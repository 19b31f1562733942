"""The whole Pareto front of MD against MS, as a staircase: each step is proved before the next is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from treeclust.engine.bounds.incumbent import Incumbent
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.checks import Check
from treeclust.engine.search.oracle import EngineOracle, decide

Step = tuple[Check, Candidate | None]


class Recorder(Incumbent):
    """Remembers the clustering offered last, instead of the best by one measure."""

    def offer(self, check: Check, candidate: Candidate | None) -> bool:
        self.last: Step = (check, candidate)
        return check.feasible

    def no_use_from(self, ms_level: int) -> float:
        """Only what was asked for is kept."""
        return -np.inf


def walk(oracle: EngineOracle, recorder: Recorder, low: int) -> Iterator[Step]:
    """The non-dominated clusterings, from the smallest MD to the largest MS; ends when the front is complete."""
    splits = oracle.split_levels
    at = 0
    while at < len(splits):
        step = least_diameter(oracle, recorder, low, splits[at])
        if step is None:
            return
        md_level = step[0].md_level
        step, at = largest_split(oracle, recorder, step, splits, at)
        yield step
        low, at = md_level + 1, at + 1


def least_diameter(oracle: EngineOracle, recorder: Recorder, low: int, ms_level: int) -> Step | None:
    """The clustering of smallest MD level (at least `low`) among those with the split; None if there is none."""
    if decide(oracle, oracle.levels, ms_level) is None:
        return None
    best = recorder.last
    jump = 1
    while low < best[0].md_level:
        level = min(low + jump - 1, (low + best[0].md_level - 1) // 2)
        if decide(oracle, level, ms_level) is None:
            low, jump = level + 1, 2 * jump
        else:
            best = recorder.last
    return best


def largest_split(
    oracle: EngineOracle, recorder: Recorder, best: Step, splits: Sequence[int], at: int
) -> tuple[Step, int]:
    """The clustering of largest MS level with the MD level of `best`, and the place of that level among the splits."""
    md_level = best[0].md_level
    at = place(splits, best[0].ms_level, at)
    beyond = len(splits)
    jump = 1
    while at + 1 < beyond:
        ahead = min(at + jump, (at + beyond) // 2) if at + jump < beyond else (at + beyond) // 2
        if decide(oracle, md_level, splits[ahead]) is None:
            beyond = ahead
        else:
            best, jump = recorder.last, 2 * jump
            at = place(splits, best[0].ms_level, ahead)
    return best, at


def place(splits: Sequence[int], ms_level: int, at: int) -> int:
    """The last place, from `at` on, whose split level is reached."""
    while at + 1 < len(splits) and splits[at + 1] <= ms_level:
        at += 1
    return at
