"""The committee: clusterings from many views of a table, flat ones and trees, weighed by what the expert has said.

Half of the members never heard of the answers; they say how well each view foretold them. The others start from the
answers. It is a function of table, links and seed: the same answers give the same committee, whatever came between.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from threadpoolctl import threadpool_limits

from treeclust.ask.interview.answers import Answers, Floats, Ints, answers_within
from treeclust.ask.interview.views import VIEWS, Views
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.engine.descent.label_descent import LabelDescent
from treeclust.engine.instance.candidate import Candidate
from treeclust.engine.instance.instance import prepare

MOST_ROWS = 2_000
"""The committee sees so many rows of a large table, the answered ones among them."""
FREE, SEEDED = 6, 4
"""Draws of each view that know no answer, and that start from the answers."""
LEAST_SHARE = 0.1
"""A view loses at most nine tenths of its weight by one answer."""
TRUST = 0.3
"""What a broken answer leaves of a member's weight."""


@dataclass(frozen=True, eq=False)
class Member:
    """A clustering of the committee's rows; `tree` is None for a flat one. `cost` is that of its view."""

    view: str
    labels: Ints
    tree: Candidate | None
    cost: Floats


class Room:
    """Where the committee of one table meets: the rows it sees, its views, and the members that know no answer."""

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        self.problem, self.seed = problem, seed
        self.seated: deque[Committee] = deque(maxlen=4)
        rng = np.random.default_rng([seed, 0])
        self.rows = sampled(problem, rng)
        self.views = Views(problem.points[self.rows], problem.k)
        features = prepare(problem).features
        self.descent = None
        if problem.depth is not None and len(features):
            self.descent = LabelDescent(problem.ranks[np.ix_(self.rows, features)], problem.depth)
        self.values = problem.dataset.values[np.ix_(self.rows, features)]

    def fits(self, problem: Problem) -> bool:
        """Is this the room for another problem, which may have other links?"""
        mine = self.problem
        same = mine.dataset is problem.dataset or mine.dataset.hash == problem.dataset.hash
        shape = (mine.k, mine.depth, mine.metric) == (problem.k, problem.depth, problem.metric)
        asked = np.array_equal(mine.split_features, problem.split_features) and mine.rules == problem.rules
        return same and shape and asked and np.array_equal(mine.points, problem.points) and self.sees(problem)

    def sees(self, problem: Problem) -> bool:
        seen = np.zeros(problem.n, dtype=np.bool_)
        seen[self.rows] = True
        return all(bool(seen[link.a] and seen[link.b]) for link in problem.links)

    @cached_property
    def free(self) -> tuple[Member, ...]:
        nothing = Answers(Links(), len(self.rows))
        found: list[Member] = []
        for place, view in enumerate(VIEWS):
            for number in range(FREE):
                found += self.draw(view, nothing, np.random.default_rng([self.seed, 1, place, number]))
        return tuple(found)

    def draw(self, view: str, answers: Answers, rng: np.random.Generator) -> list[Member]:
        """A flat clustering and the tree nearest to it."""
        cost = self.views.draw(view, answers, rng)
        if cost is None:
            return []
        bound = answers.bind(cost)
        members = [Member(view, cost.argmin(axis=1).astype(np.int64), None, cost)]
        if self.descent is not None:
            tree = self.descent.descend(self.first_tree(bound.argmin(axis=1), rng), bound, rng)[1]
            members.append(Member(view, tree.labels(self.descent.ranks), tree, cost))
        return members

    def repaired(self, member: Member, answers: Answers, rng: np.random.Generator) -> Member:
        """A free tree, changed as little as the answers ask for."""
        assert self.descent is not None and member.tree is not None
        tree = self.descent.descend(member.tree, answers.bind(member.cost), rng)[1]
        return Member(member.view, tree.labels(self.descent.ranks), tree, member.cost)

    def first_tree(self, labels: Ints, rng: np.random.Generator, weight: Floats | None = None) -> Candidate:
        """A greedy tree for labels (CART), over ranks."""
        from sklearn.tree import DecisionTreeClassifier

        assert self.descent is not None
        fitted = DecisionTreeClassifier(
            max_depth=self.descent.depth,
            criterion="entropy" if rng.random() < 0.5 else "gini",
            max_features=None if rng.random() < 0.5 else 0.6,
            random_state=int(rng.integers(2**31)),
        ).fit(self.values, labels, sample_weight=weight)
        return self.over_ranks(fitted.tree_, fitted.classes_)

    def over_ranks(self, fitted: object, classes: Ints) -> Candidate:
        """scikit-learn's tree as a complete tree; idle tests below its leaves."""
        assert self.descent is not None
        left, right = fitted.children_left, fitted.children_right  # type: ignore[attr-defined]
        tests, cuts, shares = fitted.feature, fitted.threshold, fitted.value  # type: ignore[attr-defined]
        inner = 2**self.descent.depth
        feature, threshold = np.zeros(inner, dtype=np.int64), np.full(inner, -1, dtype=np.int64)
        leaf_label, standing = np.zeros(inner, dtype=np.int64), {1: 0}
        for t in range(1, 2 * inner):
            node = standing[t]
            if t >= inner:
                leaf_label[t - inner] = classes[int(np.argmax(shares[node]))]
                continue
            is_leaf = left[node] < 0
            standing[2 * t], standing[2 * t + 1] = (node, node) if is_leaf else (left[node], right[node])
            if not is_leaf:
                below = self.values[:, tests[node]] <= cuts[node]
                feature[t] = tests[node]
                threshold[t] = self.descent.ranks[below, tests[node]].max(initial=-1)
        return Candidate(self.descent.depth, feature, threshold, leaf_label)


