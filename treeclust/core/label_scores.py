"""How well two clusterings agree: adjusted Rand index (Hubert and Arabie 1985), normalised mutual information.

scikit-learn has both, but loading it takes longer than a solve, and the server would do so with the first answer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def adjusted_rand(one: ArrayLike, two: ArrayLike) -> float:
    """1 for the same clusters whatever they are called, 0 on average for chance."""
    table = contingency(one, two)
    total = pairs(np.array([table.sum()]))
    both, first, second = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    if first == second == both:
        return 1.0
    by_chance = first * second / total
    return (both - by_chance) / ((first + second) / 2 - by_chance)


def normalised_information(one: ArrayLike, two: ArrayLike) -> float:
    """What one says about the other, as a share of the mean of what each says; 1 for the same clusters."""
    table = contingency(one, two)
    first, second = entropy(table.sum(axis=1)), entropy(table.sum(axis=0))
    if first == second == 0:
        return 1.0
    shared = first + second - entropy(table.ravel())
    return max(0.0, shared / ((first + second) / 2))


def contingency(one: ArrayLike, two: ArrayLike) -> NDArray[np.int64]:
    """How many rows are in each cluster of the one and each of the other."""
    rows, columns = (np.unique(np.asarray(labels), return_inverse=True)[1] for labels in (one, two))
    table = np.zeros((rows.max(initial=-1) + 1, columns.max(initial=-1) + 1), dtype=np.int64)
    np.add.at(table, (rows, columns), 1)
    return table


def pairs(counts: NDArray[np.int64]) -> float:
    """Of rows that are counted together."""
    return float((counts * (counts - 1) // 2).sum())


def entropy(counts: NDArray[np.int64]) -> float:
    """In nats."""
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log(shares)).sum())
