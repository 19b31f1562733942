"""Distance levels: whole numbers that stand for distances, so that the search never compares floats.

Up to MATRIX_ROWS rows a level is the problem's distance class. Above, the distances are never all known; there level w
holds the distances from w·ε to (w + 1)·ε, which proves the same thing: two diameters of one level differ by at most ε.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.distances import DECIMALS, DistanceClasses
from treeclust.core.equations import states
from treeclust.core.problem import MATRIX_ROWS, Problem

Ints = NDArray[np.int64]
FINEST = 10.0**-DECIMALS


@dataclass(frozen=True, eq=False)
class ClassLevels:
    """The paper's distance classes."""

    classes: DistanceClasses

    @property
    def count(self) -> int:
        return len(self.classes)

    def of(self, distances: Any) -> Ints:
        """The level of each distance."""
        return np.asarray(self.classes.of(distances), dtype=np.int64)

    def start(self, level: int) -> float:
        """The smallest distance of a level; infinite beyond the last."""
        return float(self.classes.starts[level]) if level < self.count else np.inf


@dataclass(frozen=True, eq=False)
class UniformLevels:
    """Levels of one width; `largest` bounds every distance."""

    width: float
    largest: float

    @property
    def count(self) -> int:
        return int(self.largest / self.width) + 2

    def of(self, distances: Any) -> Ints:
        return np.floor(np.asarray(distances) / self.width).astype(np.int64)

    def start(self, level: int) -> float:
        return float(round(level * self.width, DECIMALS))


Levels = ClassLevels | UniformLevels


@states(5, 6, sentence="levels stand for distance classes; λ⁻ is the diameter's level plus one, λ⁺ the split's")
def levels_of(problem: Problem) -> Levels:
    """Distance classes where all distances are known, levels of width ε where they are not."""
    if problem.n <= MATRIX_ROWS:
        return ClassLevels(problem.classes)
    scaled = problem.points
    widest = np.abs(scaled).max() * 2 * max(1, scaled.shape[1])
    return UniformLevels(max(problem.epsilon, FINEST), float(widest))
