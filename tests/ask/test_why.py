"""Why a row is where it is, against the tree followed by hand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
import pytest

from tests.each import each
from tests.oracle import random_problem
from treeclust.ask.solve import solve
from treeclust.ask.why import least_move, parting_of, path_of
from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.tree import Leaf, Node, Split, Tree
from treeclust.tables.columns import ColumnChoice, make_dataset


def solved(seed: int) -> tuple[Problem, Tree] | None:
    problem = random_problem(seed, flat=False)
    tree = solve(problem, "md").tree
    return None if tree is None else (problem, tree)


@cache
def all_solved() -> list[tuple[Problem, Tree]]:
    return [one for one in map(solved, range(120)) if one is not None]


def thresholds(node: Node) -> set[float]:
    return set() if isinstance(node, Leaf) else {node.threshold} | thresholds(node.left) | thresholds(node.right)


def smallest_change(tree: Tree, dataset: Dataset, row: int) -> float | None:
    """Every threshold, and the next number above it, tried in every feature."""
    own = tree.predict(dataset.values[row : row + 1])[0]
    tried = [value for t in thresholds(tree.root) for value in (t, np.nextafter(t, np.inf))]
    sizes = []
    for j, feature in enumerate(dataset.features):
        for value in tried:
            changed = dataset.values[row : row + 1].copy()
            changed[0, j] = value
            if tree.predict(changed)[0] != own:
                sizes.append(abs(value - dataset.values[row, j]) / (feature.high - feature.low) * 100)
    return min(sizes, default=None)


@each(80, all_solved)
def test_the_least_move_is_the_least_of_all_that_were_tried(one):
    """Same size as brute force for every row, and the new value does move the row to the cluster it names."""
    problem, tree = one
    for row in range(problem.n):
        move = least_move(tree, problem.dataset, row)
        least = smallest_change(tree, problem.dataset, row)
        assert (move is None) == (least is None)
        if move is not None:
            assert move.scaled == pytest.approx(least)
            changed = problem.dataset.values[row : row + 1].copy()
            names = [feature.column for feature in problem.dataset.features]
            changed[0, names.index(move.column)] = move.new_value
            assert tree.predict(changed)[0] == move.cluster != tree.predict(problem.dataset.values)[row]


@each(80, all_solved)
def test_path_and_parting_follow_the_tree(one):
    """The path ends in the row's cluster; two rows share a leaf, or part at a test that sends them two ways."""
    problem, tree = one
    labels = tree.predict(problem.dataset.values)
    paths = [path_of(tree, problem.dataset, row) for row in range(problem.n)]
    assert [path.cluster for path in paths] == labels.tolist()
    for a in range(problem.n):
        for b in range(a):
            parting = parting_of(tree, problem.dataset, a, b)
            assert parting.together == (labels[a] == labels[b])
            if parting.step_a is None:
                assert paths[a].leaf == paths[b].leaf
            else:
                assert parting.step_a.feature == parting.step_b.feature
                assert parting.step_a.goes_left != parting.step_b.goes_left


FRAME = pd.DataFrame(
    {
        "colour": ["red", "green", "blue", "red"],
        "member": [True, False, True, False],
        "since": pd.to_datetime(["2020-01-01", "2020-01-05", "2020-01-09", "2020-01-20"]),
        "age": [20.0, 30.0, 40.0, 50.0],
    }
)


def split_on(dataset: Dataset, name: str, threshold: float) -> Tree:
    at = [feature.name for feature in dataset.features].index(name)
    return Tree(Split(at, threshold, Leaf(0, 2), Leaf(1, 2), 4), dataset.features)


def test_words_for_every_kind_of_column():
    """Categories by name, yes and no, whole days, numbers in original units."""
    dataset = make_dataset(FRAME, ColumnChoice(tuple(FRAME.columns)))
    colour = least_move(split_on(dataset, "colour = red", 0.5), dataset, 1)
    assert colour.words == "With colour = red (it is green), row 1 would be in cluster 1."
    member = least_move(split_on(dataset, "member", 0.5), dataset, 0)
    assert member.words == "With member = no, row 0 would be in cluster 0."
    day = dataset.values[:, [f.name for f in dataset.features].index("since")]
    since = least_move(split_on(dataset, "since", (day[1] + day[2]) / 2 + 0.5), dataset, 0)
    assert since.new_value - day[0] == 7
    assert since.words == "With since > 2020-01-07 (it is 2020-01-01), row 0 would be in cluster 1."
    age = split_on(dataset, "age", 35.0)
    assert str(path_of(age, dataset, 3)) == "Row 3 is in cluster 1: age is 50 (> 35)."
    assert parting_of(age, dataset, 0, 1).words.endswith("end in the same leaf, of cluster 0.")
    assert "row 3: age is 50 (> 35)" in parting_of(age, dataset, 0, 3).words
