"""The next question: the pair whose answer brings the committee nearest to one mind.

Worth is the expected fall of disagreement (mean 1 − ARI between members by weight, after a yes and after a no), and
some of the answer's entropy. Rows of answered groups are preferred, since what is said of one holds for its group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from treeclust.ask.interview.answers import Floats, Ints
from treeclust.ask.interview.committee import Committee
from treeclust.core.suggestions import Pair

MOST_GROUPS, MOST_BLOCKS = 30, 70
ENTROPY = 0.3
FOR_GROUPS = 0.2
LEAST_SHARE = 1e-6


@dataclass(frozen=True, eq=False)
class Candidates:
    """Pairs of rows of the table, the most telling first, with their worth and the share that says together."""

    pairs: tuple[Pair, ...]
    worth: Floats
    share: Floats


def candidates_of(committee: Committee, skip: Collection[Pair] = ()) -> Candidates:
    """Every pair of representatives that no answer settles, by worth."""
    reps, groups = representatives(committee)
    one, two = np.triu_indices(len(reps), 1)
    open_now = is_open(committee, reps[one], reps[two], skip)
    one, two = one[open_now], two[open_now]
    worth, share = worth_of(committee, reps[one], reps[two])
    worth = worth * (1 + FOR_GROUPS * ((one < groups) | (two < groups)))
    rows, order = committee.room.rows, np.argsort(-worth, kind="stable")
    pairs = tuple(tuple(sorted((int(rows[reps[one[at]]]), int(rows[reps[two[at]]])))) for at in order)
    return Candidates(pairs, worth[order], share[order])  # type: ignore[arg-type]


def representatives(committee: Committee) -> tuple[Ints, int]:
    """One row of each answered group, then of each block of rows that no member tells apart (its most central), then
    any; and how many there are of groups."""
    room, answers = committee.room, committee.answers
    groups = [int(rows[0]) for _, rows in answers.groups][:MOST_GROUPS]
    block = np.unique(committee.labels.T, axis=0, return_inverse=True)[1].reshape(-1)
    size = np.bincount(block)
    found: list[int] = []
    for one in np.argsort(-size, kind="stable")[:MOST_BLOCKS]:
        rows = np.flatnonzero((block == one) & ~answers.settled)
        if len(rows):
            middle = room.views.standard[rows].mean(axis=0)
            found.append(int(rows[((room.views.standard[rows] - middle) ** 2).sum(axis=1).argmin()]))
    rest = np.setdiff1d(np.flatnonzero(~answers.settled), found)
    room_left = min(len(rest), MOST_BLOCKS - len(found))
    if room_left > 0:
        found += (
            np.random.default_rng([room.seed, 6, len(answers.links)]).choice(rest, room_left, replace=False).tolist()
        )
    return np.array(groups + found, dtype=np.int64), len(groups)


def is_open(
    committee: Committee, one: Ints, two: Ints, skip: Collection[Pair]
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Neither settled by the answers nor refused before."""
    answers, rows = committee.answers, committee.room.rows
    refused = {(min(pair), max(pair)) for pair in skip}
    found = [
        answers.closure.implied(int(a), int(b)) is None
        and (int(min(rows[a], rows[b])), int(max(rows[a], rows[b]))) not in refused
        for a, b in zip(one, two, strict=True)
    ]
    return np.array(found, dtype=np.bool_)


def worth_of(committee: Committee, one: Ints, two: Ints) -> tuple[Floats, Floats]:
    """The worth of asking about each pair, and the share of the committee that says together."""
    weights, apart = committee.weights, 1.0 - committee.agreement
    if not len(one):
        return np.zeros(0), np.zeros(0)
    heard = weights > 1e-5
    weights, apart = weights[heard] / weights[heard].sum(), apart[np.ix_(heard, heard)]
    labels = committee.labels[heard]
    yes = weights[:, None] * (labels[:, one] == labels[:, two])
    no = weights[:, None] - yes
    share = yes.sum(axis=0)
    now = float(weights @ apart @ weights) + 1e-12
    from_yes = apart @ yes
    after_yes = (yes * from_yes).sum(axis=0) / np.maximum(share, 1e-12)
    after_no = (no * ((apart @ weights)[:, None] - from_yes)).sum(axis=0) / np.maximum(1 - share, 1e-12)
    sure = np.clip(share, 1e-9, 1 - 1e-9)
    entropy = -(sure * np.log2(sure) + (1 - sure) * np.log2(1 - sure))
    worth = ENTROPY * entropy + (now - after_yes - after_no) / now
    split = (share > LEAST_SHARE) & (share < 1 - LEAST_SHARE)
    return np.where(split, worth, 0.0), share


def most_telling(found: Candidates) -> Iterator[tuple[Pair, float, float]]:
    """Pair, worth, share, the best first, as long as the committee is split."""
    for pair, worth, share in zip(found.pairs, found.worth, found.share, strict=True):
        if worth <= 0:
            return
        yield pair, float(worth), float(share)
