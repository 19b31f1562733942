"""Compiled: can a tree of so many leaves and this depth tell the clusters of some points apart?

`orders[level, j]` are the points that a level of the search sees, in the order of feature j; `left` counts the steps.
"""

from __future__ import annotations

from treeclust.core.compiled import compiled
from treeclust.engine.instance.instance import Ints

STEPS, RAN_OUT = 0, 1
"""Places in the counters: steps that are left, and whether they ran out."""
NO_RANK = 1 << 62
"""Above every rank."""
SEEN, BEFORE, AFTER, INSIDE, CUTS, ROWS = range(6)
"""Rows of scratch that each level of the search has."""


@compiled("int64(int64[::1], int64, int64[::1], int64[::1])")
def count_clusters(members: Ints, size: int, labels: Ints, seen: Ints) -> int:
    """How many clusters there are among the first `size` members."""
    seen[:] = 0
    count = 0
    for at in range(size):
        c = labels[members[at]]
        count += 1 - seen[c]
        seen[c] = 1
    return count


@compiled("int64(int64[::1], int64, int64, int64, int64, int64[::1], int64[:,::1], int64, int64[:,::1])")
def possible_cuts(
    order: Ints, size: int, j: int, on_left: int, on_right: int, labels: Ints, ranks: Ints, k: int, scratch: Ints
) -> int:
    """Lists in scratch[CUTS] the places between different values where neither side has more clusters than leaves;
    returns how many there are."""
    before, after, cuts, seen = scratch[BEFORE], scratch[AFTER], scratch[CUTS], scratch[SEEN, :k]
    seen[:] = 0
    count = 0
    for at in range(size):
        c = labels[order[at]]
        count += 1 - seen[c]
        seen[c] = 1
        before[at + 1] = count
    seen[:] = 0
    count = 0
    for at in range(size - 1, -1, -1):
        c = labels[order[at]]
        count += 1 - seen[c]
        seen[c] = 1
        after[at] = count
    found = 0
    for place in range(1, size):
        if before[place] > on_left:
            break
        if after[place] <= on_right and ranks[order[place - 1], j] != ranks[order[place], j]:
            cuts[found] = place
            found += 1
    return found


@compiled("void(int64[:,:,::1], int64, int64, int64, int64, int64, int64[::1])")
def choose_points(orders: Ints, level: int, size: int, j: int, start: int, end: int, inside: Ints) -> None:
    """The next level gets the points at places start … end − 1 of feature j's order, in the order of every feature."""
    for at in range(size):
        inside[orders[level, j, at]] = 1 if start <= at < end else 0
    for f in range(orders.shape[1]):
        place = 0
        for at in range(size):
            u = orders[level, f, at]
            if inside[u]:
                orders[level + 1, f, place] = u
                place += 1


@compiled("boolean(int64[::1], int64, int64, int64[::1], int64[:,::1], int64[::1])")
def told_by_one_test(order: Ints, start: int, end: int, labels: Ints, ranks: Ints, left: Ints) -> bool:
    """`tellable` for the points at places start … end − 1 and two leaves, which needs no orders: the clusters lie one
    above the other in some feature."""
    one, two = labels[order[start]], -1
    for at in range(start, end):
        c = labels[order[at]]
        if c != one and c != two:
            if two >= 0:
                return False
            two = c
    if two < 0:
        return True
    if left[0] < 0:
        left[1] = 1
        return True
    for j in range(ranks.shape[1]):
        left[0] -= 2 * (end - start)
        lowest = lowest_of_other = NO_RANK
        highest = highest_of_other = -1
        for at in range(start, end):
            u = order[at]
            if labels[u] == one:
                lowest, highest = min(lowest, ranks[u, j]), max(highest, ranks[u, j])
            else:
                lowest_of_other = min(lowest_of_other, ranks[u, j])
                highest_of_other = max(highest_of_other, ranks[u, j])
            if highest >= lowest_of_other and highest_of_other >= lowest:
                break
        if highest < lowest_of_other or highest_of_other < lowest:
            return True
    return False


