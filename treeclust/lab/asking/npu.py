"""NPU (Xiong, Azimi, Fern 2014): the row whose neighbourhood is least certain, for the answers it is expected to take.
Likeness is how often two rows end in one leaf of a random forest that is trained on the present clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.lab.asking.conversation import Conversation, Way
from treeclust.lab.asking.neighbourhoods import Asking, Neighbourhoods, as_way

TREES = 50


def npu_way(seed: int) -> Way:
    return as_way(lambda talk: npu(talk, seed))


def npu(talk: Conversation, seed: int) -> Asking:
    n = talk.problem.n
    known = Neighbourhoods(int(np.random.default_rng(seed).integers(n)))
    while len(known.rows) < n:
        share = shares(talk, known, seed)
        entropy = -(share * np.log2(np.maximum(share, 1e-12))).sum(axis=1)
        order = np.argsort(-share, axis=1, kind="stable")
        ranked = np.take_along_axis(share, order, axis=1)
        answers = (ranked * np.arange(1, ranked.shape[1] + 1)).sum(axis=1)
        score = entropy / answers if len(known.groups) > 1 else -share_of_likest(talk, known, seed)
        score[known.rows] = -np.inf
        row = int(score.argmax())
        yield from known.place(row, order[row].tolist())


def shares(talk: Conversation, known: Neighbourhoods, seed: int) -> NDArray[np.float64]:
    """How likely each row belongs to each neighbourhood."""
    leaves = forest_leaves(talk, seed)
    found = [(leaves[:, None, :] == leaves[group]).mean(axis=(1, 2)) for group in known.groups]
    likeness = np.array(found).T + 1e-6
    return np.asarray(likeness / likeness.sum(axis=1, keepdims=True))


def share_of_likest(talk: Conversation, known: Neighbourhoods, seed: int) -> NDArray[np.float64]:
    """With one neighbourhood nothing is uncertain; the row least like it comes first."""
    leaves = forest_leaves(talk, seed)
    return np.asarray((leaves[:, None, :] == leaves[known.groups[0]]).mean(axis=(1, 2)))


def forest_leaves(talk: Conversation, seed: int) -> NDArray[np.int64]:
    from sklearn.ensemble import RandomForestClassifier

    labels = talk.result.labels
    points = talk.problem.points
    target = np.zeros(len(points), dtype=np.intp) if labels is None else labels
    forest = RandomForestClassifier(TREES, max_features="sqrt", random_state=seed).fit(points, target)
    return np.asarray(forest.apply(points))
