"""One node of a compact tree at a time: the test, and above two leaves their clusters, with the best score.

The score is what a clustering saves of the table's sum of squares, less a price for each pair that must not be together
or apart, for each row that a cluster has too few or too many, and for each leaf. Above two leaves the score is a sum of
two parts, one for either side of the test, because the squared length of a sum of rows is what it takes: so all pairs
of clusters cost no more than one. Compiled; `compact_trees` drives it.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits, Places
from treeclust.engine.descent.coordinate_descent import label_from, popcount, put, reaches, take
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


@compiled(
    "float64(int64, int64, int64, float64[:,::1], float64[::1], uint64[:,::1], uint64[:,::1], float64, uint64[:,::1],"
    " float64[:,::1], float64[::1], float64[::1], uint64[::1])"
)
def move(
    u: int, old: int, new: int, points: Floats, weight: Floats, conflict: Bits, tie: Bits, price: float, clusters: Bits,
    total: Floats, square: Floats, count: Floats, everyone: Bits,
) -> float:  # fmt: skip
    """Move a point from one cluster to another; returns the change of the score."""
    before = square[old] / count[old]
    if count[new] > 0.5:
        before += square[new] / count[new]
    take(u, clusters[old])
    better = broken_pairs(u, clusters[old], conflict, tie, everyone)
    better -= broken_pairs(u, clusters[new], conflict, tie, everyone)
    put(u, clusters[new])
    norm, along_old, along_new = 0.0, 0.0, 0.0
    for f in range(points.shape[1]):
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
    after = square[new] / count[new]
    if count[old] > 0.5:
        after += square[old] / count[old]
    return float(after - before + price * better)


@compiled(
    "void(int64, float64[:,::1], float64[::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], int64[::1], float64, float64, int64[::1], int64[::1])"
)
def improve_test(
    t: int, points: Floats, weight: Floats, ranks: Ints, order: Places,
    feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float, only: Ints, steps: Ints,
) -> None:  # fmt: skip
    """The best test for node t with everything else fixed; a test that parts nothing costs no leaf. `only`: the
    features to try."""
    n, nodes, k, words = len(points), len(leaf_label) - 1, sizes[3], conflict.shape[1]
    path, here = np.empty(64, dtype=np.int64), np.zeros(n, dtype=np.bool_)
    labels, if_left = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for u in range(n):
        here[u] = reaches(u, t, ranks, feature, threshold, path) == 1
        if here[u]:
            if_left[u] = label_from(u, 2 * t, nodes, ranks, feature, threshold, leaf_label)
            labels[u] = label_from(u, 2 * t + 1, nodes, ranks, feature, threshold, leaf_label)
        else:
            labels[u] = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
    clusters, first_clusters = np.zeros((k, words), np.uint64), np.zeros((k, words), np.uint64)
    total, first_total = np.zeros((k, points.shape[1])), np.zeros((k, points.shape[1]))
    square, first_square, count, first_count = np.zeros(k), np.zeros(k), np.zeros(k), np.zeros(k)
    everyone = ~np.zeros(words, dtype=np.uint64)
    start = fill(labels, points, weight, conflict, tie, price, first_clusters, first_total, first_square, first_count)
    best, best_feature, best_threshold = -np.inf, feature[t], threshold[t]
    steps[0] -= n
    for j in only:
        clusters[:], total[:], square[:], count[:] = first_clusters, first_total, first_square, first_count
        score, previous = start, -1
        for at in range(n + 1):
            u = order[j, at] if at < n else -1
            if u >= 0 and not here[u]:
                continue
            rank = ranks[u, j] if u >= 0 else -2
            if rank != previous:
                whole = score - price * missing_rows(count, sizes)
                if previous >= 0 and u >= 0:
                    whole -= leaf_price
                if whole > best + TINY:
                    best, best_feature, best_threshold = whole, j, previous
            previous = rank
            if u >= 0 and if_left[u] != labels[u]:
                steps[0] -= words + points.shape[1]
                score += move(
                    u, labels[u], if_left[u], points, weight, conflict, tie, price, clusters, total, square, count,
                    everyone,
                )  # fmt: skip
    feature[t], threshold[t] = best_feature, best_threshold


@compiled("UniTuple(int64, 2)(float64[::1], float64[::1])")
def best_pair(left: Floats, right: Floats) -> tuple[int, int]:
    """The two different places with the largest sum."""
    first = second = best = other = 0
    for c in range(1, len(left)):
        if left[c] > left[first]:
            first, second = c, first
        elif second == first or left[c] > left[second]:
            second = c
        if right[c] > right[best]:
            best, other = c, best
        elif other == best or right[c] > right[other]:
            other = c
    if first != best:
        return first, best
    if left[first] + right[other] >= left[second] + right[best]:
        return first, other
    return second, best


@compiled("float64(int64, float64[:,::1], float64[::1], float64[::1])")
def along(u: int, points: Floats, weight: Floats, total: Floats) -> float:
    """The product of point u, as often as it stands in the table, with a total."""
    product = 0.0
    for f in range(len(total)):
        product += points[u, f] * total[f]
    return float(weight[u] * product)


@compiled("void(int64, float64[:,::1], float64[::1], float64[::1])")
def add(u: int, points: Floats, weight: Floats, total: Floats) -> None:
    for f in range(len(total)):
        total[f] += weight[u] * points[u, f]


@compiled(
    "void(int64, float64[:,::1], float64[::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], int64[::1], float64, float64, int64[::1], int64[::1])"
)
def improve_leaves(
    t: int, points: Floats, weight: Floats, ranks: Ints, order: Places,
    feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float, only: Ints, steps: Ints,
) -> None:  # fmt: skip
    """The best test for a node above two leaves, and the best clusters for both, with everything else fixed."""
    n, nodes, k, words, width = len(points), len(leaf_label) - 1, sizes[3], conflict.shape[1], points.shape[1]
    path, here = np.empty(64, dtype=np.int64), np.zeros(n, dtype=np.bool_)
    clusters, inside, outside = np.zeros((k, words), np.uint64), np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    total, whole_total, square, count = np.zeros((k, width)), np.zeros(width), np.zeros(k), np.zeros(k)
    whole_count = 0.0
    for u in range(n):
        here[u] = reaches(u, t, ranks, feature, threshold, path) == 1
        if here[u]:
            put(u, inside)
            whole_count += weight[u]
            add(u, points, weight, whole_total)
        else:
            c = label_from(u, 1, nodes, ranks, feature, threshold, leaf_label)
            put(u, clusters[c])
            put(u, outside)
            count[c] += weight[u]
            add(u, points, weight, total[c])
    if whole_count < 0.5:
        return
    missing = sizes[2]
    for c in range(k):
        square[c] = (total[c] ** 2).sum()
        missing -= count[c] > 0.5
    whole_square = (whole_total**2).sum()
    # of each point: the pairs that it breaks in a cluster, its product with the cluster's total, and with the node's
    fixed, product, with_node = np.zeros((n, k)), np.zeros((n, k)), np.zeros(n)
    whole_fixed, whole_along, inner = np.zeros(k), np.zeros(k), 0
    for u in range(n):
        if here[u]:
            with_node[u] = along(u, points, weight, whole_total)
            for c in range(k):
                fixed[u, c] = broken_pairs(u, clusters[c], conflict, tie, outside)
                product[u, c] = along(u, points, weight, total[c])
                whole_fixed[c] += fixed[u, c]
                whole_along[c] += product[u, c]
            for w in range(words):
                inner += popcount(conflict[u, w] & inside[w])
    steps[0] -= n
    best, best_feature, best_threshold, best_left, best_right = -np.inf, feature[t], -1, 0, 0
    kept = np.zeros(k)
    for c in range(k):  # both leaves of one cluster
        kept[c] = (square[c] / count[c] if count[c] > 0.5 else 0.0) - price * wrong_rows(count[c], sizes)
        whole = (square[c] + 2 * whole_along[c] + whole_square) / (count[c] + whole_count) - kept[c]
        whole -= price * (whole_fixed[c] + inner // 2 + wrong_rows(count[c] + whole_count, sizes))
        whole -= price * max(0, missing - (count[c] < 0.5))
        if whole > best + TINY:
            best, best_left, best_right = whole, c, c
    prefix, prefix_total, left_fixed, left_along = np.zeros(words, np.uint64), np.zeros(width), np.zeros(k), np.zeros(k)
    left, right = np.zeros(k), np.zeros(k)
    for j in only:
        prefix[:], prefix_total[:], left_fixed[:], left_along[:] = 0, 0.0, 0.0, 0.0
        pairs, rows, left_square, with_whole, previous = inner // 2, 0.0, 0.0, 0.0, -1
        for at in range(n):
            u = order[j, at]
            if not here[u]:
                continue
            if ranks[u, j] != previous and previous >= 0 and k > 1:
                right_square = whole_square - 2 * with_whole + left_square
                for c in range(k):
                    new = price if missing > 0 and count[c] < 0.5 else 0.0
                    left[c] = (square[c] + 2 * left_along[c] + left_square) / (count[c] + rows) - kept[c] + new
                    left[c] -= price * (left_fixed[c] + wrong_rows(count[c] + rows, sizes))
                    rest = count[c] + whole_count - rows
                    right[c] = (square[c] + 2 * (whole_along[c] - left_along[c]) + right_square) / rest - kept[c] + new
                    right[c] -= price * (whole_fixed[c] - left_fixed[c] + wrong_rows(rest, sizes))
                a, b = best_pair(left, right)
                found = left[a] + right[b] - price * (pairs + max(0, missing)) - leaf_price
                if count[a] < 0.5 and count[b] < 0.5 and missing == 1:
                    found -= price  # one of the two would have done
                if found > best + TINY:
                    best, best_feature, best_threshold, best_left, best_right = found, j, previous, a, b
            previous = ranks[u, j]
            steps[0] -= words + width
            for w in range(words):
                pairs -= popcount(conflict[u, w] & inside[w] & ~prefix[w])
                pairs += popcount(conflict[u, w] & prefix[w])
                if tie[u, w]:
                    pairs += popcount(tie[u, w] & inside[w] & ~prefix[w]) - popcount(tie[u, w] & prefix[w])
            put(u, prefix)
            rows += weight[u]
            with_whole += with_node[u]
            left_square += along(u, points, weight, prefix_total)
            add(u, points, weight, prefix_total)
            left_square += along(u, points, weight, prefix_total)
            for c in range(k):
                left_fixed[c] += fixed[u, c]
                left_along[c] += product[u, c]
    feature[t], threshold[t] = best_feature, best_threshold
    leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes] = best_left, best_right
