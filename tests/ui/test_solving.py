"""From project to job to answer, hints, and the two copies of the links."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from treeclust.ask.solve import solve
from treeclust.core.closure import redundant
from treeclust.core.links import Kind, Link, Links
from treeclust.core.result import Result, Status
from treeclust.tables.reading import Table
from treeclust.ui.workspace.answer_panel import status_words
from treeclust.ui.workspace.link_table import link_rows
from treeclust.workspace import edits, link_sync, solving
from treeclust.workspace.hints import hints
from treeclust.workspace.link_sync import LinkSync
from treeclust.workspace.project import Parameters, Project


@pytest.fixture
def project() -> Project:
    x = np.r_[np.arange(5.0), np.arange(50.0, 55.0), np.arange(90.0, 95.0)]
    made = Project()
    edits.load_table(made, Table(pd.DataFrame({"x": x, "y": x % 7}), "table.csv"))
    edits.set_parameters(made, Parameters(k=3, depth=2, objective="md"))
    return made


def answer(project: Project) -> None:
    question = project.work.question()
    solving.take(project, solve(question.problem, question.objective), question)


def test_the_badge_speaks_only_about_what_was_asked(project):
    """Not solved, then optimal; after a change the answer is marked as old."""
    assert status_words(project)[1] == "Not solved yet"
    answer(project)
    assert status_words(project)[1] == "Optimal within ε = 0.1"
    assert not project.is_stale
    edits.link_rows(project, 0, 1, Kind.MUST)
    assert project.is_stale
    edits.undo(project)
    assert not project.is_stale


def test_colours_stay_with_the_rows(project):
    """Whatever numbers the solver gives, rows keep the numbers they had on screen; the tree agrees."""
    answer(project)
    swap = {0: 2, 1: 0, 2: 1}
    shown = np.array([swap[int(c)] for c in project.answer.labels])
    project.identity = (project.work.dataset, shown)
    answer(project)
    assert np.array_equal(project.answer.labels, shown)
    assert np.array_equal(project.answer.tree.predict(project.work.dataset.values), shown)


def test_a_stop_without_an_answer_does_not_forget_the_colours(project):
    """An empty-handed solve in between changes no number."""
    answer(project)
    shown = 2 - project.answer.labels
    project.identity = (project.work.dataset, shown)
    nothing = Result(Status.UNKNOWN, "md", "fast", "0", 1.0)
    solving.take(project, nothing, project.work.question())
    assert status_words(project)[1] == "Stopped before an answer was found"
    answer(project)
    assert np.array_equal(project.answer.labels, shown)


def test_an_answer_about_other_data_is_not_shown(project):
    """After opening another table the old answer is gone, and undo brings it back."""
    answer(project)
    edits.load_table(project, Table(pd.DataFrame({"z": [1.0, 2.0, 5.0]}), "other.csv"))
    assert project.current_answer is None
    edits.undo(project)
    assert project.current_answer is not None


def test_hints_come_before_solving(project):
    """k > 2^depth blocks; k + 1 rows apart from each other cannot work; [MD, MS] without links cuts off outliers."""
    edits.set_parameters(project, Parameters(k=5, depth=2))
    assert [h.blocks for h in hints(project.work)] == [True]
    edits.set_parameters(project, Parameters(k=2, depth=2))
    assert "outliers" in hints(project.work)[0].text
    edits.set_links(project, Links.from_pairs(cannot=[(0, 1), (1, 2), (0, 2)]), "add")
    assert "pairwise cannot-linked" in hints(project.work)[0].text


def test_a_large_table_is_solved(project):
    """Above 5,000 rows nothing is refused; the split is measured where it counts."""
    x = np.r_[np.arange(3000.0), np.arange(9000.0, 12000.0)]
    edits.load_table(project, Table(pd.DataFrame({"x": x}), "large.csv"))
    edits.set_parameters(project, Parameters(k=2, depth=2, objective="md-ms"))
    assert not any(hint.blocks for hint in hints(project.work))
    answer(project)
    assert project.answer.result.ms is not None
    edits.set_parameters(project, Parameters(k=2, depth=2, objective="md"))
    answer(project)
    assert status_words(project)[1] == "Optimal within ε = 0.1"
    assert project.answer.result.ms is None


def test_links_are_kept_broken_or_implied(project):
    """The table, latest link first, says of each whether the tree keeps it and whether earlier links already say it."""
    answer(project)
    links = Links.from_pairs(must=[(0, 1), (1, 2), (0, 2)], cannot=[(0, 5), (1, 6)])
    edits.set_links(project, links, "add")
    rows = link_rows(project)
    assert [row.state for row in rows] == ["kept"] * 5
    assert [row.link.pair for row in rows] == [(1, 6), (0, 5), (0, 2), (1, 2), (0, 1)]
    assert [row.link.pair for row in rows if row.implied] == [(0, 2)]
    through_a_must_link = Links.from_pairs(must=[(5, 6)], cannot=[(0, 5), (0, 6)])
    assert redundant(through_a_must_link, 10) == {Link(0, 6, Kind.CANNOT)}


def test_a_late_list_from_the_browser_undoes_no_undo_and_loses_no_click(project):
    """After undo the revision rises; of a list that still has the old one only what is new in it counts, and once."""
    state = LinkSync()
    first = link_sync.revision(project, state)
    assert link_sync.take(project, state, {"rev": first, "items": [[0, 1, "must"]]})
    assert link_sync.revision(project, state) == first
    edits.undo(project)
    late = {"rev": first, "items": [[0, 1, "must"], [2, 3, "must"]]}
    assert link_sync.take(project, state, late)
    assert {link.pair for link in project.work.links} == {(2, 3)}
    assert link_sync.revision(project, state) > first
    edits.undo(project)
    assert not link_sync.take(project, state, late)
    assert len(project.work.links) == 0


def test_a_late_list_about_other_data_is_ignored(project):
    """Rows of one table are not rows of another."""
    state = LinkSync()
    first = link_sync.revision(project, state)
    edits.load_table(project, Table(pd.DataFrame({"x": np.arange(50.0)}), "other.csv"))
    assert not link_sync.take(project, state, {"rev": first, "items": [[0, 1, "must"]]})
    assert len(project.work.links) == 0


def test_a_refused_list_makes_the_browser_take_ours(project):
    """The notice says why, and the revision rises so that the drawn links are corrected."""
    state = LinkSync()
    rev = link_sync.revision(project, state)
    bad = [[0, 1, "must"], [1, 2, "must"], [0, 2, "cannot"]]
    assert not link_sync.take(project, state, {"rev": rev, "items": bad})
    assert "0–1 must, 1–2 must, but 0–2 cannot" in state.notice["text"]
    assert link_sync.revision(project, state) == rev + 1


def test_two_tabs_do_not_lose_each_others_links(project):
    """A tab that has not seen the other's link does not overwrite it: both are there, and the later tab is told."""
    one = LinkSync()
    two = LinkSync()
    rev_one, rev_two = link_sync.revision(project, one), link_sync.revision(project, two)
    assert link_sync.take(project, one, {"rev": rev_one, "items": [[0, 1, "must"]]})
    assert link_sync.take(project, two, {"rev": rev_two, "items": [[2, 3, "must"]]})
    assert {link.pair for link in project.work.links} == {(0, 1), (2, 3)}
    assert two.notice["text"] == link_sync.MERGED and one.notice is None
    assert link_sync.revision(project, one) > rev_one
    contradiction = {"rev": link_sync.revision(project, one), "items": [[0, 1, "cannot"], [2, 3, "must"]]}
    assert link_sync.take(project, one, contradiction)
    assert not link_sync.take(project, two, {"rev": rev_two, "items": [[2, 3, "must"], [1, 2, "must"], [0, 3, "must"]]})
    assert "Not possible: 0–3 must" in two.notice["text"]
