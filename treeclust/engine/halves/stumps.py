"""Pairs of stumps, one left and one right of a test, that agree on the components of links that both have."""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.halves.growing import GROWN, POINTS, STEPS, Bits, Grown, Points, Small
from treeclust.engine.halves.signatures import SET, SignatureSet, find, hashed, insert, normalise, same
from treeclust.engine.instance.instance import Ints

STUMPS = "Tuple((uint64[:,::1], int32[:,::1], int32[::1], int64[::1]))"
Stumps = tuple[Bits, Small, Small, Ints]
"""Signatures, feature and threshold of each (−1: one leaf for all), the next in its chain, and slots of a table."""
ANY, COLLECT, LOOK_UP = range(3)
"""Is there any such tree? Put the signatures of all of them into a set; or find one whose signature is in the set."""
DONE, FOUND, FULL, OUT_OF_STEPS = range(4)
NEXT, PLACE, ENOUGH, LIMIT, DIFFER = range(5)
"""Places in `state`: the feature to go on with, where in the set the signature found is, the steps after which no
further feature is begun, those after which everything is given up, and whether the points differ in any feature."""
MINE, ITS, SHARED, KEY, PART = range(5)
"""Rows of `work`: the components that matter left, right, and to both; a signature; a part of one."""


def new_stumps(most: int, words: int) -> Stumps:
    slots = 1 << max(1, 2 * most - 1).bit_length()
    return (
        np.zeros((most, words), dtype=np.uint64),
        np.zeros((most, 2), dtype=np.int32),
        np.zeros(most, dtype=np.int32),
        np.zeros(slots, dtype=np.int64),
    )


@compiled(f"int64({STUMPS}, uint64[::1], int64, int64, int64, int64)")
def keep(stumps: Stumps, key: Bits, count: int, feature: int, threshold: int, stamp: int) -> int:
    """Add a stump unless there is one with its signature; returns how many there are then, −1 if there is no room."""
    keys, test, _, slots = stumps
    last = len(slots) - 1
    at = np.int64(hashed(key) & np.uint64(last))
    while slots[at] >> 32 == stamp:
        if same(keys[slots[at] & 0xFFFFFFFF], key):
            return count
        at = (at + 1) & last
    if count == len(keys):
        return np.int64(-1)
    slots[at] = (stamp << 32) | count
    keys[count] = key
    test[count, 0], test[count, 1] = feature, threshold
    return count + 1


@compiled(f"int64({STUMPS}, uint64[:,::1], int64, uint64[::1], uint64[::1], {GROWN}, {POINTS}, int64)")
def list_stumps(
    stumps: Stumps, left: Bits, torn: int, mask: Bits, key: Bits, grown: Grown, points: Points, stamp: int
) -> int:
    """All consistent stumps that differ in the components of the mask; −1 if there are too many."""
    rank, parity, rep, counters = points[0], points[4], grown[3][1], grown[5]
    words, count, components = len(mask), 0, 0
    for w in range(words):
        word = mask[w]
        while word:
            word &= word - np.uint64(1)
            components += 1
    if torn == 0:
        for w in range(words):
            key[w] = 0
            for b in range(64):
                bit = np.uint64(1) << np.uint64(b)
                if mask[w] & bit and not parity[rep[64 * w + b]]:
                    key[w] |= bit
        normalise(key, mask)
        count = keep(stumps, key, 0, 0, -1, stamp)
    for j in range(left.shape[0]):
        for w in range(left.shape[1]):
            word = left[j, w]
            while word:
                lowest = word & (~word + np.uint64(1))
                word ^= lowest
                t = 64 * w
                while lowest > np.uint64(1):
                    lowest >>= np.uint64(1)
                    t += 1
                for q in range(words):
                    value, at, rest = np.uint64(0), 64 * q, mask[q]
                    while rest:
                        if rest & np.uint64(1):
                            i = rep[at]
                            value |= np.uint64(parity[i] ^ (rank[i, j] > t)) << np.uint64(at & 63)
                        rest >>= np.uint64(1)
                        at += 1
                    key[q] = value
                counters[STEPS] += 4 + components
                normalise(key, mask)
                count = keep(stumps, key, count, j, t, stamp)
                if count < 0:
                    return np.int64(-1)
    return count


@compiled(f"void({STUMPS}, int64, uint64[::1], uint64[::1], int64)")
def chain(stumps: Stumps, count: int, mask: Bits, part: Bits, stamp: int) -> None:
    """Chain the stumps that agree on the components of the mask, so that `agreeing` finds them."""
    keys, _, following, slots = stumps
    last = len(slots) - 1
    for a in range(count):
        for w in range(len(mask)):
            part[w] = keys[a, w] & mask[w]
        normalise(part, mask)
        at = np.int64(hashed(part) & np.uint64(last))
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
    at = np.int64(hashed(part) & np.uint64(len(slots) - 1))
    return slots[at] & 0xFFFFFFFF if slots[at] >> 32 == stamp else np.int64(-1)


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
                place = np.int64(0)
                if mode == LOOK_UP:
                    place = find(key, members)
                elif mode == COLLECT:
                    place = insert(key, members)
                    if place == -2:
                        return np.int64(FULL)
                if place >= 0:
                    tests = members[1][place] if mode == COLLECT else hit
                    tests[0], tests[1] = feature, threshold
                    tests[2], tests[3], tests[4], tests[5] = one[1][a, 0], one[1][a, 1], two[1][b, 0], two[1][b, 1]
                    if mode != COLLECT:
                        state[PLACE] = place
                        return np.int64(FOUND)
            a = np.int64(one[2][a])
    return np.int64(DONE)
