"""Pairs of stumps, one left and one right of a test, that agree on the components of links that both have."""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.halves.growing import GROWN, POINTS, STEPS, Bits, Grown, Points, Small, lowest_bit
from treeclust.engine.halves.signatures import SET, SignatureSet, find, hashed, insert, normalise, same
from treeclust.engine.instance.instance import Ints

STUMPS = "Tuple((uint64[:,::1], int32[:,::1], int32[::1], int64[::1], int32[:,::1]))"
Stumps = tuple[Bits, Small, Small, Ints, Small]
"""Signatures, feature and threshold of each (−1: one leaf for all), the next in its chain, slots of a table; and room
for components: which, the parity of a point of each, and its rank."""
ANY, COLLECT, LOOK_UP = range(3)
"""Is there any such tree? Put the signatures of all of them into a set; or find one whose signature is in the set."""
DONE, FOUND, FULL, OUT_OF_STEPS = range(4)
NEXT, PLACE, ENOUGH, LIMIT, DIFFER, CLUSTERS = range(6)
"""Places in `state`: the feature to go on with, where in the set the signature found is, the steps after which no
further feature is begun, those after which everything is given up, whether the points differ in any feature, and k."""
MINE, ITS, SHARED, KEY, PART = range(5)
"""Rows of `work`: the components that matter left, right, and to both; a signature; a part of one."""


def new_stumps(most: int, words: int) -> Stumps:
    slots = 1 << max(1, 2 * most - 1).bit_length()
    return (
        np.zeros((most, words), dtype=np.uint64),
        np.zeros((most, 2), dtype=np.int32),
        np.zeros(most, dtype=np.int32),
        np.zeros(slots, dtype=np.int64),
        np.zeros((3, 64 * words), dtype=np.int32),
    )


@compiled(f"int64({STUMPS}, uint64[::1], int64, int64, int64, int64)")
def keep(stumps: Stumps, key: Bits, count: int, feature: int, threshold: int, stamp: int) -> int:
    """Add a stump unless there is one with its signature; returns how many there are then, −1 if there is no room."""
    keys, test, _, slots, _ = stumps
    last = len(slots) - 1
    at = hashed(key) & last
    while slots[at] >> 32 == stamp:
        if same(keys[slots[at] & 0xFFFFFFFF], key):
            return count
        at = (at + 1) & last
    if count == len(keys):
        return -1
    slots[at] = (stamp << 32) | count
    keys[count] = key
    test[count, 0], test[count, 1] = feature, threshold
    return count + 1


@compiled("int64(uint64[::1], int32[::1])")
def members_of(mask: Bits, which: Small) -> int:
    """List the components of a mask; returns how many there are."""
    count = 0
    for w in range(len(mask)):
        word = mask[w]
        while word:
            which[count] = 64 * w + lowest_bit(word)
            word &= word - np.uint64(1)
            count += 1
    return count


@compiled("void(uint64[::1], int32[:,::1], int64, int64)")
def signature(key: Bits, about: Small, components: int, threshold: int) -> None:
    """What a stump says about components, by one point of each."""
    for w in range(len(key)):
        key[w] = 0
    for a in range(components):
        c = about[0, a]
        key[c >> 6] |= np.uint64(about[1, a] ^ (about[2, a] > threshold)) << np.uint64(c & 63)