@compiled(
    "boolean(int64, int64, int64, int64, int64[:,:,::1], int64[::1], int64[:,::1], int64, int64[:,:,::1], int64[::1])"
)
def tellable(
    level: int, size: int, leaves: int, depth: int, orders: Ints, labels: Ints, ranks: Ints, k: int, scratch: Ints,
    left: Ints,
) -> bool:  # fmt: skip
    """Can the points of this level be told apart by so many leaves and this depth? True also when steps run out."""
    own = scratch[level]
    clusters = count_clusters(orders[level, 0], size, labels, own[SEEN, :k])
    leaves = min(leaves, 1 << depth)
    if clusters <= 1 or clusters > leaves:
        return clusters <= leaves
    order = orders[level]
    if leaves == 2:
        return told_by_one_test(order[0], 0, size, labels, ranks, left)
    if left[0] < 0:
        left[1] = 1
        return True
    most = 1 << (depth - 1)
    for j in range(orders.shape[1]):
        for on_left in range(max(1, leaves - most), min(most, leaves - 1) + 1):
            on_right = leaves - on_left
            left[0] -= 2 * size
            low, high = -1, possible_cuts(order[j], size, j, on_left, on_right, labels, ranks, k, own) - 1
            if on_left == 1:  # a possible cut has one cluster there
                low = high
            while low < high:
                middle = (low + high + 1) // 2
                end = own[CUTS, middle]
                if on_left == 2:
                    told = told_by_one_test(order[j], 0, end, labels, ranks, left)
                else:
                    choose_points(orders, level, size, j, 0, end, own[INSIDE])
                    told = tellable(level + 1, end, on_left, depth - 1, orders, labels, ranks, k, scratch, left)
                if told:
                    low = middle
                else:
                    high = middle - 1
                if left[1]:
                    return True
            if low < 0:
                continue
            start = own[CUTS, low]
            if on_right == 1:
                return True
            if on_right == 2:
                told = told_by_one_test(order[j], start, size, labels, ranks, left)
            else:
                choose_points(orders, level, size, j, start, size, own[INSIDE])
                told = tellable(level + 1, size - start, on_right, depth - 1, orders, labels, ranks, k, scratch, left)
            if told:
                return True
    return False


@compiled(
    "UniTuple(int64, 2)(int64, int64, int64, int64, int64, int64[:,:,::1], int64[::1], int64[:,::1], int64,"
    " int64[:,:,::1], int64[::1])"
)
def cut_interval(
    size: int, j: int, on_left: int, on_right: int, depth: int, orders: Ints, labels: Ints, ranks: Ints, k: int,
    scratch: Ints, left: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Of the possible cuts of feature j, those from the first to the last (by place in scratch[0, CUTS]) leave both
    sides tellable with these leaves; the last is before the first if none does."""
    own = scratch[0]
    count = possible_cuts(orders[0, j], size, j, on_left, on_right, labels, ranks, k, own)
    low, last = -1, count - 1
    if on_left == 1:  # a possible cut has one cluster there
        low = last
    while low < last:
        middle = (low + last + 1) // 2
        end = own[CUTS, middle]
        if on_left == 2:
            told = told_by_one_test(orders[0, j], 0, end, labels, ranks, left)
        else:
            choose_points(orders, 0, size, j, 0, end, own[INSIDE])
            told = tellable(1, end, on_left, depth - 1, orders, labels, ranks, k, scratch, left)
        if told:
            low = middle
        else:
            last = middle - 1
    first, high = 0, last + 1
    if on_right == 1:
        high = 0
    while first < high:
        middle = (first + high) // 2
        start = own[CUTS, middle]
        if on_right == 2:
            told = told_by_one_test(orders[0, j], start, size, labels, ranks, left)
        else:
            choose_points(orders, 0, size, j, start, size, own[INSIDE])
            told = tellable(1, size - start, on_right, depth - 1, orders, labels, ranks, k, scratch, left)
        if told:
            high = middle
        else:
            first = middle + 1
    return first, last
