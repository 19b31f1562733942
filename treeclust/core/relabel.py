"""The numbers of clusters: by first appearance, or those that most rows had before (an assignment problem)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]
Numbers = dict[int, int]
"""Old number → new number of each cluster."""


def renumber(labels: NDArray[Any], numbers: Mapping[int, int]) -> Ints:
    """The same clustering under other numbers."""
    clusters, place = np.unique(labels, return_inverse=True)
    return np.array([numbers[int(cluster)] for cluster in clusters], dtype=np.intp)[place]


def first_appearance(labels: NDArray[Any]) -> Numbers:
    """Numbered from 0 by the first row that has it."""
    return {int(label): new for new, label in enumerate(dict.fromkeys(labels.tolist()))}


def keep_identity(old: Ints | None, new: Ints) -> Numbers:
    """So that most rows keep their number, and with it colour and name; the numbers as they are without old ones."""
    fresh = sorted({int(c) for c in new})
    if old is None or len(old) != len(new):
        return {c: c for c in fresh}
    before = sorted({int(c) for c in old})
    overlap = np.array([[np.sum((new == c) & (old == b)) for b in before] for c in fresh])
    pairs = assignment(overlap)
    return with_free_numbers({fresh[i]: before[j] for i, j in pairs if overlap[i, j]}, fresh)


def with_free_numbers(numbers: Numbers, clusters: Iterable[int]) -> Numbers:
    """Clusters that have no number yet take the smallest that are free."""
    missing = sorted(set(clusters) - numbers.keys())
    free = (number for number in range(len(numbers) + len(missing)) if number not in numbers.values())
    return numbers | dict(zip(missing, free, strict=False))


def rows_changed(one: Ints, two: Ints) -> int:
    """How many rows must move to make one clustering of the other, with clusters renamed as fits best."""
    counts = np.zeros((int(one.max()) + 1, int(two.max()) + 1), dtype=np.int64)
    np.add.at(counts, (one, two), 1)
    return len(one) - sum(int(counts[i, j]) for i, j in assignment(counts))


def assignment(overlap: NDArray[Any]) -> list[tuple[int, int]]:
    """Which old cluster each new one is, so that they share most rows."""
    from scipy.optimize import linear_sum_assignment  # takes longer to load than all of core

    at_new, at_old = linear_sum_assignment(overlap, maximize=True)
    return list(zip(at_new.tolist(), at_old.tolist(), strict=True))
