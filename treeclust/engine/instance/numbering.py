"""Numbers for rows and groups: equal rows have one, and those that are seen first come first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def equal_rows(ranks: NDArray[np.intp]) -> tuple[Ints, Ints]:
    """(point of each row, first row of each point); points are numbered by first row."""
    weights = np.random.default_rng(0).integers(1, 2**62, ranks.shape[1], dtype=np.int64)
    mixed = (ranks.astype(np.int64) * weights).sum(axis=1)
    _, first, inverse = np.unique(mixed, return_index=True, return_inverse=True)
    if not np.array_equal(ranks, ranks[first[inverse]]):  # different rows with one mixture: compare them whole
        table = np.ascontiguousarray(ranks).view([("", ranks.dtype)] * ranks.shape[1]).ravel()
        _, first, inverse = np.unique(table, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return place[inverse], first[order]


def first_seen(names: NDArray[np.integer]) -> tuple[Ints, Ints]:
    """Renumber by first appearance; also the new number of every old one."""
    kept, first, inverse = np.unique(names, return_index=True, return_inverse=True)
    new = np.empty(len(kept), dtype=np.int64)
    new[np.argsort(first)] = np.arange(len(kept))
    table = np.zeros(int(names.max()) + 1, dtype=np.int64)
    table[kept] = new
    return new[inverse], table
