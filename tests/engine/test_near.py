"""Staying near to the tree that was shown before: what is proved stays proved, and what need not change does not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests import tree_oracle
from treeclust.__main__ import main
from treeclust.ask.solve import solve_question
from treeclust.ask.wanted import solve
from treeclust.core.dataset import Dataset
from treeclust.core.earlier_tree import EarlierTest, EarlierTree
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Status
from treeclust.core.wishes import Wishes
from treeclust.engine.search.wanted import MOVE_SHARE

OBJECTIVES = ("md", "md-ms")


def blobs(seed: int, columns: int = 3) -> Dataset:
    rng = np.random.default_rng(seed)
    centres = rng.random((3, columns)) * 4
    return Dataset.from_array(np.round(centres[rng.integers(0, 3, 60)] + rng.normal(size=(60, columns)), 2))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_near_changes_nothing_that_is_proved(objective: str) -> None:
    """Limits of all kinds: the value, and the fewest leaves for the clusters that are shown, are those of brute
    force."""
    for seed in range(150):
        problem = tree_oracle.limited_problem(seed, ("all", "rules", "sizes", "bounds")[seed % 4])
        plain = solve(problem, objective)
        other = solve(problem.with_(k=2, k_min=1, min_rows=1, max_rows=None), objective, prefer="first")
        if other.tree is None:
            continue
        near = solve(problem, objective, near=other.tree)
        assert near.status is plain.status, seed
        if near.measures is not None and plain.measures is not None and near.choice is not None:
            assert near.measures.value == plain.measures.value, seed
            counts = tree_oracle.clusterings(problem)
            labels = tuple(near.labels.tolist())
            assert near.choice.leaves >= counts[labels], seed
            assert near.choice.leaves == counts[labels] or not near.choice.leaves_proved, seed


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_link_that_the_tree_obeys_changes_nothing(objective: str) -> None:
    """Unless clusters are found that are more compact by more than a trifle."""
    same = 0
    for seed in range(12):
        rng, problem = np.random.default_rng(seed), Problem(blobs(seed), 3, 3)
        before = solve(problem, objective)
        a, b = (int(row) for row in rng.choice(problem.n, 2, replace=False))
        kind = Kind.MUST if before.labels[a] == before.labels[b] else Kind.CANNOT
        linked = problem.with_(links=Links.of([Link(a, b, kind)]))
        after = solve(linked, objective, near=before.tree)
        assert after.status is Status.OPTIMAL and after.measures.value == before.measures.value
        if after.tree == before.tree:
            same += 1
        else:
            assert after.choice.sum_of_squares <= (1 - MOVE_SHARE) * before.choice.sum_of_squares
    assert same >= 8


def test_the_same_question_near_to_the_same_tree_has_the_same_answer() -> None:
    """Twice, with the tree of another number of clusters, which fits only in part."""
    problem = Problem(blobs(5), 3, 3)
    earlier = solve(problem.with_(k=4, depth=2), "md").tree
    one, two = (solve(problem, "md", near=earlier) for _ in range(2))
    assert one.tree == two.tree and one.labels.tolist() == two.labels.tolist()


def test_thresholds_stay_where_they_part_the_same_rows() -> None:
    """A threshold that somebody has seen is not moved for one with fewer digits."""
    problem = Problem(Dataset.from_array(np.array([[0.0], [1.0], [8.0], [9.0]])), 2, 1)
    plain = solve(problem, "md").tree
    odd = EarlierTree((EarlierTest(1, plain.features[0].name, 6.123),), ((2, 0), (3, 1)))
    found = solve_question(Question(problem, "md", wishes=Wishes(near=odd)))
    assert plain.root.threshold != 6.123 and found.tree.root.threshold == 6.123


def test_a_tree_over_other_columns_does_not_matter() -> None:
    """Nor one that is deeper than the tree may be."""
    problem = Problem(blobs(1, 2), 3, 2)
    wide = Problem(blobs(1, 6), 4, 4)
    assert solve(problem, "md", near=solve(wide, "md").tree).status is Status.OPTIMAL


@pytest.mark.parametrize(
    ("tests", "leaves"),
    [
        ((), ((2, 0),)),
        ((EarlierTest(1, "x", 0.0),), ((2, 0),)),
        ((EarlierTest(1, "x", float("nan")),), ((2, 0), (3, 1))),
        ((EarlierTest(1, "x", 0.0),), ((2, 0), (3, -1))),
        ((EarlierTest(1, "x", 0.0), EarlierTest(1, "x", 0.0)), ((2, 0), (3, 1))),
    ],
)
def test_what_is_no_tree_is_refused(tests: tuple[EarlierTest, ...], leaves: tuple[tuple[int, int], ...]) -> None:
    """In a sentence."""
    with pytest.raises(InputError, match="stay near to"):
        EarlierTree(tests, leaves)


def test_the_command_line_stays_near(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To the tree that it printed; a file without one is refused in a sentence."""
    data, before = tmp_path / "data.csv", tmp_path / "before.json"
    values = blobs(3).values
    data.write_text("\n".join(["a,b,c", *(",".join(map(str, row)) for row in values)]))
    words = ["solve", str(data), "-k", "3", "--objective", "md", "--json"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    before.write_text(printed)
    assert main([*words, "--near", str(before)]) == 0
    assert json.loads(capsys.readouterr().out)["tree"] == json.loads(printed)["tree"]
    for junk in ("", "[]", "{}", '{"tree": {"feature": 1}}', '{"tests": 3}'):
        before.write_text(junk)
        assert main([*words, "--near", str(before)]) != 0
        assert "before.json holds no tree to stay near to" in capsys.readouterr().err
