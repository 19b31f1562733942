"""Runs: what each asked and found, how two differ, what one link did, and one asked again."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest

from tests.views.report.made import solved
from treeclust.core.errors import InputError
from treeclust.core.links import Kind
from treeclust.core.stop import never
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import Solve
from treeclust.jobs.worker import handle
from treeclust.tables.columns import ColumnChoice
from treeclust.tables.reading import Table
from treeclust.ui.compare.differences_panel import side_words
from treeclust.workspace import edits, runs, what_if
from treeclust.workspace.project import Parameters, Project
from treeclust.workspace.projects import Projects
from treeclust.workspace.side_jobs import SideJob
from treeclust.workspace.store import Store


@pytest.fixture
def project() -> Project:
    made = Project()
    fill(made)
    return made


def fill(made: Project) -> None:
    """Two runs on the same rows: the second with other links and one parameter changed."""
    x = np.r_[np.arange(5.0), np.arange(50.0, 55.0), np.arange(90.0, 95.0)]
    edits.load_table(made, Table(pd.DataFrame({"x": x, "y": x % 7}), "table.csv"))
    edits.set_parameters(made, Parameters(k=3, depth=2, objective="md"))
    edits.link_rows(made, 0, 1, Kind.MUST)
    edits.link_rows(made, 5, 6, Kind.MUST)
    solved(made)
    edits.set_parameters(made, Parameters(k=3, depth=3, objective="md"))
    edits.delete_links(made, [(0, 1)])
    edits.link_rows(made, 5, 6, Kind.CANNOT)
    edits.link_rows(made, 0, 14, Kind.MUST)
    solved(made)


def open_other_table(project: Project) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 9.0], "y": [1.0, 3.0, 2.0]})
    edits.load_table(project, Table(frame, "other.csv"), k=2, depth=1)


def test_the_last_run_is_put_beside_the_last_that_differs(project):
    """Not beside one that was asked again with the same answer; beside the run before if all are the same."""
    assert runs.last_change(project.answers) == (0, 1)
    solved(project)
    assert runs.last_change(project.answers) == (0, 2)
    assert runs.last_change(project.answers[1:]) == (0, 1)
    assert runs.last_change(project.answers[:1]) == (0, 0)


def test_a_line_of_the_history_says_what_was_asked_and_found(project):
    """Parameters, links, figures and status; time in the zone of whoever looks."""
    facts = runs.run_facts(project.answers[0])
    assert (facts["k"], facts["Depth"], facts["Links"], facts["Status"], facts["From"]) == (
        "3", 2, 2, "optimal within ε", "Solve",
    )  # fmt: skip
    assert facts["Diameter"] == project.answers[0].result.md and facts["ARI"] is None
    when = datetime(2026, 7, 1, 22, 30, 5, tzinfo=UTC)
    assert runs.time_words(when, ZoneInfo("Europe/Paris")) == "2 Jul 00:30:05"


def test_two_ticked_lines_are_two_runs():
    """The list shows the newest run first; the older of the two comes first side by side."""
    assert runs.ticked_runs([0, 3], 5) == (1, 4)
    assert runs.ticked_runs([2], 5) is None and runs.ticked_runs([0, 1, 2], 5) is None
    assert runs.ticked_runs([0, 9], 5) is None


def test_what_was_asked_differently(project):
    """Only what changed, before and after."""
    one, two = project.answers
    assert runs.changed_parameters(one, two) == [("Tree depth", "2", "3")]
    assert runs.changed_parameters(one, one) == []


def test_links_change_pair_by_pair(project):
    """Added, removed, of another kind; kept or broken on each side, also where a side was not told."""
    one, two = project.answers
    found = {c.pair: c for c in runs.link_changes(one, two, runs.shared_rows(project, one, two))}
    assert {pair: c.what for pair, c in found.items()} == {
        (5, 6): "kind changed", (0, 14): "added", (0, 1): "removed",
    }  # fmt: skip
    assert side_words(found[(0, 14)], 0) == "not given, disagrees"
    assert side_words(found[(0, 14)], 1) == "must, kept"
    assert side_words(found[(5, 6)], 1) == "cannot, kept"
    again = runs.link_changes(two, two, runs.shared_rows(project, two, two))
    assert {change.what for change in again} == {"same"}


def test_the_second_run_takes_the_colours_of_the_first(project):
    """However its clusters are numbered, most rows keep the number they have in the first run; the tree agrees."""
    one, two = project.answers
    rows = runs.shared_rows(project, one, two)
    turned = (two.labels + 1) % 3
    tree = two.tree.relabelled({0: 1, 1: 2, 2: 0})
    labels, same = runs.like_first(one.labels, turned, tree, rows)
    straight, _ = runs.like_first(one.labels, two.labels, two.tree, rows)
    assert labels.tolist() == straight.tolist()
    assert same.predict(two.problem.dataset.values).tolist() == labels.tolist()
    best = max(np.sum(one.labels == np.array(p)[two.labels]) for p in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0),
                                                                       (2, 0, 1), (2, 1, 0)])  # fmt: skip
    assert np.sum(labels == one.labels) == best


def test_runs_on_other_columns_share_rows_and_on_other_tables_do_not(project):
    """Rows are followed by their number in the file; another table has other rows."""
    first = project.answers[0]
    edits.choose_columns(project, ColumnChoice(features=("x",)))
    edits.set_parameters(project, Parameters(k=2, depth=1, objective="md"))
    solved(project)
    assert [len(rows) for rows in runs.shared_rows(project, first, project.answer)] == [15, 15]
    changed = {what for what, _, _ in runs.changed_parameters(first, project.answer)}
    assert changed == {"Clusters k", "Tree depth", "Features"}
    edits.load_table(
        project, Table(pd.DataFrame({"x": [1.0, 2.0, 9.0], "y": [1.0, 3.0, 2.0]}), "other.csv"), k=2, depth=1
    )
    solved(project)
    assert runs.shared_rows(project, first, project.answer) is None


def test_an_earlier_run_is_opened_in_one_step_and_undone_in_one(project):
    """Links, parameters, data and answer come back; Undo brings back what was there."""
    edits.load_table(
        project, Table(pd.DataFrame({"x": [1.0, 2.0, 9.0], "y": [1.0, 3.0, 2.0]}), "other.csv"), k=2, depth=1
    )
    first, steps = project.answers[0], len(project.history.past)
    runs.open_run(project, first)
    assert len(project.history.past) == steps + 1
    assert project.current_answer is first and not project.is_stale
    assert project.work.table.name == "table.csv" and len(project.work.links) == 2
    edits.undo(project)
    assert project.work.table.name == "other.csv"


def test_a_run_whose_question_has_a_newer_answer_is_shown_itself(project):
    """Two answers to one question: the older one is opened, not the newer."""
    first = project.answers[0]
    runs.open_run(project, first)
    solved(project)
    assert project.current_answer is not first
    runs.open_run(project, first)
    assert project.current_answer.labels.tolist() == first.labels.tolist()
    assert project.current_answer.result is first.result


def test_a_run_whose_table_is_gone_is_refused(project):
    """One sentence, and nothing changes."""
    stranger = Project()
    stranger.show(project.answers[0])
    with pytest.raises(InputError, match="no longer open here; open its file again"):
        runs.open_run(stranger, project.answers[0])
    assert stranger.work.table is None


def test_what_one_link_did_is_the_second_run_with_that_link_as_it_was(project):
    """Without the must-link that forces the ends together, the diameter is that of the first run again."""
    one, two = project.answers
    changes = runs.link_changes(one, two, runs.shared_rows(project, one, two))
    asked = {c.what: what_if.WhatIf(two, c) for c in changes}
    pairs = {what: sorted((x.pair, str(x.kind)) for x in one.question().problem.links) for what, one in asked.items()}
    assert pairs == {
        "added": [((5, 6), "cannot")],
        "removed": [((0, 1), "must"), ((0, 14), "must"), ((5, 6), "cannot")],
        "kind changed": [((0, 14), "must"), ((5, 6), "must")],
    }
    request = Solve(asked["added"].question())
    found = handle(request, Channel(never, lambda message: None))
    job = SideJob(request, asked["added"].about, "job", found, running=False)
    said = what_if.outcome_words(asked["added"], what_if.outcome(asked["added"], job))
    assert said[0].startswith(f"Diameter {found.md:.2f}, -") and "Proved optimal within ε." in said
    assert "rows are in another cluster" in said[-1]


def test_runs_are_compared_and_opened_after_a_restart(tmp_path):
    """From the database: rows are followed across other columns, a run comes back with the makers of its links."""
    url = f"sqlite:///{tmp_path / 'projects.db'}"
    token, project = Projects(Store(url)).create()
    project.history.who = lambda: "Ada"
    fill(project)
    edits.choose_columns(project, ColumnChoice(features=("x",)))
    solved(project)
    again = Projects(Store(url)).find(token)
    first, last = again.answers[0], again.answers[-1]
    assert [len(rows) for rows in runs.shared_rows(again, first, last)] == [15, 15]
    assert len(runs.link_changes(first, last, runs.shared_rows(again, first, last))) > 0
    runs.open_run(again, first)
    restarted = Projects(Store(url)).find(token)
    assert restarted.current_answer.id == first.id and not restarted.is_stale
    assert {made.author for made in restarted.work.made.values()} == {"Ada"}
    assert set(restarted.work.made) == {link.pair for link in first.problem.links}
