"""Pairs of stumps, one left and one right of a test, with every way to give their leaves clusters.

The two leaves of a stump have different clusters, or it would be a single leaf. A leaf on the right has the cluster of
one on the left with which it shares a group, or may have it if no rivals meet, or a cluster of its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.compiled import compiled
from treeclust.engine.halves.coloured_sets import LEAVES, find_partner, hash_across, in_place, insert_tree
from treeclust.engine.halves.growing import Bits, Small, lowest_bit
from treeclust.engine.halves.signatures import SET, SignatureSet
from treeclust.engine.halves.stumps import (
    ANY,
    CLUSTERS,
    COLLECT,
    DONE,
    FOUND,
    FULL,
    OUT_OF_STEPS,
    PLACE,
    STUMPS,
    Stumps,
)  # fmt: skip
from treeclust.engine.instance.instance import Ints

Signs = NDArray[np.int8]
NEW = 2
"""A cluster of its own; 0 and 1 are those of the leaves on the other side."""


@compiled("void(uint64[:,::1], int64, uint64[::1], uint64[:,::1], uint64[:,:,::1], int64[::1])")
def leaf_rivals(keys: Bits, count: int, mask: Bits, rivals: Bits, near: Bits, stamp: Ints) -> None:
    """near[s, 0 or 1]: the rivals of what is in the left or the right leaf of stump s."""
    words = len(mask)
    for s in range(count):
        near[s] = 0
        for w in range(words):
            word = mask[w]
            while word:
                bit = word & (~word + np.uint64(1))
                word ^= bit
                c, side = 64 * w + lowest_bit(bit), 1 if keys[s, w] & bit else 0
                for q in range(words):
                    near[s, side, q] |= rivals[c, q]
                stamp[1] += 1 + words // 4


@compiled("boolean(uint64[::1], uint64[::1], uint64[:,::1], uint64[::1], uint64[::1], int8[:,::1])")
def relations(key: Bits, mask: Bits, near: Bits, its: Bits, its_mask: Bits, relation: Signs) -> bool:
    """Of each leaf on the left to each on the right: 1 must share, −1 cannot share a cluster, 0 either; False if there
    is a contradiction already."""
    for x in range(2):
        for y in range(2):
            share, clash = np.uint64(0), np.uint64(0)
            for w in range(len(mask)):
                right = its[w] if y else its_mask[w] & ~its[w]
                share |= (key[w] if x else mask[w] & ~key[w]) & right
                clash |= near[x, w] & right
            if share and clash:
                return False
            relation[x, y] = 1 if share else -1 if clash else 0
    return not (
        (relation[0, 0] == 1 and (relation[0, 1] == 1 or relation[1, 0] == 1))
        or (relation[1, 1] == 1 and (relation[0, 1] == 1 or relation[1, 0] == 1))
    )


@compiled("boolean(int8[:,::1], int64, int64, int64)")
def allowed(relation: Signs, y: int, cluster: int, leaves: int) -> bool:
    """May leaf y on the right have this cluster?"""
    for x in range(leaves):
        if relation[x, y] == (1 if x != cluster else -1):
            return False
    return cluster == NEW or cluster < leaves


@compiled("void(uint64[:,::1], uint64[:,::1], int64, uint64[::1], uint64[::1], int64)")
def put(clusters: Bits, rivals: Bits, cluster: int, leaf: Bits, near: Bits, fresh: int) -> None:
    for w in range(len(leaf)):
        clusters[cluster, w] = leaf[w] | (np.uint64(0) if fresh else clusters[cluster, w])
        rivals[cluster, w] = near[w] | (np.uint64(0) if fresh else rivals[cluster, w])


@compiled("boolean(uint64[::1])")
def anything(key: Bits) -> bool:
    some = np.uint64(0)
    for w in range(len(key)):
        some |= key[w]
    return bool(some != 0)


@compiled(
    "void(uint64[:,::1], uint64[:,::1], uint64[::1], uint64[::1], uint64[:,::1], uint64[::1], uint64[::1],"
    " uint64[:,::1], int64, int64, int64, int64)"
)
def build(
    clusters: Bits, rivals: Bits, key: Bits, mask: Bits, near: Bits, its: Bits, its_mask: Bits, its_near: Bits,
    leaves: int, its_leaves: int, first: int, second: int,
) -> None:  # fmt: skip
    """The clusters of a tree and the rivals of each."""
    put(clusters, rivals, 0, mask & ~key, near[0], 1)
    if leaves == 2:
        put(clusters, rivals, 1, key, near[1], 1)
    fresh = leaves
    put(clusters, rivals, fresh if first == NEW else first, its_mask & ~its, its_near[0], first == NEW)
    fresh += first == NEW
    if its_leaves == 2:
        put(clusters, rivals, fresh if second == NEW else second, its, its_near[1], second == NEW)


@compiled(
    f"int64({STUMPS}, int64, uint64[::1], {STUMPS}, int64, uint64[::1], uint64[:,:,:,::1], uint64[:,::1], uint64[::1],"
    f" int64, {SET}, int64, int64, int32[::1], int64[::1], int64[::1], int64)"
)
def join_coloured(
    one: Stumps, ones: int, mask: Bits, two: Stumps, twos: int, its_mask: Bits, near: Bits, all_rivals: Bits,
    across: Bits, mode: int, members: SignatureSet, feature: int, threshold: int, hit: Small, state: Ints, stamp: Ints,
    most_steps: int,
) -> int:  # fmt: skip
    """All trees with one top test, as `stumps.join` for two clusters; `most_steps` of the pairs' own."""
    words, k = len(across), state[CLUSTERS]
    leaf_rivals(one[0], ones, mask, all_rivals, near[0], stamp)
    leaf_rivals(two[0], twos, its_mask, all_rivals, near[1], stamp)
    clusters = np.zeros((LEAVES, words), dtype=np.uint64)
    rivals = np.zeros((LEAVES, words), dtype=np.uint64)
    relation = np.zeros((2, 2), dtype=np.int8)
    here, code = 0, np.uint64(0)
    for a in range(ones):
        leaves = 2 if anything(one[0][a]) else 1
        if stamp[1] > most_steps:
            return OUT_OF_STEPS
        for b in range(twos):
            stamp[1] += 2 + words
            if not relations(one[0][a], mask, near[0, a], two[0][b], its_mask, relation):
                continue
            its_leaves = 2 if anything(two[0][b]) else 1
            for first in range(3):
                for second in range(3 if its_leaves == 2 else 1):
                    count = leaves + (first == NEW) + (its_leaves == 2 and second == NEW)
                    if count > k or not allowed(relation, 0, first, leaves):
                        continue
                    clash = first == second != NEW or not allowed(relation, 1, second, leaves)
                    if its_leaves == 2 and clash:
                        continue
                    if mode != ANY:
                        stamp[1] += 4 + 2 * words
                        build(
                            clusters, rivals, one[0][a], mask, near[0, a], two[0][b], its_mask, near[1, b],
                            leaves, its_leaves, first, second,
                        )  # fmt: skip
                        here = in_place(clusters, rivals, count, across)
                        code = hash_across(clusters, here, across)
                    place = 0
                    if mode == COLLECT:
                        place = insert_tree(clusters, rivals, count, here, code, members)
                        if place == -2:
                            return FULL
                    elif mode != ANY:
                        place = find_partner(clusters, rivals, count, here, code, across, k, members, stamp)
                    if place >= 0:
                        tests = members[1][place] if mode == COLLECT else hit
                        tests[0], tests[1] = feature, threshold
                        tests[2], tests[3], tests[4], tests[5] = one[1][a, 0], one[1][a, 1], two[1][b, 0], two[1][b, 1]
                        if mode != COLLECT:
                            state[PLACE] = place
                            return FOUND
    return DONE