@lru_cache(maxsize=1)
def kept_rooms() -> deque[Room]:
    return deque(maxlen=2)


def room_for(problem: Problem, seed: int = 0) -> Room:
    """The room of an earlier question about the same table, so that what all of them need is computed once."""
    for room in kept_rooms():
        if room.seed == seed and room.fits(problem):
            return room
    kept_rooms().append(Room(problem.with_(links=Links()) if problem.n <= MOST_ROWS else problem, seed))
    return kept_rooms()[-1]


def sampled(problem: Problem, rng: np.random.Generator) -> Ints:
    """All rows if there are few; otherwise some of them, linked ones first."""
    if problem.n <= MOST_ROWS:
        return np.arange(problem.n)
    linked = np.unique([row for link in problem.links for row in link.pair]).astype(np.int64)
    others = np.setdiff1d(np.arange(problem.n), linked)
    chosen = rng.choice(others, max(0, MOST_ROWS - len(linked)), replace=False)
    return np.sort(np.concatenate([linked, chosen]))


@dataclass(frozen=True, eq=False)
class Committee:
    """Members with weights that sum to 1; `views` has the share of each view."""

    room: Room
    links: Links
    answers: Answers
    members: tuple[Member, ...]
    weights: Floats
    views: dict[str, float]

    @cached_property
    def labels(self) -> Ints:
        """One line per member."""
        return np.stack([member.labels for member in self.members])

    @cached_property
    def broken(self) -> Ints:
        return np.array([self.answers.broken(member.labels) for member in self.members])

    @cached_property
    def agreement(self) -> Floats:
        """ARI between every two members."""
        return rand_indices(self.labels, self.room.problem.k)

    @property
    def agrees(self) -> float:
        """Expected ARI between two members drawn by weight: near 1 there is little left to ask."""
        return float(self.weights @ self.agreement @ self.weights)


def committee_of(room: Room, problem: Problem) -> Committee:
    """The members for the links of a problem. One thread: so small fits lose more by waiting for others than they gain,
    most of all on a busy machine. A table that became a problem is not checked again for every fit."""
    from sklearn import config_context

    for committee in room.seated:
        if committee.links == problem.links:
            return committee
    with threadpool_limits(limits=1), config_context(assume_finite=True, skip_parameter_validation=True):
        room.seated.append(seated(room, problem))
    return room.seated[-1]


def seated(room: Room, problem: Problem) -> Committee:
    answers = answers_within(problem.links, room.rows, problem.n)
    members = list(room.free)
    if len(answers.links):
        for place, view in enumerate(VIEWS):
            for number in range(SEEDED):
                members += room.draw(view, answers, np.random.default_rng([room.seed, 2, place, number]))
        rng = np.random.default_rng([room.seed, 3])
        members += [room.repaired(one, answers, rng) for one in room.free if one.tree is not None]
    views = evidence(room.free, answers)
    return Committee(room, problem.links, answers, tuple(members), weights_of(members, answers, views), views)


def evidence(free: tuple[Member, ...], answers: Answers) -> dict[str, float]:
    """How well each view foretold the answers, one after the other; who was wrong counts for less in what follows. A
    view that knows nothing without answers counts as the mean. In logarithms: many answers make small numbers."""
    score: dict[str, float] = {}
    for view in {member.view for member in free}:
        labels = np.stack([member.labels for member in free if member.view == view])
        trust, total = np.ones(len(labels)), 0.0
        for (a, b), same in zip(answers.ends, answers.same, strict=True):
            right = (labels[:, a] == labels[:, b]) == same
            total += math.log(max(LEAST_SHARE, float((trust[right].sum() + 0.5) / (trust.sum() + 1))))
            trust *= np.where(right, 1.0, TRUST)
            trust /= trust.max()
        score[view] = total
    best = max(score.values())
    shares = {view: math.exp(total - best) for view, total in score.items()}
    mean = float(np.mean(list(shares.values())))
    whole = {view: shares.get(view, mean) for view in VIEWS}
    sum_of_all = sum(whole.values())
    return {view: much / sum_of_all for view, much in whole.items()}


def weights_of(members: list[Member], answers: Answers, views: dict[str, float]) -> Floats:
    """The share of its view, shared by the view's members; less by TRUST for every answer broken."""
    broken = np.array([answers.broken(member.labels) for member in members])
    count = {view: sum(member.view == view for member in members) for view in views}
    shares = np.array([views[member.view] / count[member.view] for member in members])
    with np.errstate(divide="ignore"):  # a share may be too small for a number
        heights = np.log(shares) + broken * math.log(TRUST)
    weights = np.exp(heights - heights.max())
    return np.asarray(weights / weights.sum())


def rand_indices(labels: Ints, k: int, most: int = 500) -> Floats:
    """The adjusted Rand index between every two lines, on at most so many rows."""
    step = max(1, labels.shape[1] // most)
    seen = labels[:, ::step]
    count, n = seen.shape
    member = np.zeros((count * k, n), dtype=np.float32)
    member[(np.arange(count)[:, None] * k + seen).ravel(), np.tile(np.arange(n), count)] = 1.0
    shared = (member @ member.T).reshape(count, k, count, k).astype(np.float64)
    pairs = (shared**2).sum(axis=(1, 3)) - n
    own = np.diag(pairs)
    expected = own[:, None] * own / (n * (n - 1.0))
    most_possible = (own[:, None] + own) / 2
    room = most_possible - expected
    return np.where(np.abs(room) > 1e-9, (pairs - expected) / np.where(np.abs(room) > 1e-9, room, 1.0), 1.0)
