"""Half trees: every tree of depth two that is consistent with the links on some of the points.

For each feature at the top the points left of the threshold grow one by one, and so do those right of it from the
other end; where both still have stumps, these are joined on the components that they share.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.engine.halves.coloured_pairs import join_coloured
from treeclust.engine.halves.growing import (
    GROWN,
    POINTS,
    STEPS,
    TORN,
    Bits,
    Grown,
    Points,
    Small,
    add,
    clear,
    some_stump,
    stumps_left,
)  # fmt: skip
from treeclust.engine.halves.signatures import SET, SignatureSet
from treeclust.engine.halves.stumps import (
    DIFFER,
    DONE,
    ENOUGH,
    ITS,
    KEY,
    LIMIT,
    MINE,
    NEXT,
    OUT_OF_STEPS,
    SHARED,
    STUMPS,
    Stumps,
    join,
    list_stumps,
)  # fmt: skip
from treeclust.engine.instance.instance import Ints

Flags = NDArray[np.uint8]
SCRATCH = (
    "Tuple((int32[::1], int32[::1], uint64[:,:,::1], int32[::1], uint64[:,::1], uint64[:,::1], uint64[:,::1],"
    " uint64[:,:,:,::1]))"
)
Scratch = tuple[Small, Small, Bits, Small, Bits, Bits, Bits, Bits]
"""Points in order, ends of the possible left parts; of some right parts the stumps, the number of torn components and
the mask; the stumps of a left part; masks and keys to work with; the rivals of the leaves of stumps."""
SIDES = f"Tuple(({GROWN}, {GROWN}, {STUMPS}, {STUMPS}))"
Sides = tuple[Grown, Grown, Stumps, Stumps]
RIGHT_PARTS = 64
"""Right parts that are kept at a time."""


def new_scratch(points: int, features: int, grown: Grown, coloured_stumps: int = 0) -> Scratch:
    thresholds, words = grown[0].shape[2], len(grown[4])
    return (
        np.zeros(points, dtype=np.int32),
        np.zeros(points, dtype=np.int32),
        np.zeros((RIGHT_PARTS, features, thresholds), dtype=np.uint64),
        np.zeros(RIGHT_PARTS, dtype=np.int32),
        np.zeros((RIGHT_PARTS, words), dtype=np.uint64),
        np.zeros((features, thresholds), dtype=np.uint64),
        np.zeros((5, words), dtype=np.uint64),
        np.zeros((2, coloured_stumps, 2, words), dtype=np.uint64),
    )


@compiled(f"int64({SIDES}, int64[::1])")
def steps_taken(sides: Sides, stamp: Ints) -> int:
    return int(sides[0][5][STEPS] + sides[1][5][STEPS] + stamp[1])


@compiled(
    f"int64({SIDES}, {SCRATCH}, int64, {POINTS}, uint64[::1], int64, {SET}, int64, int64, int32[::1], int64[::1],"
    " int64[::1])"
)
def join_parts(
    sides: Sides, scratch: Scratch, slot: int, points: Points, across: Bits, mode: int, members: SignatureSet,
    feature: int, threshold: int, hit: Small, state: Ints, stamp: Ints,
) -> int:  # fmt: skip
    """The trees with one top test: the left part as it has grown, the right part as it was kept."""
    left, right, one, two = sides
    _, _, parts, torn, masks, own, work, near = scratch
    coloured = len(points[5]) > 0
    for w in range(len(across)):
        mine, its = left[4][w], masks[slot, w]
        work[SHARED, w] = mine & its
        work[MINE, w] = mine if coloured else mine & (its | across[w])
        work[ITS, w] = its if coloured else its & (mine | across[w])
    stumps_left(left, own)
    stamp[0] += 1
    ones = list_stumps(one, own, left[5][TORN], work[MINE], work[KEY], left, points, stamp[0])
    stamp[0] += 1
    twos = list_stumps(two, parts[slot], torn[slot], work[ITS], work[KEY], right, points, stamp[0])
    if ones < 0 or twos < 0:
        return OUT_OF_STEPS
    if coloured:
        return join_coloured(
            one, ones, work[MINE], two, twos, work[ITS], near, points[5], across, mode, members, feature, threshold,
            hit, state, stamp, state[LIMIT] - left[5][STEPS] - right[5][STEPS],
        )  # fmt: skip
    return join(one, ones, two, twos, work, across, mode, members, feature, threshold, hit, state, stamp)


@compiled(f"int64({GROWN}, {POINTS}, int32[::1], int32[::1], int64)")
def longest_left_part(left: Grown, points: Points, line: Small, ends: Small, cuts: int) -> int:
    """The last cut left of which there is a stump; −1 if there is none."""
    clear(left, points)
    at = 0
    for cut in range(cuts):
        while at < ends[cut]:
            add(left, points, line[at])
            at += 1
            if not some_stump(left):
                return cut - 1
    return cuts - 1


@compiled(
    f"int64({SIDES}, {SCRATCH}, int64, int64, {POINTS}, uint64[::1], int64, {SET}, int64, int32[::1], int64[::1],"
    " int64[::1])"
)
def join_cuts(
    sides: Sides, scratch: Scratch, first: int, last: int, points: Points, across: Bits, mode: int,
    members: SignatureSet, feature: int, hit: Small, state: Ints, stamp: Ints,
) -> int:  # fmt: skip
    """The trees with their top test at one of these cuts, whose right parts are kept, that of the last in slot 0."""
    left, line, ends = sides[0], scratch[0], scratch[1]
    clear(left, points)
    at = 0
    for cut in range(first, last + 1):
        while at < ends[cut]:
            add(left, points, line[at])
            at += 1
        threshold = points[0][line[at - 1], feature]
        answer = join_parts(
            sides, scratch, last - cut, points, across, mode, members, feature, threshold, hit, state, stamp
        )
        if answer != DONE:
            return answer
        if steps_taken(sides, stamp) > state[LIMIT]:
            return OUT_OF_STEPS
    return DONE


@compiled(
    f"int64({SIDES}, {SCRATCH}, int64, int64, {POINTS}, uint64[::1], int64, {SET}, int64, int32[::1], int64[::1],"
    " int64[::1])"
)
def top_feature(
    sides: Sides, scratch: Scratch, count: int, cuts: int, points: Points, across: Bits, mode: int,
    members: SignatureSet, feature: int, hit: Small, state: Ints, stamp: Ints,
) -> int:  # fmt: skip
    """The trees with this feature at the top, over the points in line."""
    line, ends, parts, torn, masks = scratch[:5]
    right = sides[1]
    highest = longest_left_part(sides[0], points, line, ends, cuts)
    clear(right, points)
    at, last = count, highest
    for cut in range(cuts - 1, -1, -1):
        if highest < 0:
            break
        alive = True
        while at > ends[cut] and alive:
            at -= 1
            add(right, points, line[at])
            alive = some_stump(right)
        if alive and cut <= highest:
            slot = last - cut
            stumps_left(right, parts[slot])
            torn[slot] = right[5][TORN]
            masks[slot] = right[4]
        first = cut if alive else cut + 1
        if first <= last and (not alive or cut == 0 or last - cut == RIGHT_PARTS - 1):
            answer = join_cuts(sides, scratch, first, last, points, across, mode, members, feature, hit, state, stamp)
            if answer != DONE:
                return answer
            last = first - 1
        if not alive:
            break
    return DONE


@compiled(
    f"int64({SIDES}, {SCRATCH}, {POINTS}, uint8[::1], uint64[::1], int64, {SET}, int32[::1], int64[::1], int64[::1])"
)
def half_trees(
    sides: Sides, scratch: Scratch, points: Points, inside: Flags, across: Bits, mode: int, members: SignatureSet,
    hit: Small, state: Ints, stamp: Ints,
) -> int:  # fmt: skip
    """All trees of depth two over the points inside, by what they say about the components across. Goes on with the
    feature that is next; DONE with a feature left over means that the steps for this call are used up."""
    rank, order = points[0], points[1]
    line, ends, parts, torn, masks = scratch[:5]
    features, n = order.shape
    for j in range(state[NEXT], features):
        count = cuts = 0
        for q in range(n):
            i = order[j, q]
            if inside[i]:
                if count > 0 and rank[i, j] != rank[line[count - 1], j]:
                    ends[cuts] = count
                    cuts += 1
                line[count] = i
                count += 1
        stamp[1] += n // 4
        if cuts > 0:
            answer = top_feature(sides, scratch, count, cuts, points, across, mode, members, j, hit, state, stamp)
            if answer != DONE:
                return answer
            state[DIFFER] = 1
        elif j == features - 1 and state[DIFFER] == 0:
            # all the points are alike: one leaf
            clear(sides[1], points)
            parts[0], torn[0], masks[0] = 0, 0, 0
            ends[0] = count
            answer = join_cuts(sides, scratch, 0, 0, points, across, mode, members, j, hit, state, stamp)
            if answer != DONE:
                return answer
        state[NEXT] = j + 1
        if steps_taken(sides, stamp) > state[ENOUGH]:
            break
    return DONE
