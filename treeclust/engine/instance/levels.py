"""Distance levels: whole numbers that stand for distances, so that the search never compares floats.

A level is a distance class of the problem. Two diameters of one level differ by at most ε.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treeclust.core.distances import Classes
from treeclust.core.equations import states
from treeclust.core.problem import Problem

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Levels:
    """The classes as the search asks for them."""

    classes: Classes
    count: int

    def of(self, distances: Any) -> Ints:
        """The level of each distance."""
        return np.asarray(self.classes.of(distances), dtype=np.int64)

    def start(self, level: int) -> float:
        """The smallest distance of a level; infinite beyond the last."""
        return self.classes.start(level)


@states(5, 6, sentence="levels stand for distance classes; λ⁻ is the diameter's level plus one, λ⁺ the split's")
def levels_of(problem: Problem) -> Levels:
    """The distance classes of a problem."""
    return Levels(problem.classes, len(problem.classes))
