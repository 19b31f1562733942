"""Sizes, bounds and rules that leave no tree: which of them are to blame, against brute force over whole trees."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests import tree_oracle
from tests.each import each
from treeclust.__main__ import main
from treeclust.ask.conflict_words import conflict_words
from treeclust.ask.repairs import drop_limits, explain
from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.explanations import Conflict, Explanation
from treeclust.core.limits import Limit, limits_of, without
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.rules import TreeRules
from treeclust.core.stop import never

LINE = Dataset.from_array(np.c_[np.arange(9.0), np.arange(9.0)[::-1] % 4], names=["x", "y"])


def feasible(problem: Problem) -> bool:
    return bool(tree_oracle.clusterings(problem))


@each(400)
def test_limits_to_blame_are_those_of_brute_force(seed):
    """Without each limit that is offered there is a tree; one that is not offered would not help alone."""
    problem = tree_oracle.limited_problem(seed, ("all", "rules", "sizes", "bounds")[seed % 4])
    if problem.is_flat or feasible(problem) or not limits_of(problem):
        return
    offered = {repair.limits: repair for repair in drop_limits(Question(problem, "md"), never)}
    limits = limits_of(problem)
    alone = {
        tuple(limit for limit in limits if limit.name == name): name for name in dict.fromkeys(x.name for x in limits)
    }
    helps = {group for group in alone if feasible(without(problem, group))}
    assert all(feasible(repair.question.problem) for repair in offered.values())
    if helps:
        assert set(offered) == helps
    else:
        assert bool(offered) == feasible(without(problem, limits))


def test_every_limit_has_words_and_can_be_taken_away():
    """All ten kinds; without all of them the problem is the plain one."""
    rules = TreeRules(("y",), "x", 1, 4, True)
    problem = Problem(
        LINE, 3, 2, min_rows=2, max_rows=4, min_leaf_rows=2, max_diameter=90.0, min_split=1.5, rules=rules
    )
    words = [limit.words for limit in limits_of(problem)]
    assert words == [
        "no diameter above 90", "no split below 1.5", "at most 4 rows in a cluster", "at least 2 rows in a leaf",
        "at least 2 rows in a cluster", 'no test on "y"', 'the first test on "x"', "at most 1 column in the tree",
        "at most 4 leaves", "no column twice on a path",
    ]  # fmt: skip
    plain = without(problem, limits_of(problem))
    assert limits_of(plain) == () and plain.rules == TreeRules() and plain.min_rows == 1


@pytest.mark.parametrize(
    ("limits", "actions"),
    [
        ({"max_diameter": 10.0}, {"sizes"}),
        ({"max_diameter": 10.0, "min_rows": 3}, {"sizes"}),
        ({"rules": TreeRules(max_columns=1, root="y"), "max_diameter": 12.0}, {"sizes"}),
        ({"rules": TreeRules(("x",)), "max_diameter": 80.0}, {"sizes", "rules"}),
    ],
)
def test_the_explanation_names_limits_and_offers_to_drop_them(limits, actions):
    """Without links no link is to blame: the sentence says what was asked, and travels with the repairs."""
    question = Question(Problem(LINE, 3, 2, **limits), "md")
    explanation = explain(question)
    assert explanation.status == "infeasible" and explanation.conflicts == (Conflict((), True),)
    said = conflict_words(explanation.conflicts[0], question.problem)
    assert all(limit.words in said for limit in limits_of(question.problem))
    dropped = [repair for repair in explanation.repairs if repair.limits]
    assert {repair.action for repair in dropped} == actions
    back = from_json(Explanation, json.loads(json.dumps(to_json(explanation))), question)
    for one, two in zip(back.repairs, explanation.repairs, strict=True):
        assert (one.action, one.limits) == (two.action, two.limits)
        assert limits_of(one.question.problem) == limits_of(two.question.problem)


def test_a_size_can_be_what_clashes_with_links():
    """Two halves that links tie together leave too few rows for a third cluster."""
    links = Links.from_pairs(must=[(i, i + 1) for i in range(7)])
    explanation = explain(Question(Problem(LINE, 2, 2, links, min_rows=3), "md"))
    assert explanation.conflict is not None and explanation.conflict.links
    sizes = next(repair for repair in explanation.repairs if repair.action == "sizes")
    assert sizes.limits == (Limit("min_rows", 3),) and sizes.result.solution is not None


def test_more_clusters_than_the_limits_allow_are_not_tried():
    """Three rows each leave room for three clusters of nine rows; asking for four would be refused, not a crash."""
    explanation = explain(Question(Problem(LINE, 3, 2, min_rows=3, min_split=40.0), "md"))
    assert not [repair for repair in explanation.repairs if repair.action == "k"]


def test_the_command_says_what_was_asked(tmp_path, capsys):
    """In words and as JSON."""
    data = tmp_path / "line.csv"
    np.savetxt(data, LINE.values, delimiter=",", header="x,y", comments="")
    command = ["explain", str(data), "-k", "3", "-d", "2", "--objective", "md", "--max-diameter", "10"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert (
        "with 3 clusters keeps to this: no diameter above 10." in out
        and "without the limits: no diameter above 10" in out
    )
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["repairs"][0]["limits"] == [{"name": "max_diameter", "value": 10.0, "words": "no diameter above 10"}]
