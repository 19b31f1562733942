"""Is a clustering the only one? Labels forced by unit propagation from points that are all apart from each other.

Points of which no two may share a cluster, one per cluster, fix the names of the clusters. A point that may not be with
all but one of them belongs to that one, and so on. Where this names every point, nothing is left to choose. Compiled.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits
from treeclust.engine.descent.coordinate_descent import popcount
from treeclust.engine.instance.instance import Ints


@compiled("boolean(uint64[:,::1], int64, int64)")
def holds_bit(sets: Bits, row: int, at: int) -> bool:
    return bool((sets[row, at >> 6] >> np.uint64(at & 63)) & np.uint64(1))


@compiled("int64[::1](uint64[:,::1], int64[::1], int64)")
def mutual_rivals(conflict: Bits, labels: Ints, k: int) -> Ints:
    """One point of each cluster, each apart from all others, those with most conflicts first; −1 where none is."""
    n = len(labels)
    chosen, degree = np.full(k, -1, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for u in range(n):
        for w in range(conflict.shape[1]):
            degree[u] += popcount(conflict[u, w])
    for _ in range(k):
        best = -1
        for u in range(n):
            if chosen[labels[u]] >= 0 or (best >= 0 and degree[u] <= degree[best]):
                continue
            apart = True
            for c in range(k):
                if chosen[c] >= 0 and not holds_bit(conflict, u, chosen[c]):
                    apart = False
            if apart:
                best = u
        if best < 0:
            break
        chosen[labels[best]] = best
    return chosen


@compiled("boolean(int64, int64, uint64[:,::1], uint64[:,::1], int64)")
def settles(u: int, c: int, blocked: Bits, joined: Bits, k: int) -> bool:
    """Must point u be in cluster c?"""
    if holds_bit(joined, c, u):
        return True
    others = 0
    for other in range(k):
        others += other != c and holds_bit(blocked, other, u)
    return others == k - 1


@compiled("boolean(uint64[:,::1], uint64[:,::1], int64[::1], int64)")
def is_forced(conflict: Bits, tie: Bits, labels: Ints, k: int) -> bool:
    """Is this clustering, of exactly k clusters, the only one that keeps apart and together what must be? True is a
    proof; False says nothing."""
    n, words = conflict.shape
    chosen = mutual_rivals(conflict, labels, k)
    if (chosen < 0).any():
        return False
    known, blocked, joined = np.zeros(n, np.bool_), np.zeros((k, words), np.uint64), np.zeros((k, words), np.uint64)
    queue, head, tail = np.empty(n, dtype=np.int64), 0, k
    for c in range(k):
        queue[c], known[chosen[c]] = chosen[c], True
    while head < tail:
        while head < tail:
            u = queue[head]
            head += 1
            for w in range(words):
                blocked[labels[u], w] |= conflict[u, w]
                joined[labels[u], w] |= tie[u, w]
        for u in range(n):
            if not known[u] and settles(u, labels[u], blocked, joined, k):
                known[u] = True
                queue[tail] = u
                tail += 1
    return bool(tail == n)
