"""Wishes, sizes and rules as the application keeps them: what they ask, what makes an answer out of date, merging."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from treeclust.ask.solve import solve_question
from treeclust.core.earlier_tree import EarlierTree
from treeclust.core.links import Kind
from treeclust.core.result import Result
from treeclust.core.rules import TreeRules
from treeclust.core.wishes import Wishes
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import Table
from treeclust.workspace import edits, runs, solving
from treeclust.workspace.parameters import BEGIN, OF_PROBLEM, Parameters, usual_min_rows
from treeclust.workspace.project import Project
from treeclust.workspace.store.merging import merge_parameters

OTHERS: dict[str, Any] = {
    "k": 4, "k_min": 2, "depth": 4, "epsilon": 0.5, "objective": "md-ms", "prefer": "simple", "slack": 5.0, "seed": 1,
    "metric": "manhattan",
    "min_rows": 3, "max_rows": 30, "min_leaf_rows": 2, "max_diameter": 200.0, "min_split": 0.5,
    "assume": True, "refused": ((0, 1),),
}  # fmt: skip
RULES: dict[str, Any] = {"never": ("y",), "root": "x", "max_columns": 2, "max_leaves": 5, "once": True}


@pytest.fixture
def project() -> Project:
    made = Project()
    values = np.random.default_rng(3).random((60, 3))
    edits.load_table(made, Table(pd.DataFrame(values, columns=["x", "y", "z"]), "noise.csv"))
    return made


def solved(project: Project) -> None:
    question = solving.next_question(project)
    found = solve_question(question)
    assert isinstance(found, Result)
    solving.take(project, found, question)


def test_a_new_table_begins_with_compact_clusters_and_no_tiny_ones(project: Project) -> None:
    """A tenth of the average cluster, at least one row; the library's own default stays one row."""
    assert project.work.problem().min_rows == 2 and project.work.question().wishes == Wishes("compact")
    assert [usual_min_rows(n, k) for n, k in ((150, 3), (178, 3), (8, 3), (400, 2))] == [5, 5, 1, 20]
    assert Parameters().of_problem(150)["min_rows"] == 1 and Parameters().wishes == Wishes("first")


def test_slack_waits_where_clusters_need_not_be_compact() -> None:
    """Another preference is never refused for the slack that was set before."""
    asked = Parameters(prefer="simple", slack=7.0)
    assert asked.wishes == Wishes("simple")
    assert replace(asked, prefer="compact").wishes == Wishes("compact", 7.0)


@pytest.mark.parametrize("name", [*OTHERS, *RULES])
def test_every_parameter_makes_the_answer_out_of_date(project: Project, name: str) -> None:
    """And Undo brings it back; a time limit does not count."""
    solved(project)
    assert not project.is_stale
    now = project.work.parameters
    changed = {name: OTHERS[name]} if name in OTHERS else {"rules": replace(now.rules, **{name: RULES[name]})}
    edits.set_parameters(project, replace(now, **changed))
    assert project.is_stale
    edits.undo(project)
    assert not project.is_stale
    edits.set_parameters(project, replace(now, seconds=7))
    assert not project.is_stale


def test_every_field_is_tried_here() -> None:
    """A new parameter must be added above."""
    assert {one.name for one in fields(Parameters)} == {*OTHERS, "rules", "seconds"}
    assert {one.name for one in fields(TreeRules)} == set(RULES)
    assert set(OF_PROBLEM) | {"objective", "prefer", "slack", "seed", "assume", "refused"} == {*OTHERS, "rules"}


@pytest.mark.parametrize("min_rows", [None, 1, 2, 5])
def test_a_question_is_asked_again_exactly(project: Project, min_rows: int | None) -> None:
    """Whatever stands in the sidebar now, afterwards it asks what the run asked."""
    rules = TreeRules(("y",), "x", 2, 6, True)
    asked = Parameters(
        k=3, depth=3, objective="md", metric="manhattan", prefer="compact", slack=4.0, seed=9, min_rows=min_rows,
        max_rows=40, min_leaf_rows=2, max_diameter=250.0, min_split=0.01, rules=rules,
    )  # fmt: skip
    edits.set_parameters(project, asked)
    solved(project)
    first = project.current_answer
    assert first is not None
    for other in (Parameters(), Parameters(**BEGIN, k=5, depth=4), replace(asked, prefer="first")):
        edits.set_parameters(project, other)
        runs.open_run(project, first)
        assert project.current_answer is first and not project.is_stale


def test_rules_leave_with_their_columns(project: Project) -> None:
    """Other columns keep theirs; one Undo brings back columns and rules."""
    rules = TreeRules(("y", "z"), "x", 2)
    edits.set_parameters(project, replace(project.work.parameters, rules=rules))
    edits.choose_columns(project, ColumnChoice(features=("y", "z")))
    assert project.work.parameters.rules == TreeRules(("y", "z"), None, 2)
    edits.choose_columns(project, ColumnChoice(features=("x", "z")))
    assert project.work.parameters.rules == TreeRules(("z",), None, 2)
    edits.undo(project)
    edits.undo(project)
    assert project.work.parameters.rules == rules


def test_two_windows_keep_both_changes() -> None:
    """Rule by rule; a column that one makes the root is not forbidden by the other."""
    base = Parameters(rules=TreeRules(max_leaves=6))
    mine = replace(base, prefer="simple", rules=replace(base.rules, root="x", max_columns=2))
    theirs = replace(base, max_rows=30, rules=replace(base.rules, never=("x", "y"), max_leaves=5))
    merged = merge_parameters(base, mine, theirs)
    assert merged == Parameters(prefer="simple", max_rows=30, rules=TreeRules(("y",), "x", 2, 5))


def test_what_was_asked_differently_is_said_in_words(project: Project) -> None:
    """Preference, slack, sizes, bounds and rules, each before and after."""
    solved(project)
    rules = TreeRules(("y",), "x", 2, 6, True)
    asked = replace(
        project.work.parameters, prefer="compact", slack=5.0, min_rows=4, max_diameter=250.0, rules=rules
    )  # fmt: skip
    edits.set_parameters(project, asked)
    solved(project)
    assert runs.changed_parameters(*project.answers) == [
        ("Allowed diameter", "the best", "up to 5 % wider"),
        ("Largest diameter", "any", "250"),
        ("Smallest cluster", "2 rows", "4 rows"),
        ("Never asked", "none", "y"),
        ("Asked first", "any", "x"),
        ("Most columns", "any", "2"),
        ("Most leaves", "any", "6"),
        ("A column twice on a path", "allowed", "no"),
    ]
    edits.set_parameters(project, replace(asked, prefer="simple", seed=2))
    solved(project)
    assert ("Preferred", "compact clusters", "the simplest tree") in runs.changed_parameters(*project.answers[1:])


def test_the_next_tree_stays_near_to_the_last(project: Project) -> None:
    """A link that the tree obeys changes nothing; the same question again is the very same; another table begins
    anew."""
    solved(project)
    first = project.answer
    assert first is not None and first.labels is not None and first.question.wishes.near is None
    assert solving.next_question(project) is first.question
    one, *others = np.flatnonzero(first.labels == first.labels[0]).tolist()
    edits.link_rows(project, one, others[0], Kind.MUST)
    assert solving.next_question(project).wishes.near == EarlierTree.of(first.tree)
    solved(project)
    assert not project.is_stale and project.answer is not first and project.answer.tree == first.tree
    assert solving.next_question(project) is project.answer.question
    edits.choose_columns(project, ColumnChoice(("x", "y")))
    assert solving.next_question(project).wishes.near is None
