"""Clusters that are forced: by unit propagation, and by looking at every labelling."""

from __future__ import annotations

from itertools import product

import numpy as np

from treeclust.engine.bounds.leaf_conflicts import pack
from treeclust.engine.descent.forced_clusters import is_forced

ROWS = 6


def clusterings(apart: np.ndarray, together: np.ndarray, k: int) -> set[tuple[int, ...]]:
    """All that break nothing, clusters numbered by first appearance."""
    found = set()
    for labels in product(range(k), repeat=ROWS):
        one = np.array(labels)
        same = one[:, None] == one
        if not (same & apart).any() and same[together].all():
            names = {c: number for number, c in enumerate(dict.fromkeys(labels))}
            found.add(tuple(names[c] for c in labels))
    return found


def test_what_is_called_forced_is_the_only_clustering() -> None:
    """On 600 random sets of pairs, two and three clusters; and most of those with one clustering are found."""
    rng, forced, single = np.random.default_rng(0), 0, 0
    for case in range(600):
        k = 2 + case % 2
        pairs = np.triu(rng.random((ROWS, ROWS)), 1)
        apart, together = (pairs > 0) & (pairs < rng.choice([0.3, 0.6])), pairs > 0.9
        apart, together = apart | apart.T, together | together.T
        every = clusterings(apart, together, k)
        full = sorted(labels for labels in every if max(labels) == k - 1)
        if not full:
            continue
        said = is_forced(pack(apart, 1), pack(together, 1), np.array(full[0]), k)
        assert len(every) == 1 or not said, case
        forced, single = forced + said, single + (len(every) == 1)
    assert forced > 0.8 * single > 0
