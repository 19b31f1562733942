"""One inner node of a compact tree: the test with the best score, everything else fixed.

The score is what a clustering saves of the table's sum of squares, less a price for each pair that must not be together
or apart, for each row that a cluster has too few or too many, and for each leaf. A broken pair costs more than anything
that can be saved, so a cut that breaks more pairs than the best one is not measured, and a feature is left as soon as
the rows before the cut alone break too many (branch and bound). Compiled; `compact_trees` drives it.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits, Places
from treeclust.engine.descent.coordinate_descent import label_from, popcount, put, take
from treeclust.engine.instance.instance import Floats, Ints

TINY = 1e-7


@compiled("int64(int64, uint64[::1], uint64[:,::1], uint64[:,::1], uint64[::1])")
def broken_pairs(u: int, cluster: Bits, conflict: Bits, tie: Bits, present: Bits) -> int:
    """How many pairs point u breaks in this cluster, with those that are present."""
    count = 0
    for w in range(len(cluster)):
        count += popcount(conflict[u, w] & cluster[w])
        if tie[u, w]:
            count += popcount(tie[u, w] & present[w] & ~cluster[w])
    return count


@compiled("float64(float64, int64[::1])")
def wrong_rows(count: float, sizes: Ints) -> float:
    """By how many rows a cluster is too small or too large; one without rows is neither."""
    if count < 0.5:
        return 0.0
    return float(max(0.0, sizes[0] - count) + max(0.0, count - sizes[1]))


@compiled("float64(float64[::1], int64[::1])")
def missing_rows(count: Floats, sizes: Ints) -> float:
    """By how many rows clusters are too small or too large, and how many clusters are missing."""
    wrong, filled = 0.0, 0
    for c in range(len(count)):
        filled += count[c] > 0.5
        wrong += wrong_rows(count[c], sizes)
    return float(wrong + max(0, sizes[2] - filled))


@compiled(
    "float64(int64[::1], float64[:,::1], float64[::1], uint64[:,::1], uint64[:,::1], float64, uint64[:,::1],"
    " float64[:,::1], float64[::1], float64[::1])"
)
def fill(
    labels: Ints, points: Floats, weight: Floats, conflict: Bits, tie: Bits, price: float,
    clusters: Bits, total: Floats, square: Floats, count: Floats,
) -> float:  # fmt: skip
    """Members, totals, their squared lengths and rows of the clusters; returns what they save of the sum of squares
    (the squared length of each total, divided by its rows), less the price of the broken pairs."""
    clusters[:], total[:], count[:] = 0, 0.0, 0.0
    for u in range(len(labels)):
        c = labels[u]
        put(u, clusters[c])
        count[c] += weight[u]
        for f in range(points.shape[1]):
            total[c, f] += weight[u] * points[u, f]
    everyone = ~np.zeros(clusters.shape[1], dtype=np.uint64)
    broken = 0
    for u in range(len(labels)):
        broken += broken_pairs(u, clusters[labels[u]], conflict, tie, everyone)
    score = -price * (broken // 2)
    for c in range(len(count)):
        square[c] = 0.0
        for f in range(points.shape[1]):
            square[c] += total[c, f] * total[c, f]
        if count[c] > 0.5:
            score += square[c] / count[c]
    return score


@compiled("int64(int64, int64, int64, int64[:,::1], int64[::1], int64[::1])")
def comes_to(u: int, t: int, nodes: int, ranks: Ints, feature: Ints, threshold: Ints) -> int:
    """The leaf of point u, numbered on after the nodes, or node t if that is on its way."""
    at = 1
    while at <= nodes and at != t:
        at = 2 * at if ranks[u, feature[at]] <= threshold[at] else 2 * at + 1
    return at


@compiled("int64(int64, int64, uint64[:,::1], uint64[:,::1], uint64[:,::1], uint64[::1])")
def breaks(u: int, c: int, clusters: Bits, conflict: Bits, tie: Bits, present: Bits) -> int:
    """How many pairs point u breaks in cluster c, with those that are present."""
    count = 0
    for w in range(len(present)):
        count += popcount(conflict[u, w] & clusters[c, w])
        if tie[u, w]:
            count += popcount(tie[u, w] & present[w] & ~clusters[c, w])
    return count


@compiled(
    "void(int64, float64[:,::1], float64[::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], int64[::1], float64, float64, int64[::1], int64[::1])"
)
def improve_test(
    t: int, points: Floats, weight: Floats, ranks: Ints, order: Places,
    feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float, only: Ints, steps: Ints,
) -> None:  # fmt: skip
    """The best test for node t with everything else fixed, the one in hand if no other is better; a test that parts
    nothing costs no leaf. `only`: the features to try."""
    n, nodes, k, words, width = len(points), len(leaf_label) - 1, sizes[3], conflict.shape[1], points.shape[1]
    most_saved = (price - 1.0) * (1 + 1e-9)  # the price is the table's sum of squares and 1 more
    left, right, moves = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.bool_)
    stay, before = np.zeros((k, words), np.uint64), np.zeros((k, words), np.uint64)
    clusters, first_clusters = np.zeros((k, words), np.uint64), np.zeros((k, words), np.uint64)
    total, first_total = np.zeros((k, width)), np.zeros((k, width))
    square, first_square, count, first_count = np.zeros(k), np.zeros(k), np.zeros(k), np.zeros(k)
    present = np.zeros(words, dtype=np.uint64)
    steady, moving = 0, 0
    for u in range(n):
        at = comes_to(u, t, nodes, ranks, feature, threshold)
        if at == t:
            left[u] = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            right[u] = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
        else:
            left[u] = right[u] = leaf_label[at - nodes - 1]
        if left[u] == right[u]:
            steady += breaks(u, right[u], stay, conflict, tie, present)
            put(u, stay[right[u]])
            put(u, present)
        else:
            moves[u] = True
            moving += 1
        first_count[right[u]] += weight[u]
        for f in range(width):
            first_total[right[u], f] += weight[u] * points[u, f]
    steps[0] -= n
    if moving == 0:
        threshold[t] = -1
        return
    first_clusters[:] = stay
    start = steady
    for u in range(n):
        if moves[u]:
            start += breaks(u, right[u], first_clusters, conflict, tie, present)
            put(u, first_clusters[right[u]])
            put(u, present)
    for c in range(k):
        for f in range(width):
            first_square[c] += first_total[c, f] * first_total[c, f]
    best, best_feature, best_threshold = -np.inf, feature[t], threshold[t]
    for turn in range(len(only) + 1):  # at first the test in hand alone: it says what the others are measured against
        j = feature[t] if turn == 0 else only[turn - 1]
        before[:], clusters[:], total[:] = stay, first_clusters, first_total
        square[:], count[:] = first_square, first_count
        broken, in_front, previous = start, steady, -1
        for at in range(n + 1):
            u = order[j, at] if at < n else -1
            if u >= 0 and not moves[u]:
                continue
            rank = ranks[u, j] if u >= 0 else n
            in_turn = rank != previous and (turn > 0 or previous <= threshold[t] < rank)
            if in_turn and most_saved - price * broken > best:
                whole = -price * (broken + missing_rows(count, sizes))
                for c in range(k):
                    if count[c] > 0.5:
                        whole += square[c] / count[c]
                if previous >= 0 and u >= 0:
                    whole -= leaf_price
                if whole > best + TINY:
                    best, best_feature = whole, j
                    best_threshold = previous if u >= 0 else ranks[order[j, n - 1], j]
            if u < 0 or (turn == 0 and rank > threshold[t]):
                break
            previous = rank
            old, new = right[u], left[u]
            steps[0] -= words + width
            for w in range(words):
                in_front += popcount(conflict[u, w] & before[new, w])
            if most_saved - price * in_front <= best:
                break
            put(u, before[new])
            take(u, clusters[old])
            broken += breaks(u, new, clusters, conflict, tie, present)
            broken -= breaks(u, old, clusters, conflict, tie, present)
            put(u, clusters[new])
            norm, along_old, along_new = 0.0, 0.0, 0.0
            for f in range(width):
                x = weight[u] * points[u, f]
                norm += x * x
                along_old += x * total[old, f]
                along_new += x * total[new, f]
                total[old, f] -= x
                total[new, f] += x
            square[old] += norm - 2 * along_old
            square[new] += norm + 2 * along_new
            count[old] -= weight[u]
            count[new] += weight[u]
    feature[t], threshold[t] = best_feature, best_threshold
