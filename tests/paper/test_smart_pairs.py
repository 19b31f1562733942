"""Algorithm 1 against a word-for-word rendering of the paper's pseudo-code."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from treeclust.core.dataset import Dataset
from treeclust.core.distances import distance_classes, pair_indices, pairwise
from treeclust.core.problem import Problem
from treeclust.lab.random_links import random_links
from treeclust.objectives import objective_named
from treeclust.paper.formula import encode
from treeclust.paper.smart_pairs import algorithm_1


def inner(edge, positive):
    reached, queue = {edge[0]}, [edge[0]]
    while queue:
        row = queue.pop()
        for a, b in positive:
            for one, two in ((a, b), (b, a)):
                if one == row and two not in reached:
                    reached.add(two)
                    queue.append(two)
    return edge[1] in reached


def crossing(edge, positive, negative):
    return any(
        (inner((edge[0], a), positive) and inner((edge[1], b), positive))
        or (inner((edge[0], b), positive) and inner((edge[1], a), positive))
        for a, b in negative
    )


def pseudo_code(must, cannot, length, klass):
    """Lines 1–30 of Algorithm 1; returns the pairs of each loop and the two settled classes, or None if infeasible."""
    positive, negative = [], []
    for edge in sorted(must, key=length.get):
        if not inner(edge, positive):
            positive.append(edge)
    for edge in sorted(cannot, key=length.get, reverse=True):
        if inner(edge, positive):
            return None
        if not crossing(edge, positive, negative):
            negative.append(edge)
    links = list(positive), list(negative)
    kept = list(positive)
    together, never_together = [], None
    for edge in sorted(length, key=length.get):
        if crossing(edge, positive, negative):
            never_together = klass[edge]
            break
        if not inner(edge, positive):
            positive.append(edge)
            together.append(edge)
    positive = kept
    separate, never_separate = [], None
    for edge in sorted(length, key=length.get, reverse=True):
        if inner(edge, positive):
            never_separate = klass[edge]
            break
        if not crossing(edge, positive, negative):
            negative.append(edge)
            separate.append(edge)
    return *links, together, separate, never_together, never_separate


def both(seed: int, consistent: bool):
    rng = np.random.default_rng(seed)
    n = 9
    points = rng.random((n, 2)) * 100
    i, j = pair_indices(n)
    distances = pairwise(points)
    classes = distance_classes(distances, 2.0).of(distances)
    pairs = list(zip(i.tolist(), j.tolist(), strict=True))
    groups = rng.integers(0, 3, n)
    picked = [pairs[e] for e in rng.choice(len(pairs), int(rng.integers(0, 10)), replace=False)]
    decide = (lambda a, b: groups[a] == groups[b]) if consistent else (lambda a, b: rng.random() < 0.5)
    must = [pair for pair in picked if decide(*pair)]
    cannot = [pair for pair in picked if pair not in must]
    naive = pseudo_code(must, cannot, dict(zip(pairs, distances, strict=True)), dict(zip(pairs, classes, strict=True)))
    columns = [np.array(links, dtype=np.intp).reshape(-1, 2).T for links in (must, cannot)]
    return naive, algorithm_1(n, tuple(columns[0]), tuple(columns[1]), i, j, distances, classes)


def as_set(columns):
    return set(zip(*(column.tolist() for column in columns[:2]), strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_the_fast_form_chooses_the_pairs_of_the_pseudo_code(seed):
    """Same pairs in each of the four loops and the same settled classes."""
    naive, fast = both(seed, consistent=True)
    assert [set(part) for part in naive[:4]] == [
        as_set(part) for part in (fast.must, fast.cannot, fast.together, fast.separate)
    ]
    assert naive[4:] == (fast.never_together, fast.never_separate)


def test_contradictory_links_leave_by_the_infeasible_exit():
    """Both renderings return "infeasible" for the same random links, and some of them are."""
    outcomes = [both(seed, consistent=False) for seed in range(60)]
    assert [naive is None for naive, _ in outcomes] == [fast.infeasible for _, fast in outcomes]
    assert any(fast.infeasible for _, fast in outcomes)


def test_the_formula_shrinks():
    """Two blobs of 300 rows with links: smart pairs need less than a fifth of the clauses."""
    points, groups = make_blobs(300, centers=2, random_state=0)
    problem = Problem(Dataset.from_array(points), 2, 3, random_links(groups, 0.5, seed=1))
    objective = objective_named("md-ms")
    plain, smart = (encode(problem, objective, smart=smart).clauses for smart in (False, True))
    assert plain > 5 * smart
