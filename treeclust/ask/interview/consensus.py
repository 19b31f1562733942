"""What the committee agrees on: soft labels, the tree nearest to them, and the links that may be assumed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from treeclust.ask.interview.answers import Floats, Ints
from treeclust.ask.interview.committee import Committee
from treeclust.core.links import Kind, Link
from treeclust.engine.instance.candidate import Candidate

SURE = 0.65
"""The share of the committee that must agree on a row before anything is assumed about it."""
LEAST_WEIGHT = 1e-4
STARTS = 6


@dataclass(frozen=True, eq=False)
class Consensus:
    """`share[i, c]`: the weight of the members that have row i in cluster c, as the medoid numbers clusters; `labels`,
    those of the tree nearest to that and to the answers (of the clusters with most weight, where there is no tree)."""

    share: Floats
    labels: Ints
    tree: Candidate | None


def consensus_of(committee: Committee) -> Consensus:
    share = soft_labels(committee)
    cost = committee.answers.bind(1.0 - share)
    room, flat = committee.room, cost.argmin(axis=1).astype(np.int64)
    if room.descent is None:
        return Consensus(share, flat, None)
    best: tuple[float, Candidate | None] = (np.inf, None)
    sure = np.maximum(share.max(axis=1), 1e-3)
    for number in range(STARTS):
        rng = np.random.default_rng([room.seed, 4, number])
        start = room.first_tree(flat, rng, sure if number % 2 else None)
        found = room.descent.descend(start, cost, rng)
        best = min(best, found, key=lambda one: one[0])
    rng = np.random.default_rng([room.seed, 5])
    for at in np.argsort(-committee.agreement @ committee.weights, kind="stable")[:STARTS]:
        tree = committee.members[int(at)].tree
        if tree is not None:
            aligned = tree.relabelled(matching(committee.labels[at], flat, room.problem.k)[tree.leaf_label])
            best = min(best, room.descent.descend(aligned, cost, rng), key=lambda one: one[0])
    assert best[1] is not None
    return Consensus(share, best[1].labels(room.descent.ranks), best[1])


def soft_labels(committee: Committee) -> Floats:
    """Every member's clusters, numbered as those of the member that is nearest to all."""
    k, labels = committee.room.problem.k, committee.labels
    score = committee.agreement @ committee.weights - 10.0 * (committee.broken > committee.broken.min())
    medoid = labels[int(score.argmax())]
    share, rows = np.zeros((labels.shape[1], k)), np.arange(labels.shape[1])
    for one, weight in zip(labels, committee.weights, strict=True):
        if weight >= LEAST_WEIGHT:
            share[rows, matching(one, medoid, k)[one]] += weight
    return np.asarray(share / share.sum(axis=1, keepdims=True))


def matching(labels: Ints, base: Ints, k: int) -> Ints:
    """The number in `base` of each cluster, so that most rows keep theirs."""
    shared = np.zeros((k, k), dtype=np.int64)
    np.add.at(shared, (labels, base), 1)
    found: Ints = np.asarray(linear_sum_assignment(-shared)[1], dtype=np.int64)
    return found


def assumed_links(committee: Committee, consensus: Consensus, sure: float = SURE) -> tuple[Link, ...]:
    """Must-links from the rows that the committee is sure of to one row of their cluster, and cannot-links between
    those. Nothing about rows that are where the expert does not want them."""
    answers, share, labels = committee.answers, consensus.share, consensus.labels
    rows, standard = committee.room.rows, committee.room.views.standard
    ends = labels[answers.ends]
    wrong = (ends[:, 0] == ends[:, 1]) != answers.same
    doubtful = np.isin(answers.closure.component, answers.closure.component[answers.ends[wrong].ravel()])
    found: list[Link] = []
    heads: list[int] = []
    for cluster in np.unique(labels):
        inside = np.flatnonzero((labels == cluster) & (share[:, cluster] >= sure) & ~doubtful)
        if not len(inside):
            continue
        best = inside[share[inside, cluster] >= share[inside, cluster].max() - 1e-6]
        middle = standard[inside].mean(axis=0)
        head = int(best[((standard[best] - middle) ** 2).sum(axis=1).argmin()])
        heads.append(head)
        found += [Link(int(rows[head]), int(rows[row]), Kind.MUST) for row in inside if row != head]
    pairs = [(one, two) for at, one in enumerate(heads) for two in heads[at + 1 :]]
    found += [Link(int(rows[one]), int(rows[two]), Kind.CANNOT) for one, two in pairs]
    return tuple(found)
