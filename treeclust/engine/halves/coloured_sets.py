"""Trees of depth two with their clusters: which groups of points share one, and what no group of it may share it with.

A tree has up to four clusters. They are numbered by the lowest group across the root that they hold, those without any
last, so that trees which say the same about the groups across the root are easy to find.
"""

from __future__ import annotations

import numpy as np

from treeclust.core.compiled import compiled
from treeclust.engine.halves.growing import Bits, lowest_bit
from treeclust.engine.halves.signatures import SET, TESTS, SignatureSet

LEAVES = 4
COUNT, ACROSS, NEXT_TREE = TESTS, TESTS + 1, TESTS + 2
"""Beside the tests of a tree in a set: its clusters, those across the root, and the next tree of its chain."""
FIRST_SIZE, MOST = 1 << 10, 1 << 16
NOWHERE = 1 << 20
"""Beyond every group; clusters that are not across the root come after it."""


def new_coloured_set(words: int, size: int = FIRST_SIZE) -> SignatureSet:
    """With room for so many trees: clusters, their rivals, and a hash of what they say about the groups across."""
    keys = np.zeros((size, 2 * LEAVES * words + 1), dtype=np.uint64)
    trees = np.zeros((size, TESTS + 3), dtype=np.int32)
    return keys, trees, np.zeros(2 * size, dtype=np.int32), np.zeros(1, dtype=np.int64)


@compiled("int64(uint64[::1], uint64[::1])")
def place_of(cluster: Bits, across: Bits) -> int:
    """By its lowest group across the root, or else by its lowest group."""
    for w in range(len(across)):
        if cluster[w] & across[w]:
            return 64 * w + lowest_bit(cluster[w] & across[w])
    for w in range(len(across)):
        if cluster[w]:
            return NOWHERE + 64 * w + lowest_bit(cluster[w])
    return 2 * NOWHERE


@compiled("int64(uint64[:,::1], uint64[:,::1], int64, uint64[::1])")
def in_place(clusters: Bits, rivals: Bits, count: int, across: Bits) -> int:
    """Put the clusters in order; returns how many are across the root."""
    place = np.empty(LEAVES, dtype=np.int64)
    here = 0
    for a in range(count):
        place[a] = place_of(clusters[a], across)
        if place[a] < NOWHERE:
            here += 1
        b = a
        while b > 0 and place[b] < place[b - 1]:
            place[b], place[b - 1] = place[b - 1], place[b]
            for w in range(len(across)):
                clusters[b, w], clusters[b - 1, w] = clusters[b - 1, w], clusters[b, w]
                rivals[b, w], rivals[b - 1, w] = rivals[b - 1, w], rivals[b, w]
            b -= 1
    return here


@compiled("uint64(uint64[:,::1], int64, uint64[::1])")
def hash_across(clusters: Bits, here: int, across: Bits) -> np.uint64:
    h = np.uint64(here + 1)
    for a in range(here):
        for w in range(len(across)):
            h = (h ^ (clusters[a, w] & across[w])) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(29)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    return h ^ (h >> np.uint64(32))


@compiled(f"int64(uint64[:,::1], uint64[:,::1], int64, int64, uint64, {SET})")
def insert_tree(clusters: Bits, rivals: Bits, count: int, here: int, code: np.uint64, members: SignatureSet) -> int:
    """The place of a new tree; −1 if its clusters were there before, −2 if the set is full."""
    keys, trees, slots, number = members
    words, last = clusters.shape[1], keys.shape[1] - 1
    at = int(code & np.uint64(len(slots) - 1))
    other = slots[at]
    while other:
        if keys[other - 1, last] == code and trees[other - 1, COUNT] == count:
            differ = np.uint64(0)
            for a in range(count):
                for w in range(words):
                    differ |= keys[other - 1, a * words + w] ^ clusters[a, w]
            if not differ:
                return -1
        other = trees[other - 1, NEXT_TREE]
    place = int(number[0])
    if place == len(keys):
        return -2
    for a in range(count):
        for w in range(words):
            keys[place, a * words + w] = clusters[a, w]
            keys[place, (LEAVES + a) * words + w] = rivals[a, w]
    keys[place, last] = code
    trees[place, COUNT], trees[place, ACROSS], trees[place, NEXT_TREE] = count, here, slots[at]
    slots[at] = place + 1
    number[0] += 1
    return place


@compiled("boolean(uint64[:,::1], uint64[:,::1], int64, int64, uint64[::1], int64, uint64[::1], int64)")
def fits(clusters: Bits, rivals: Bits, count: int, here: int, across: Bits, k: int, its: Bits, its_count: int) -> bool:
    """Do both say the same about the groups across, without rivals in one cluster, and with at most k clusters?"""
    words = len(across)
    for a in range(here):
        for w in range(words):
            if (clusters[a, w] ^ its[a * words + w]) & across[w] or rivals[a, w] & its[a * words + w]:
                return False
    own, free = count - here, its_count - here
    if here + own + free <= k:
        return True
    # clusters that are not across the root may be one and the same: a largest matching, by subsets of the others
    most = np.full(1 << LEAVES, -1, dtype=np.int64)
    most[0] = best = 0
    for a in range(here, count):
        for taken in range((1 << free) - 1, -1, -1):
            if most[taken] < 0:
                continue
            for b in range(free):
                met = np.uint64(0)
                for w in range(words):
                    met |= rivals[a, w] & its[(here + b) * words + w]
                if not met and not taken >> b & 1 and most[taken | 1 << b] <= most[taken]:
                    most[taken | 1 << b] = most[taken] + 1
                    best = max(best, most[taken] + 1)
    return bool(here + own + free - best <= k)


@compiled(f"int64(uint64[:,::1], uint64[:,::1], int64, int64, uint64, uint64[::1], int64, {SET}, int64[::1])")
def find_partner(
    clusters: Bits, rivals: Bits, count: int, here: int, code: np.uint64, across: Bits, k: int, members: SignatureSet,
    stamp: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> int:  # fmt: skip
    """The place of a tree of the other side that fits, with at most k clusters in all; −1 if there is none."""
    keys, trees, slots, _ = members
    last = keys.shape[1] - 1
    other = slots[int(code & np.uint64(len(slots) - 1))]
    while other:
        place = int(other - 1)
        stamp[1] += 2
        if keys[place, last] == code and trees[place, ACROSS] == here:
            stamp[1] += 2 * clusters.shape[1]
            if fits(clusters, rivals, count, here, across, k, keys[place], trees[place, COUNT]):
                return place
        other = trees[place, NEXT_TREE]
    return -1


@compiled(f"void({SET}, {SET})")
def pour_trees(old: SignatureSet, new: SignatureSet) -> None:
    """Put everything that is in the old set into a new, larger one."""
    keys, trees, slots, number = new
    for place in range(old[3][0]):
        keys[place] = old[0][place]
        trees[place] = old[1][place]
        at = int(keys[place, keys.shape[1] - 1] & np.uint64(len(slots) - 1))
        trees[place, NEXT_TREE] = slots[at]
        slots[at] = place + 1
    number[0] = old[3][0]
