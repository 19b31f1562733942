"""A set of points that grows by one point at a time, and the stumps that are still consistent with it.

A stump (feature, threshold; left 0, right 1) is consistent when no component of links gets both values. Per feature
there is a bit for every threshold that is left and the interval that they lie in: two points of a component with the
same parity forbid the thresholds between them, two with different parity allow only those.

With three or more clusters there is no parity: components are groups of points that stay together, and rivals of a
group may not share its cluster. A stump that parts a group would give both leaves one cluster, as a single leaf does,
so it is not needed; every threshold that is left parts all rivals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.engine.instance.instance import Ints

Bits = NDArray[np.uint64]
Small = NDArray[np.int32]
POINTS = "Tuple((int32[:,::1], int32[:,::1], int32[::1], int32[::1], int32[::1], uint64[:,::1]))"
Points = tuple[Small, Small, Small, Small, Small, Bits]
"""rank[i, j], order[j] (points by rank), how many ranks each feature has, component and parity of each point; the
rivals of each component, as bits (empty: two clusters, where parity says it all)."""
GROWN = "Tuple((uint64[:,:,::1], int32[:,:,:,::1], int32[:,::1], int32[:,::1], uint64[::1], int64[::1]))"
Grown = tuple[Bits, Small, Small, Small, Bits, Ints]
"""bits[0 or 1, j]: thresholds left, ranks present; ends[c, parity, 0 or 1, j]: lowest and highest rank; span: see
below; here[0 or 1, c]: which parities are there (1, 2 or 3), and one point of the component; components as a mask;
counters: see below."""
LOW, HIGH, TOP, WITNESS, ALIVE = range(5)
"""Rows of `span`: thresholds lie in LOW … HIGH − 1, TOP is the highest rank present, WITNESS the lowest threshold left;
ALIVE lists the features that have one."""
TORN, FEATURES, STEPS, ADDED = range(4)
"""Counters: components of which both parities are there (or whether any rivals are), features alive, steps taken,
points added."""


def new_grown(features: int, thresholds: int, components: int) -> Grown:
    """Room for a set; `clear` it before use."""
    words = max(1, -(-thresholds // 64))
    return (
        np.zeros((2, features, words), dtype=np.uint64),
        np.zeros((components, 2, 2, features), dtype=np.int32),
        np.zeros((5, features), dtype=np.int32),
        np.zeros((2, components), dtype=np.int32),
        np.zeros(max(1, -(-components // 64)), dtype=np.uint64),
        np.zeros(4, dtype=np.int64),
    )


@compiled(f"void({GROWN}, {POINTS})")
def clear(grown: Grown, points: Points) -> None:
    """No point, every stump."""
    bits, _, span, here, mask, counters = grown
    size = points[2]
    bits[0] = ~np.uint64(0)
    bits[1] = 0
    here[0] = 0
    mask[:] = 0
    alive = 0
    for j in range(len(size)):
        span[LOW, j], span[HIGH, j], span[TOP, j], span[WITNESS, j] = 0, size[j] - 1, -1, 0
        if size[j] > 1:
            span[ALIVE, alive] = j
            alive += 1
    counters[TORN], counters[FEATURES] = 0, alive
    counters[STEPS] += len(size) * bits.shape[2] // 4
    counters[ADDED] = 0


@compiled("void(uint64[::1], int64, int64)")
def drop(bits: Bits, first: int, end: int) -> None:
    """Clear the bits first … end − 1, of which there is at least one."""
    one, low, high = ~np.uint64(0), first >> 6, (end - 1) >> 6
    head = one << np.uint64(first & 63)
    tail = one >> np.uint64(63 - ((end - 1) & 63))
    if low == high:
        bits[low] &= ~(head & tail)
        return
    bits[low] &= ~head
    for w in range(low + 1, high):
        bits[w] = 0
    bits[high] &= ~tail


@compiled("int64(uint64)")
def lowest_bit(word: np.uint64) -> int:
    """The place of the lowest bit that is set."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        if not (word >> np.uint64(place)) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)):
            place += width
    return place


@compiled("int64(uint64[::1], int64, int64)")
def next_bit(bits: Bits, first: int, end: int) -> int:
    """The lowest bit set from `first` on; `end` or more if there is none before."""
    at = first
    while at < end:
        word = bits[at >> 6] >> np.uint64(at & 63)
        if not word:
            at = ((at >> 6) + 1) << 6
            continue
        return at + lowest_bit(word)
    return end


@compiled("boolean(uint64[::1], int32[:,::1], int64)")
def still_alive(bits: Bits, span: Small, j: int) -> bool:
    """Has the feature a threshold left? The lowest is noted."""
    t, high = max(span[WITNESS, j], span[LOW, j]), span[HIGH, j]
    if t < high and not bits[t >> 6] >> np.uint64(t & 63) & np.uint64(1):
        t = next_bit(bits, t, high)
    if t < high:
        span[WITNESS, j] = t
        return True
    return False


@compiled(f"void({GROWN}, int32[:,::1], int32[:,::1])")
def part_from(grown: Grown, mine: Small, other: Small) -> None:
    """Only thresholds between a group and its rival."""
    span, counters = grown[2], grown[5]
    counters[TORN] = 1
    counters[STEPS] += 1 + counters[FEATURES] // 2
    for at in range(counters[FEATURES]):
        j = span[ALIVE, at]
        low = high = np.int32(0)
        if mine[1, j] < other[0, j]:
            low, high = mine[1, j], other[0, j]
        elif other[1, j] < mine[0, j]:
            low, high = other[1, j], mine[0, j]
        if low > span[LOW, j]:
            span[LOW, j] = low
        if high < span[HIGH, j]:
            span[HIGH, j] = high


