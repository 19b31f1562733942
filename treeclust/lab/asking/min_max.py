"""MinMax (Mallapragada, Jin, Jain 2008): first rows far from all that are known, then those that are least like any."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from treeclust.lab.asking.conversation import Conversation, Way
from treeclust.lab.asking.neighbourhoods import Asking, Neighbourhoods, as_way


def min_max_way(seed: int) -> Way:
    return as_way(lambda talk: min_max(talk, seed))


def min_max(talk: Conversation, seed: int) -> Asking:
    points = talk.problem.points
    near = cdist(points, points)
    likeness = np.exp(-((near / (np.median(near) + 1e-12)) ** 2))
    known = Neighbourhoods(int(np.random.default_rng(seed).integers(len(points))))
    while len(known.rows) < len(points):
        taken = known.rows
        exploring = len(known.groups) < talk.problem.k
        score = -near[:, taken].min(axis=1) if exploring else likeness[:, taken].max(axis=1)
        score[taken] = np.inf
        row = int(score.argmin())
        nearest = [float(near[row, group].min()) for group in known.groups]
        yield from known.place(row, np.argsort(nearest, kind="stable").tolist())
