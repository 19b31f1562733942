"""Made tables of two overlapping classes, wider than those of the paper: "made_600x50" has 600 rows and 50 columns."""

from __future__ import annotations

import re

import numpy as np

from treeclust.core.dataset import Dataset

TELLING, SHIFT = 0.25, 0.8
"""The share of columns in which the classes differ, and by how many standard deviations."""
NAME = re.compile(r"made_(\d+)x(\d+)")


def made_table(name: str) -> Dataset | None:
    """The table of this name; None if it is no such name."""
    match = NAME.fullmatch(name)
    if match is None:
        return None
    rows, columns = (int(part) for part in match.groups())
    chance = np.random.default_rng(1)
    known = chance.integers(0, 2, rows)
    values = chance.normal(0, 1, (rows, columns)) + SHIFT * known[:, None] * (chance.random(columns) < TELLING)
    return Dataset.from_array(values.round(3), [f"column {j}" for j in range(columns)], known)