@compiled(f"void({GROWN}, {POINTS}, int64)")
def add_coloured(grown: Grown, points: Points, i: int) -> None:
    """One more point, of a group with rivals."""
    bits, ends, span, here, mask, counters = grown
    rank, _, _, group, _, rivals = points
    c, kept = group[i], 0
    had = (mask[c >> 6] >> np.uint64(c & 63)) & np.uint64(1)
    if not had:
        mask[c >> 6] |= np.uint64(1) << np.uint64(c & 63)
        here[1, c] = i
    mine = ends[c, 0]
    counters[STEPS] += 2 + counters[FEATURES]
    counters[ADDED] += 1
    for at in range(counters[FEATURES]):
        j = span[ALIVE, at]
        r = rank[i, j]
        if not had:
            mine[0, j] = mine[1, j] = r
        elif r < mine[0, j]:
            drop(bits[0, j], r, mine[0, j])
            mine[0, j] = r
        elif r > mine[1, j]:
            drop(bits[0, j], mine[1, j], r)
            mine[1, j] = r
        bits[1, j, r >> 6] |= np.uint64(1) << np.uint64(r & 63)
        if r > span[TOP, j]:
            span[TOP, j] = r
    for w in range(len(mask)):
        near = rivals[c, w] & mask[w]
        while near:
            part_from(grown, mine, ends[64 * w + lowest_bit(near), 0])
            near &= near - np.uint64(1)
    for at in range(counters[FEATURES]):
        j = span[ALIVE, at]
        if still_alive(bits[0, j], span, j):
            span[ALIVE, kept] = j
            kept += 1
    counters[FEATURES] = kept


@compiled(f"void({GROWN}, {POINTS}, int64)")
def add(grown: Grown, points: Points, i: int) -> None:
    """One more point; features without any stump left are not looked at again before the next `clear`."""
    if len(points[5]):
        add_coloured(grown, points, i)
        return
    bits, ends, span, here, mask, counters = grown
    rank, _, _, component, parity, _ = points
    c, p = component[i], parity[i]
    had, others = (here[0, c] >> p) & 1, (here[0, c] >> (1 - p)) & 1
    if here[0, c] == 0:
        mask[c >> 6] |= np.uint64(1) << np.uint64(c & 63)
        here[1, c] = i
    if others and not had:
        counters[TORN] += 1
    here[0, c] |= 1 << p
    mine, other, kept = ends[c, p], ends[c, 1 - p], 0
    counters[STEPS] += 2 + counters[FEATURES]
    counters[ADDED] += 1
    for at in range(counters[FEATURES]):
        j = span[ALIVE, at]
        r = rank[i, j]
        if not had:
            mine[0, j] = mine[1, j] = r
        elif r < mine[0, j]:
            if not others:
                drop(bits[0, j], r, mine[0, j])
            mine[0, j] = r
        elif r > mine[1, j]:
            if not others:
                drop(bits[0, j], mine[1, j], r)
            mine[1, j] = r
        bits[1, j, r >> 6] |= np.uint64(1) << np.uint64(r & 63)
        if r > span[TOP, j]:
            span[TOP, j] = r
        if others:
            if mine[1, j] < other[0, j]:
                low, high = mine[1, j], other[0, j]
            elif other[1, j] < mine[0, j]:
                low, high = other[1, j], mine[0, j]
            else:
                low, high = np.int32(0), np.int32(0)
            if low > span[LOW, j]:
                span[LOW, j] = low
            if high < span[HIGH, j]:
                span[HIGH, j] = high
        t = max(span[WITNESS, j], span[LOW, j])  # as in `still_alive`, without the cost of a call
        if t < span[HIGH, j] and not bits[0, j, t >> 6] >> np.uint64(t & 63) & np.uint64(1):
            t = next_bit(bits[0, j], t, span[HIGH, j])
        if t < span[HIGH, j]:
            span[WITNESS, j] = t
            span[ALIVE, kept] = j
            kept += 1
    counters[FEATURES] = kept


@compiled(f"boolean({GROWN})")
def some_stump(grown: Grown) -> bool:
    """Is any stump consistent with the set?"""
    counters = grown[5]
    return bool(counters[TORN] == 0 or counters[FEATURES] > 0)


@compiled(f"void({GROWN}, uint64[:,::1])")
def stumps_left(grown: Grown, left: Bits) -> None:
    """The consistent stumps as bits, one for each way to part the set: thresholds at a rank that is present."""
    bits, _, span, _, _, counters = grown
    left[:] = 0
    for at in range(counters[FEATURES]):
        j = span[ALIVE, at]
        first, end = span[LOW, j], min(span[HIGH, j], span[TOP, j])
        if first >= end:
            continue
        for w in range(first >> 6, ((end - 1) >> 6) + 1):
            left[j, w] = bits[0, j, w] & bits[1, j, w]
        left[j, first >> 6] &= ~np.uint64(0) << np.uint64(first & 63)
        left[j, (end - 1) >> 6] &= ~np.uint64(0) >> np.uint64(63 - ((end - 1) & 63))
    counters[STEPS] += left.shape[0] * left.shape[1] // 4
