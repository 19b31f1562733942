"""What is measured and what explains it: roles and weights of columns, against brute force from the table itself."""

from __future__ import annotations

from math import inf

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist

from tests import tree_oracle
from tests.tables.columns.made import random_choice, random_table
from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset, Feature
from treeclust.core.distances import METRICS, condensed_distances
from treeclust.core.problem import Problem
from treeclust.core.tree import Leaf, Node
from treeclust.tables.columns import ColumnChoice, make_dataset

TABLES, CHUNKS = 1_000, 4


def numbers_of(series: pd.Series) -> list[float] | None:
    """The cells as numbers; None if they are text."""
    cells = series.tolist()
    if isinstance(cells[0], str):
        return None
    return [float(cell.toordinal() if isinstance(cell, pd.Timestamp) else cell) for cell in cells]


def distances_of(frame: pd.DataFrame, choice: ColumnChoice, metric: str) -> np.ndarray:
    """From the cells: each column's difference from 0 to 100, times its weight; two categories are 100 apart."""
    gaps = []
    for name in frame.columns:
        weight = choice.weights.get(name, 1.0) if choice.measure is None or name in choice.measure else 0.0
        cells, numbers = frame[name].tolist(), numbers_of(frame[name])
        if numbers is None:
            gap = [[100.0 * (a != b) for b in cells] for a in cells]
        else:
            width = (max(numbers) - min(numbers)) or inf
            gap = [[100.0 * abs(a - b) / width for b in numbers] for a in numbers]
        gaps.append(weight * np.array(gap))
    if metric == "euclidean":
        return np.sqrt(np.sum(np.square(gaps), axis=0))
    return np.sum(gaps, axis=0) if metric == "manhattan" else np.max(gaps, axis=0)


def explaining(frame: pd.DataFrame, allowed: set[str]) -> Dataset:
    """Only what tests may ask about, from the cells: a number, or yes or no for each category."""
    columns: list[list[float]] = []
    for name in allowed:
        cells, numbers = frame[name].tolist(), numbers_of(frame[name])
        each = [[float(cell == text) for cell in cells] for text in set(cells)] if numbers is None else [numbers]
        columns += each
    features = tuple(Feature(f"{j}", min(column), max(column)) for j, column in enumerate(columns))
    return Dataset(features, np.array(columns).T.copy(), np.arange(len(frame)))


def asked_columns(node: Node, names: list[str]) -> set[str]:
    if isinstance(node, Leaf):
        return set()
    return {names[node.feature]} | asked_columns(node.left, names) | asked_columns(node.right, names)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_roles_and_weights_equal_brute_force(chunk: int) -> None:
    """The distances are those of the cells, the value is the best of all trees that ask about the allowed columns, and
    the tree asks about no other."""
    size, solved = TABLES // CHUNKS, 0
    for seed in range(chunk * size, (chunk + 1) * size):
        rng = np.random.default_rng([seed, 11])
        while True:
            frame = random_table(rng)
            choice, metric = random_choice(list(frame.columns), rng), str(rng.choice(list(METRICS)[:3]))
            try:
                dataset = make_dataset(frame, choice)
                problem = Problem(dataset, 2, int(rng.integers(1, 3)), metric=metric)
                break
            except ValueError:
                continue
        wanted = condensed_distances(distances_of(frame, choice, metric))
        np.testing.assert_allclose(problem.distances, wanted, atol=2e-9)
        allowed = set(choice.split or frame.columns)
        oracle = problem.with_(dataset=explaining(frame, allowed), given_distances=problem.distances)
        for objective in ("md", "md-ms"):
            result = solve(problem, objective)
            value = None if result.measures is None else result.measures.value
            assert (str(result.status), value) == tree_oracle.best(oracle, objective), f"{seed}, {objective}"
            if result.tree is not None:
                solved += 1
                columns = [feature.column for feature in dataset.features]
                assert asked_columns(result.tree.root, columns) <= allowed
    assert solved > size


@pytest.mark.parametrize("metric", METRICS)
def test_two_categories_are_100_apart(metric: str) -> None:
    """In every metric, times the weight of the column; by cosine the points are, and the angle is a right one."""
    frame = pd.DataFrame({"colour": ["red", "green", "blue", "red"]})
    for weight in (1.0, 3.0):
        problem = Problem(make_dataset(frame, ColumnChoice(weights={"colour": weight})), 2, 2, metric=metric)
        apart = np.array([1.0, 1.0, 0.0, 1.0, 1.0, 1.0])
        if metric == "cosine":
            np.testing.assert_allclose(pdist(problem.points), 100 * weight * apart)
        np.testing.assert_allclose(problem.distances, apart if metric == "cosine" else 100 * weight * apart, atol=1e-9)


def test_yes_and_no_are_100_apart() -> None:
    """They were before, too: one feature, not one for each."""
    frame = pd.DataFrame({"glad": ["yes", "no", "no"]})
    assert Problem(make_dataset(frame), 2, 1).distances.tolist() == [100.0, 100.0, 0.0]


def test_clusters_are_measured_by_some_columns_and_explained_by_others() -> None:
    """Nothing else is a feature then; the tree asks about the others, and their distances do not count."""
    frame = pd.DataFrame(
        {"a": [0, 0, 9, 9], "b": [1, 1, 5, 6], "c": [3, 4, 8, 7], "d": [0, 1, 0, 1], "e": [5, 1, 1, 5]}
    )
    dataset = make_dataset(frame, ColumnChoice(measure=("a", "b"), split=("c", "d")))
    assert [(f.name, f.weight, f.split) for f in dataset.features] == [
        ("a", 1.0, False), ("b", 1.0, False), ("c", 0.0, True), ("d", 0.0, True),
    ]  # fmt: skip
    assert dataset.notes == ()
    result = solve(Problem(dataset, 2, 1), "md")
    assert (result.labels.tolist(), result.md) == ([0, 0, 1, 1], 20.0)
    assert "c ≤ 5" in str(result.tree.rules()[0])
