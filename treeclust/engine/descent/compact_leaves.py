"""One node above two leaves of a compact tree: the test and both clusters with the best score, everything else fixed.

The score is a sum of two parts, one for either side of the test, because the squared length of a sum of rows is what it
takes: so all pairs of clusters cost no more than one. As in `compact_nodes`, what breaks too many pairs is left out.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.bounds.leaf_conflicts import Bits, Places
from treeclust.engine.descent.compact_nodes import TINY, breaks, comes_to, wrong_rows
from treeclust.engine.descent.coordinate_descent import popcount, put
from treeclust.engine.instance.instance import Floats, Ints


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


@compiled(
    "void(int64, float64[:,::1], float64[::1], int64[:,::1], int32[:,::1], int64[::1], int64[::1], int64[::1],"
    " uint64[:,::1], uint64[:,::1], int64[::1], float64, float64, int64[::1], int64[::1])"
)
def improve_leaves(
    t: int, points: Floats, weight: Floats, ranks: Ints, order: Places,
    feature: Ints, threshold: Ints, leaf_label: Ints,
    conflict: Bits, tie: Bits, sizes: Ints, price: float, leaf_price: float, only: Ints, steps: Ints,
) -> None:  # fmt: skip
    """The best test for a node above two leaves, and the best clusters for both, with everything else fixed; the test
    in hand if no other is better."""
    n, nodes, k, words, width = len(points), len(leaf_label) - 1, sizes[3], conflict.shape[1], points.shape[1]
    here = np.zeros(n, dtype=np.bool_)
    clusters, inside, outside = np.zeros((k, words), np.uint64), np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    total, whole_total, square, count = np.zeros((k, width)), np.zeros(width), np.zeros(k), np.zeros(k)
    whole_count = 0.0
    for u in range(n):
        at = comes_to(u, t, nodes, ranks, feature, threshold)
        if at == t:
            here[u] = True
            put(u, inside)
            whole_count += weight[u]
            for f in range(width):
                whole_total[f] += weight[u] * points[u, f]
        else:
            c = leaf_label[at - nodes - 1]
            put(u, clusters[c])
            put(u, outside)
            count[c] += weight[u]
            for f in range(width):
                total[c, f] += weight[u] * points[u, f]
    steps[0] -= n
    if whole_count < 0.5:
        return
    # `ceiling`: more than this no cut gains, however good; the price is the table's sum of squares and 1 more
    missing, ceiling, whole_square = sizes[2], (price - 1.0) * (1 + 1e-9), 0.0
    kept = np.zeros(k)
    for f in range(width):
        whole_square += whole_total[f] * whole_total[f]
    for c in range(k):
        for f in range(width):
            square[c] += total[c, f] * total[c, f]
        wrong = price * wrong_rows(count[c], sizes)
        kept[c] = (square[c] / count[c] if count[c] > 0.5 else 0.0) - wrong
        ceiling -= kept[c]
        missing -= count[c] > 0.5
    if missing > 0:
        ceiling += price
    # of each point: pairs that it breaks in a cluster and in the node, products with the totals of both, squared length
    fixed, product, with_node = np.zeros((n, k)), np.zeros((n, k)), np.zeros(n)
    near, tied, length = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64), np.zeros(n)
    whole_fixed, whole_along, inner = np.zeros(k), np.zeros(k), 0
    for u in range(n):
        if here[u]:
            for w in range(words):
                near[u] += popcount(conflict[u, w] & inside[w])
                tied[u] += popcount(tie[u, w] & inside[w])
            inner += near[u]
            for f in range(width):
                x = weight[u] * points[u, f]
                length[u] += x * x
                with_node[u] += x * whole_total[f]
                for c in range(k):
                    product[u, c] += x * total[c, f]
            for c in range(k):
                fixed[u, c] = breaks(u, c, clusters, conflict, tie, outside)
                whole_fixed[c] += fixed[u, c]
                whole_along[c] += product[u, c]
    best, best_feature, best_threshold, best_left, best_right = -np.inf, feature[t], -1, 0, 0
    for c in range(k):  # both leaves of one cluster
        whole = (square[c] + 2 * whole_along[c] + whole_square) / (count[c] + whole_count) - kept[c]
        whole -= price * (whole_fixed[c] + inner // 2 + wrong_rows(count[c] + whole_count, sizes))
        whole -= price * max(0, missing - (count[c] < 0.5))
        if whole > best + TINY:
            best, best_left, best_right = whole, c, c
    prefix, prefix_total, left_fixed, left_along = np.zeros(words, np.uint64), np.zeros(width), np.zeros(k), np.zeros(k)
    left, right = np.zeros(k), np.zeros(k)
    for turn in range(len(only) + 1 if k > 1 else 0):  # at first the test in hand alone, to measure the others against
        j = feature[t] if turn == 0 else only[turn - 1]
        prefix[:], prefix_total[:], left_fixed[:], left_along[:] = 0, 0.0, 0.0, 0.0
        pairs, in_front, rows, left_square, with_whole, previous = inner // 2, 0, 0.0, 0.0, 0.0, -1
        at_left, at_right = 0.0, whole_fixed.min()
        for at in range(n):
            u = order[j, at]
            if not here[u]:
                continue
            rank = ranks[u, j]
            if (
                previous >= 0 and rank != previous and (turn > 0 or previous <= threshold[t] < rank)
                and ceiling - price * (pairs + at_left + at_right) > best
            ):  # fmt: skip
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
            if turn == 0 and rank > threshold[t]:
                break
            previous = rank
            steps[0] -= words + width
            if near[u] or tied[u]:
                together, torn = 0, 0
                for w in range(words):
                    together += popcount(conflict[u, w] & prefix[w])
                    torn += popcount(tie[u, w] & prefix[w])
                in_front += together
                pairs += 2 * together - near[u] + tied[u] - 2 * torn
            put(u, prefix)
            rows += weight[u]
            with_whole += with_node[u]
            along = 0.0
            for f in range(width):
                x = weight[u] * points[u, f]
                along += x * prefix_total[f]
                prefix_total[f] += x
            left_square += 2 * along + length[u]
            at_left, at_right = np.inf, np.inf
            for c in range(k):
                left_fixed[c] += fixed[u, c]
                left_along[c] += product[u, c]
                at_left = min(at_left, left_fixed[c])
                at_right = min(at_right, whole_fixed[c] - left_fixed[c])
            if ceiling - price * (in_front + at_left) <= best:
                break
    feature[t], threshold[t] = best_feature, best_threshold
    leaf_label[2 * t - nodes - 1], leaf_label[2 * t - nodes] = best_left, best_right
