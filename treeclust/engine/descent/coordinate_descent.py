"""Coordinate descent over trees: change one node at a time to the test that breaks fewest links and far pairs.

A state is a complete tree (feature and threshold per node, cluster per leaf). `conflict[u]` holds the points that
should not share u's cluster, `tie[u]` those that must; both are bit sets, as are the clusters, so a point's
broken pairs are a few popcounts. Everything here is compiled; `descent` drives it.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits, Places
from treeclust.engine.instance.instance import Ints

TIE_WEIGHT = 3
"""A broken must-link counts as much as this many broken cannot-links or far pairs."""


@compiled("int64(uint64)")
def popcount(word: int) -> int:
    w = np.uint64(word)
    w = w - ((w >> np.uint64(1)) & np.uint64(0x5555555555555555))
    w = (w & np.uint64(0x3333333333333333)) + ((w >> np.uint64(2)) & np.uint64(0x3333333333333333))
    w = (w + (w >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((w * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled("int64(int64, uint64[::1], uint64[:,::1], uint64[:,::1], uint64[::1])")
def broken(u: int, cluster: Bits, conflict: Bits, tie: Bits, present: Bits) -> int:
    """What point u would break in this cluster, given the points that are placed so far."""
    count = 0
    for w in range(len(cluster)):
        count += popcount(conflict[u, w] & cluster[w])
        if tie[u, w]:
            count += TIE_WEIGHT * popcount(tie[u, w] & present[w] & ~cluster[w])
    return count


@compiled("void(int64, uint64[::1])")
def put(u: int, points: Bits) -> None:
    points[u >> 6] |= np.uint64(1) << np.uint64(u & 63)


@compiled("void(int64, uint64[::1])")
def take(u: int, points: Bits) -> None:
    points[u >> 6] &= ~(np.uint64(1) << np.uint64(u & 63))


@compiled("int64(int64, int64, int64, int64[:,::1], int64[::1], int64[::1], int64[::1])")
def label_from(u: int, t: int, nodes: int, ranks: Ints, feature: Ints, threshold: Ints, leaf_label: Ints) -> int:
    """The cluster of point u when it stands at node t."""
    while t <= nodes:
        t = 2 * t if ranks[u, feature[t]] <= threshold[t] else 2 * t + 1
    return int(leaf_label[t - nodes - 1])


@compiled("int64(int64[:,::1], int64[::1], int64[::1], int64[::1], uint64[:,::1], uint64[:,::1], uint64[:,::1])")
def settle(
    ranks: Ints, feature: Ints, threshold: Ints, leaf_label: Ints, conflict: Bits, tie: Bits, clusters: Bits
) -> int:
    """Fill the clusters from the tree; returns how much it breaks."""
    nodes = len(leaf_label) - 1
    clusters[:] = 0
    present = np.zeros(clusters.shape[1], dtype=np.uint64)
    cost = 0
    for u in range(len(ranks)):
        c = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
        cost += broken(u, clusters[c], conflict, tie, present)
        put(u, clusters[c])
        put(u, present)
    return cost


@compiled("int64(int64, int64, int64[:,::1], int64[::1], int64[::1], int64[::1])")
def reaches(u: int, t: int, ranks: Ints, feature: Ints, threshold: Ints, path: Ints) -> int:
    """1 if point u comes to node t; `path` is scratch."""
    length = 0
    node = t
    while node > 1:
        path[length] = node
        node >>= 1
        length += 1
    at = 1
    for step in range(length - 1, -1, -1):
        child = 2 * at if ranks[u, feature[at]] <= threshold[at] else 2 * at + 1
        if child != path[step]:
            return 0
        at = child
    return 1


@compiled(
    "int64(int64, int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], uint64[:,::1], int64[::1])"
)
def improve_node(
    t: int, ranks: Ints, order: Places, feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, clusters: Bits, only: Ints,
) -> int:  # fmt: skip
    """The best test for node t with everything else fixed; returns what the whole tree breaks afterwards.
    `only`: the features to try."""
    n = len(ranks)
    nodes = len(leaf_label) - 1
    words = clusters.shape[1]
    path = np.empty(16, dtype=np.int64)
    if_left, if_right = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    here = np.zeros(n, dtype=np.bool_)
    outside = np.zeros_like(clusters)
    present = np.zeros(words, dtype=np.uint64)
    start = 0
    for u in range(n):
        if reaches(u, t, ranks, feature, threshold, path):
            here[u] = True
            if_left[u] = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            if_right[u] = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
            c = if_right[u]
        else:
            c = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
        start += broken(u, outside[c], conflict, tie, present)
        put(u, outside[c])
        put(u, present)
    best, best_feature, best_threshold, ties = start, -1, -1, 1
    for j in only:
        cost = start
        clusters[:] = outside
        previous = -1
        for at in range(n):
            u = order[j, at]
            if not here[u]:
                continue
            rank = ranks[u, j]
            if rank != previous and previous >= 0:
                if cost < best:
                    best, best_feature, best_threshold, ties = cost, j, previous, 1
                elif cost == best:
                    ties += 1
                    if np.random.randint(ties) == 0:
                        best_feature, best_threshold = j, previous
            previous = rank
            old, new = if_right[u], if_left[u]
            if old != new:
                take(u, clusters[old])
                take(u, present)
                cost -= broken(u, clusters[old], conflict, tie, present)
                cost += broken(u, clusters[new], conflict, tie, present)
                put(u, clusters[new])
                put(u, present)
    if best_feature < 0:
        best_feature, best_threshold = feature[t], -1
    feature[t], threshold[t] = best_feature, best_threshold
    return best


@compiled(
    "int64(int64, int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], uint64[:,::1], int64[::1])"
)
def improve_bottom(
    t: int, ranks: Ints, order: Places, feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, clusters: Bits, only: Ints,
) -> int:  # fmt: skip
    """The best test and the best pair of clusters for a node above two leaves; returns what the tree breaks then."""
    n, k = len(ranks), len(clusters)
    nodes = len(leaf_label) - 1
    words = clusters.shape[1]
    path = np.empty(16, dtype=np.int64)
    here = np.zeros(n, dtype=np.bool_)
    inside = np.zeros(words, dtype=np.uint64)
    clusters[:] = 0
    present = np.zeros(words, dtype=np.uint64)
    outside = 0
    count = 0
    for u in range(n):
        if reaches(u, t, ranks, feature, threshold, path):
            here[u] = True
            put(u, inside)
            count += 1
        else:
            c = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
            outside += broken(u, clusters[c], conflict, tie, present)
            put(u, clusters[c])
            put(u, present)
    prefix = np.zeros(words, dtype=np.uint64)
    whole = np.zeros(k, dtype=np.int64)
    fixed = np.empty((n, k), dtype=np.int64)
    for u in range(n):
        if here[u]:
            for c in range(k):
                fixed[u, c] = broken(u, clusters[c], conflict, tie, present)
                whole[c] += fixed[u, c]
    total = 0
    for u in range(n):
        if here[u]:
            for w in range(words):
                total += popcount(conflict[u, w] & inside[w])
    total //= 2
    best, best_feature, best_threshold, ties = np.iinfo(np.int64).max, feature[t], -1, 1
    best_left, best_right = leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes]
    left = np.empty(k, dtype=np.int64)
    for j in only:
        left[:] = 0
        prefix[:] = 0
        mus, rest, cut = 0, total, 0
        previous = -1
        for at in range(n + 1):
            u = order[j, at] if at < n else -1
            if u >= 0 and not here[u]:
                continue
            rank = ranks[u, j] if u >= 0 else -2
            if rank != previous:
                for a in range(k):
                    for b in range(k):
                        cost = left[a] + whole[b] - left[b]
                        cost += total if a == b else mus + rest + TIE_WEIGHT * cut
                        if cost < best:
                            best, best_feature, best_threshold, ties = cost, j, previous, 1
                            best_left, best_right = a, b
                        elif cost == best:
                            ties += 1
                            if np.random.randint(ties) == 0:
                                best_feature, best_threshold, best_left, best_right = j, previous, a, b
            previous = rank
            if u >= 0:
                for w in range(words):
                    mus += popcount(conflict[u, w] & prefix[w])
                    rest -= popcount(conflict[u, w] & inside[w] & ~prefix[w])
                    if tie[u, w]:
                        cut += popcount(tie[u, w] & inside[w] & ~prefix[w]) - popcount(tie[u, w] & prefix[w])
                put(u, prefix)
                for c in range(k):
                    left[c] += fixed[u, c]
    feature[t], threshold[t] = best_feature, best_threshold
    leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes] = best_left, best_right
    return outside + best


@compiled("void(int64)")
def seed_compiled(seed: int) -> None:
    """Compiled code has a random generator of its own."""
    np.random.seed(seed)
