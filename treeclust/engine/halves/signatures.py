"""Signatures: what a tree says about the components of links, one bit each, in words of 64; and sets of them.

Flipping both labels of a tree flips its whole signature, so a signature is kept in one of its two forms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.engine.instance.instance import Ints

Bits = NDArray[np.uint64]
Small = NDArray[np.int32]
TESTS = 6
"""A tree of depth two: feature and threshold at its top, then of its left and of its right child."""
SET = "Tuple((uint64[:,::1], int32[:,::1], int32[::1], int64[::1]))"
SignatureSet = tuple[Bits, Small, Small, Ints]
"""Signatures, the tree of each, slots of a hash table (1 + place of a signature, or 0), and how many there are."""
FIRST_SIZE, MOST = 1 << 10, 1 << 20
"""How many signatures a set has room for at first, and at most."""


def new_set(words: int, size: int = FIRST_SIZE) -> SignatureSet:
    """With room for so many."""
    keys, trees = np.zeros((size, words), dtype=np.uint64), np.zeros((size, TESTS), dtype=np.int32)
    return keys, trees, np.zeros(2 * size, dtype=np.int32), np.zeros(1, dtype=np.int64)


@compiled("int64(uint64[::1])")
def hashed(key: Bits) -> int:
    """A number that spreads signatures over a table."""
    h = np.uint64(0)
    for w in range(len(key)):
        h += key[w] * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
        h *= np.uint64(0xBF58476D1CE4E5B9)
    return int((h ^ (h >> np.uint64(32))) >> np.uint64(1))


@compiled("boolean(uint64[::1], uint64[::1])")
def same(one: Bits, two: Bits) -> bool:
    differ = np.uint64(0)
    for w in range(len(one)):
        differ |= one[w] ^ two[w]
    return bool(differ == 0)


@compiled("boolean(uint64[::1], uint64[::1])")
def normalise(key: Bits, mask: Bits) -> bool:
    """Flip the bits of the mask if the lowest of them is set; did that happen?"""
    for w in range(len(key)):
        if mask[w]:
            lowest = mask[w] & (~mask[w] + np.uint64(1))
            if not key[w] & lowest:
                return False
            for q in range(len(key)):
                key[q] = ~key[q] & mask[q]
            return True
    return False


@compiled(f"int64(uint64[::1], {SET})")
def find(key: Bits, members: SignatureSet) -> int:
    """The place of a signature in the set, or −1."""
    keys, _, slots, _ = members
    last = len(slots) - 1
    at = hashed(key) & last
    while slots[at]:
        if same(keys[slots[at] - 1], key):
            return int(slots[at] - 1)
        at = (at + 1) & last
    return -1


@compiled(f"int64(uint64[::1], {SET})")
def insert(key: Bits, members: SignatureSet) -> int:
    """The place of a new signature; −1 if it was there before, −2 if the set is full."""
    keys, _, slots, count = members
    last = len(slots) - 1
    at = hashed(key) & last
    while slots[at]:
        if same(keys[slots[at] - 1], key):
            return -1
        at = (at + 1) & last
    place = int(count[0])
    if place == len(keys):
        return -2
    keys[place] = key
    count[0] += 1
    slots[at] = place + 1
    return place


@compiled(f"void({SET}, {SET})")
def pour(old: SignatureSet, new: SignatureSet) -> None:
    """Put everything that is in the old set into a new, larger one."""
    keys, trees, _, count = old
    for i in range(count[0]):
        place = insert(keys[i], new)
        new[1][place] = trees[i]