@compiled(f"int64({STUMPS}, uint64[:,::1], int64, uint64[::1], uint64[::1], {GROWN}, {POINTS}, int64)")
def list_stumps(
    stumps: Stumps, left: Bits, torn: int, mask: Bits, key: Bits, grown: Grown, points: Points, stamp: int
) -> int:
    """All consistent stumps that differ in the components of the mask; −1 if there are too many."""
    rank, rep, counters = points[0], grown[3][1], grown[5]
    which, parity, column = stumps[4][0], stumps[4][1], stumps[4][2]
    components, count = members_of(mask, which), 0
    for a in range(components):
        parity[a], column[a] = points[4][rep[which[a]]], 0
    if torn == 0:
        signature(key, stumps[4], components, -1)
        normalise(key, mask)
        count = keep(stumps, key, 0, 0, -1, stamp)
    for j in range(left.shape[0]):
        gathered = False
        for w in range(left.shape[1]):
            word = left[j, w]
            while word:
                if not gathered:
                    gathered = True
                    for a in range(components):
                        column[a] = rank[rep[which[a]], j]
                t = 64 * w + lowest_bit(word)
                word &= word - np.uint64(1)
                signature(key, stumps[4], components, t)
                counters[STEPS] += 4 + components
                normalise(key, mask)
                count = keep(stumps, key, count, j, t, stamp)
                if count < 0:
                    return -1
    return count


@compiled(f"void({STUMPS}, int64, uint64[::1], uint64[::1], int64)")
def chain(stumps: Stumps, count: int, mask: Bits, part: Bits, stamp: int) -> None:
    """Chain the stumps that agree on the components of the mask, so that `agreeing` finds them."""
    keys, _, following, slots, _ = stumps
    last = len(slots) - 1
    for a in range(count):
        for w in range(len(mask)):
            part[w] = keys[a, w] & mask[w]
        normalise(part, mask)
        at = hashed(part) & last
        following[a] = -1
        if slots[at] >> 32 == stamp:
            following[a] = slots[at] & 0xFFFFFFFF
        slots[at] = (stamp << 32) | a


@compiled(f"int64({STUMPS}, uint64[::1], uint64[::1], uint64[::1], int64)")
def agreeing(stumps: Stumps, key: Bits, mask: Bits, part: Bits, stamp: int) -> int:
    """The first of the chain of stumps that may agree with this signature on the mask; −1 if there is none."""
    slots = stumps[3]
    for w in range(len(mask)):
        part[w] = key[w] & mask[w]
    normalise(part, mask)
    at = hashed(part) & (len(slots) - 1)
    return slots[at] & 0xFFFFFFFF if slots[at] >> 32 == stamp else -1


@compiled(
    f"int64({STUMPS}, int64, {STUMPS}, int64, uint64[:,::1], uint64[::1], int64, {SET}, int64, int64,"
    " int32[::1], int64[::1], int64[::1])"
)
def join(
    one: Stumps, ones: int, two: Stumps, twos: int, work: Bits, across: Bits, mode: int, members: SignatureSet,
    feature: int, threshold: int, hit: Small, state: Ints, stamp: Ints,
) -> int:  # fmt: skip
    """Pairs of a stump left and a stump right that agree on the components that both have."""
    shared, key, words = work[SHARED], work[KEY], len(across)
    stamp[0] += 1
    chain(one, ones, shared, work[PART], stamp[0])
    for b in range(twos):
        a = agreeing(one, two[0][b], shared, work[PART], stamp[0])
        while a >= 0:
            stamp[1] += 2 + words
            equal = flipped = True
            for w in range(words):
                differ = (one[0][a, w] ^ two[0][b, w]) & shared[w]
                equal &= not differ
                flipped &= differ == shared[w]
            for flip in range(2):
                if not (flipped if flip else equal):
                    continue
                if mode != ANY:
                    for w in range(words):
                        right = ~two[0][b, w] & work[ITS, w] if flip else two[0][b, w]
                        key[w] = (one[0][a, w] | right) & across[w]
                    normalise(key, across)
                place = 0
                if mode == LOOK_UP:
                    place = find(key, members)
                elif mode == COLLECT:
                    place = insert(key, members)
                    if place == -2:
                        return FULL
                if place >= 0:
                    tests = members[1][place] if mode == COLLECT else hit
                    tests[0], tests[1] = feature, threshold
                    tests[2], tests[3], tests[4], tests[5] = one[1][a, 0], one[1][a, 1], two[1][b, 0], two[1][b, 1]
                    if mode != COLLECT:
                        state[PLACE] = place
                        return FOUND
            a = one[2][a]
    return DONE
