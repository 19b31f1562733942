"""The next pair to ask the expert: one on which good clusterings disagree, with each other and with the answer."""

from __future__ import annotations

import time
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.solve import solve
from treeclust.core.distances import METRICS
from treeclust.core.objective import Objective
from treeclust.core.problem import MATRIX_ROWS, Problem
from treeclust.core.result import Result
from treeclust.core.stop import Stop, never
from treeclust.core.suggestions import Pair, PairQuestion, Suggestion
from treeclust.core.tree import Labels
from treeclust.lab.asking.panel import Opinions, Panel, free_opinions, panel_of

Matrix = NDArray[np.float64]
LEAST_DOUBT = 0.05
"""Below this the panel is of one mind."""
EXPLORING = 6
"""After so many answers, being against the present answer counts twice as much as being split."""
FIRST_BLOCKS = 2
"""The first questions are between large blocks; after so many answers size counts half as much, and so on."""
NEAR_BEST = 0.98
"""Pairs of blocks with this share of the largest worth are as good as the best; distance decides among them."""
MOST_BLOCKS, MOST_ROWS = 2000, 200
ALTERNATIVES = 12


def panel_question(
    problem: Problem,
    objective: Objective | str = "md-ms",
    skip: Collection[Pair] = (),
    stop: Stop = never,
    *,
    start: Result | None = None,
    opinions: Opinions | None = None,
    seed: int = 0,
) -> Suggestion:
    """The next question. `skip`: pairs that the expert could not answer. What links and their closure settle is never
    asked. `start`, the answer to the problem, and `opinions`, what the table says without links, save time."""
    began = time.perf_counter()

    def done(question: PairQuestion | None, trees: int, agreed: bool, reason: str) -> Suggestion:
        return Suggestion(question, trees, agreed, reason, time.perf_counter() - began)

    result = solve(problem, objective, stop=stop) if start is None else start
    if result.labels is None:
        return done(None, 0, False, result.message or "There is no clustering to ask about: no tree was found.")
    opinions = free_opinions(problem, stop, seed) if opinions is None else opinions
    panel = panel_of(problem, opinions, stop, seed)
    question = most_doubtful(problem, panel, result.labels, skip)
    if question is not None:
        return done(question, len(panel.labels) + 1, False, question.why)
    if problem.n > MATRIX_ROWS:
        return done(None, len(panel.labels) + 1, True, "All good trees agree.")
    others = find_alternatives(problem, objective, ALTERNATIVES, stop, start=result)
    equals = tuple(one.solution.labels for one in others.found[1:])
    question = None
    if equals:
        question = most_doubtful(problem, Panel(equals, np.full(len(equals), 1 / len(equals))), result.labels, skip)
    count = len(panel.labels) + 1 + len(equals)
    if question is not None:
        return done(question, count, False, question.why)
    alone = " and no other tree is as good" if others.complete and not equals else ""
    return done(None, count, True, f"All {count} good trees agree{alone}.")


def most_doubtful(problem: Problem, panel: Panel, labels: Labels, skip: Collection[Pair]) -> PairQuestion | None:
    """The pair with most doubt between the largest blocks; rows that neither the panel nor a link tells apart are one
    block."""
    if not panel.labels:
        return None
    linked = np.bincount(problem.closure.component)[problem.closure.component] > 1
    linked[[row for link in problem.links for row in link.pair]] = True
    of_links = np.where(linked, problem.closure.component, -1)
    kinds, block = np.unique(np.stack([*panel.labels, labels, of_links], axis=1), axis=0, return_inverse=True)
    block = block.reshape(-1)
    kinds = kinds[:MOST_BLOCKS]
    share = np.zeros((len(kinds), len(kinds)))
    for column, weight in zip(kinds.T, panel.weights, strict=False):
        share += weight * (column[:, None] == column)
    now = kinds[:, -2][:, None] == kinds[:, -2]
    answers = len(problem.links) + len(skip)
    doubt = doubts(share, now, answers)
    close_settled(problem, kinds[:, -1], doubt)
    sizes = np.bincount(block)[: len(kinds)].astype(np.float64)
    size_counts = 0.25 * 0.5 ** (answers / FIRST_BLOCKS)
    worth = np.where(doubt >= LEAST_DOUBT, doubt * np.outer(sizes, sizes) ** size_counts, 0.0)
    skipped = {(min(pair), max(pair)) for pair in skip}
    while (most := float(worth.max())) > 0:
        ones, twos = np.nonzero(np.triu(worth >= NEAR_BEST * most))
        pair, at = telling_pair(problem, block, share, ones, twos, skipped)
        if pair is not None:
            return question_of(pair, float(share[at]), bool(now[at]), len(panel.labels))
        worth[ones, twos] = worth[twos, ones] = 0.0
    return None


def doubts(share: Matrix, now: NDArray[np.bool_], answers: int) -> Matrix:
    """How evenly the panel is split (what tells good members from bad, so it counts most in the beginning), and how
    much of it is against the present answer (what changes the answer)."""
    exploring = EXPLORING / (EXPLORING + answers)
    split = 1 - 2 * np.abs(share - 0.5)
    return np.asarray((exploring * split + np.abs(share - now)) / (1 + exploring))


def close_settled(problem: Problem, component: Labels, doubt: Matrix) -> None:
    """No doubt where links, or what they imply, have settled it."""
    settled = (component[:, None] == component) & (component >= 0)
    where = {int(c): np.flatnonzero(component == c) for c in np.unique(component) if c >= 0}
    for one, two in problem.closure.exclusive:
        if one in where and two in where:
            settled[np.ix_(where[one], where[two])] = settled[np.ix_(where[two], where[one])] = True
    doubt[settled] = 0.0


def telling_pair(
    problem: Problem,
    block: Labels,
    share: Matrix,
    ones: NDArray[np.intp],
    twos: NDArray[np.intp],
    skipped: set[Pair],
) -> tuple[Pair | None, Pair]:
    """Of the pairs of blocks: the farthest rows if they are thought to belong together, since a must-link between them
    settles the diameter; the nearest ones otherwise, since a cannot-link settles the split."""
    best: tuple[float, Pair | None, Pair] = (-np.inf, None, (0, 0))
    for one, two in zip(ones.tolist(), twos.tolist(), strict=True):
        rows, others = np.flatnonzero(block == one)[:MOST_ROWS], np.flatnonzero(block == two)[:MOST_ROWS]
        scaled = problem.points
        distance = cdist(scaled[rows], scaled[others], METRICS[problem.metric])
        together = share[one, two] > 0.5
        worth = distance if together else -distance
        for place in np.argsort(-worth, axis=None)[: len(skipped) + 1 + len(rows)].tolist():
            a, b = int(rows[place // len(others)]), int(others[place % len(others)])
            score = float(worth.flat[place]) + (1e9 if together else 0.0)
            if a != b and score > best[0] and (min(a, b), max(a, b)) not in skipped:
                best = (score, (min(a, b), max(a, b)), (one, two))
                break
    return best[1], best[2]


def question_of(pair: Pair, share: float, together_now: bool, trees: int) -> PairQuestion:
    says = "puts them together" if together_now else "keeps them apart"
    why = f"{share:.0%} of the weight of {trees} good trees is for together; the present tree {says}"
    return PairQuestion(*pair, share, together_now, why)
