"""Questions about groups, which can say more than one about a pair: "which of these four does this row go with?" is
worth up to two bits, "are these twelve one kind?" gives eleven links at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from treeclust.ask.interview.answers import Floats, Ints
from treeclust.ask.interview.committee import Committee
from treeclust.ask.interview.consensus import Consensus
from treeclust.ask.interview.possible import Witnesses
from treeclust.ask.interview.question import representatives
from treeclust.core.links import Kind
from treeclust.core.stop import Stop
from treeclust.core.suggestions import GroupQuestion, KindQuestion, Pair

MOST_OPTIONS, MOST_OF_A_KIND, LEAST_OF_A_KIND = 4, 12, 4
LEAST_BITS = 0.5
MOST_TRIES = 5
"""Rows whose answer is checked to be open, before there is no such question."""


def group_question(
    committee: Committee, consensus: Consensus, witnesses: Witnesses, skip: Collection[Pair], stop: Stop
) -> GroupQuestion | None:
    """The row whose place among up to four clusters the committee doubts most, if two answers at least are possible."""
    options, clusters = heads_of(committee, consensus)
    if len(options) < 3:
        return None
    rows = committee.room.rows
    for at, bits in most_doubted(committee, consensus, clusters):
        if bits < LEAST_BITS or stop():
            return None
        row = int(rows[at])
        asked = [int(rows[one]) for one in options]
        pairs: list[Pair] = [(min(row, one), max(row, one)) for one in asked]
        known = [committee.answers.closure.implied(at, one) for one in options]
        if row in asked or any(known) or any(pair in skip for pair in pairs):
            continue
        if sum(witnesses.can_be(pair, True, stop) for pair in pairs) > 1:
            shares = tuple(float(consensus.share[at, cluster]) for cluster in clusters)
            return GroupQuestion(row, tuple(asked), shares, bits)
    return None


def heads_of(committee: Committee, consensus: Consensus) -> tuple[list[int], list[int]]:
    """One row of each of the largest clusters, an answered one if there is any, and the numbers of these clusters."""
    answers, standard = committee.answers, committee.room.views.standard
    heads, clusters = list[int](), list[int]()
    sizes = np.bincount(consensus.labels, minlength=committee.room.problem.k)
    for cluster in np.argsort(-sizes, kind="stable")[:MOST_OPTIONS]:
        inside = np.flatnonzero(consensus.labels == cluster)
        if not len(inside):
            continue
        said = inside[answers.settled[inside]]
        among = said if len(said) else inside
        best = among[consensus.share[among, cluster] >= consensus.share[among, cluster].max() - 1e-6]
        middle = standard[inside].mean(axis=0)
        heads.append(int(best[((standard[best] - middle) ** 2).sum(axis=1).argmin()]))
        clusters.append(int(cluster))
    return heads, clusters


def most_doubted(committee: Committee, consensus: Consensus, clusters: list[int]) -> Iterator[tuple[int, float]]:
    """Rows that stand for others, with the entropy of their cluster, the largest first."""
    reps = representatives(committee)[0]
    entropy = bits_of(consensus.share[reps][:, clusters])
    for at in np.argsort(-entropy, kind="stable")[:MOST_TRIES]:
        yield int(reps[at]), float(entropy[at])


def bits_of(share: Floats) -> Floats:
    """The entropy of each line; what is missing to 1 is one more answer."""
    rest = np.clip(1 - share.sum(axis=1, keepdims=True), 0, 1)
    each = np.clip(np.concatenate([share, rest], axis=1), 1e-12, 1)
    return np.asarray(-(each * np.log2(each)).sum(axis=1))


def kind_question(
    committee: Committee, consensus: Consensus, witnesses: Witnesses, skip: Collection[Pair], stop: Stop
) -> KindQuestion | None:
    """Rows from all over one cluster, of which the committee doubts whether all belong together."""
    reps, least = representatives(committee)[0], LEAST_BITS
    found: KindQuestion | None = None
    for cluster in np.unique(consensus.labels[reps]):
        inside = reps[consensus.labels[reps] == cluster][:MOST_OF_A_KIND]
        if len(inside) < LEAST_OF_A_KIND:
            continue
        share = float(committee.weights @ one_kind(committee.labels[:, inside]))
        bits = float(bits_of(np.array([[share]]))[0])
        rows = tuple(sorted(int(committee.room.rows[row]) for row in inside))
        if bits > least and is_open(rows, inside, committee, witnesses, skip, stop):
            least, found = bits, KindQuestion(rows, share, bits)
    return found


def one_kind(labels: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.asarray((labels == labels[:, :1]).all(axis=1))


def is_open(
    rows: tuple[int, ...],
    inside: Ints,
    committee: Committee,
    witnesses: Witnesses,
    skip: Collection[Pair],
    stop: Stop,
) -> bool:
    """Neither known to be apart, nor all known to be together; some tree says yes, and some says no."""
    known = [committee.answers.closure.implied(int(inside[0]), int(row)) for row in inside[1:]]
    pairs: list[Pair] = [(rows[0], row) for row in rows[1:]]
    if Kind.CANNOT in known or all(known) or any(pair in skip for pair in pairs):
        return False
    yes = any(len(set(labels[list(rows)])) == 1 for labels in witnesses.labels)
    return yes and any(witnesses.can_be(pair, False, stop) for pair in pairs)
