"""Each page, run by Streamlit's own test driver."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.driving import (
    APP,
    button,
    field,
    html_of,
    move_history,
    name_field,
    open_tab,
    open_workspace,
    project_of,
    solve,
)
from treeclust.core.links import Kind
from treeclust.ui.shared.components import SCATTER
from treeclust.ui.shared.state import TAB
from treeclust.workspace import edits


def test_the_first_page_teaches(app):
    """Nothing opened yet: an uploader, samples, and a guided demo."""
    assert not app.exception
    assert {"Guided demo", "Iris flowers"} <= {b.label for b in app.button}


def test_a_sample_is_one_click_and_says_what_will_be_used(app):
    """One sentence about rows, features and known labels."""
    button(app, "Iris flowers").click().run()
    assert any("150 rows × 4 features, 3 known labels" in m.value.replace("\\", "") for m in app.markdown)


def test_a_file_is_uploaded_and_its_missing_values_are_asked_about(app):
    """A gap is never filled silently; choosing what to do makes the dataset."""
    app.file_uploader[0].upload("gaps.csv", b"x,y\n1,2\n,3\n3,1\n5,5\n", "text/csv").run()
    assert project_of(app).work.dataset is None
    assert app.warning
    field(app, "selectbox", "Missing values").select("drop").run()
    assert project_of(app).work.dataset.n == 3
    assert not app.exception


@pytest.mark.parametrize("content", [b"", b"<html><body>no</body></html>", b"\x00\x01\x02", b"a,b\n"])
def test_a_bad_file_is_one_sentence(app, content):
    """No traceback, no crash: an error that a person understands."""
    app.file_uploader[0].upload("bad.csv", content, "text/csv").run()
    assert not app.exception
    assert len(app.error) == 1
    assert project_of(app).work.table is None


def test_the_workspace_without_data_offers_a_way_in(app):
    """An empty workspace is an invitation."""
    app.switch_page("pages/workspace.py").run()
    assert {"Guided demo", "Open a table"} <= {b.label for b in app.button}
    button(app, "Guided demo").click().run()
    assert project_of(app).view.guide
    assert not app.exception


def test_solve_shows_status_tree_and_figures(app):
    """The whole way on the page's own widgets."""
    open_workspace(app)
    solve(app)
    assert "Optimal within ε = 0.1" in html_of(app)
    figures = {m.label: m.value for m in app.metric}
    assert set(figures) == {"Diameter", "Split", "Leaves", "ARI", "NMI"}
    assert float(figures["ARI"]) > 0.5


def test_parameters_are_undoable_steps(app):
    """Changing k and depth changes the project; Undo brings widget and project back."""
    open_workspace(app)
    field(app, "number_input", "Clusters k").set_value(4).run()
    field(app, "slider", "Tree depth").set_value(4).run()
    assert (project_of(app).work.parameters.k, project_of(app).work.parameters.depth) == (4, 4)
    move_history(app, -2)
    assert field(app, "number_input", "Clusters k").value == 3
    move_history(app, -1)
    assert field(app, "number_input", "Clusters k").value == 4


def test_an_impossible_choice_is_said_before_solving(app):
    """k = 5 at depth 2: Solve is off and the sentence says why."""
    open_workspace(app)
    field(app, "number_input", "Clusters k").set_value(5).run()
    assert "at most 4 leaves" in app.error[0].value.replace("\\", "")
    assert button(app, "Solve").disabled


def test_links_from_the_plot_reach_the_project(app):
    """The component's state is the browser's list of links."""
    open_workspace(app)
    rev = app.session_state[TAB].links.revision.number
    app.session_state[SCATTER] = {"links": {"rev": rev, "items": [[0, 1, "must"]]}}
    app.run()
    assert [(x.a, x.b) for x in project_of(app).work.links] == [(0, 1)]


def test_reload_finds_the_project_by_its_token(app):
    """A new session with the token in its address has the same data and links."""
    open_workspace(app)
    edits.link_rows(project_of(app), 0, 1, Kind.MUST)
    again = AppTest.from_file(APP, default_timeout=60)
    again.query_params["project"] = app.session_state["project"]
    again.run()
    assert len(project_of(again).work.links) == 1


def test_names_and_downloads_are_offered_after_solving(app):
    """Renaming a cluster is one step; every kind of file can be taken away."""
    open_workspace(app)
    solve(app)
    open_tab(app, "Names")
    name_field(app).set_value("small ones").run()
    assert "small ones" in project_of(app).work.names.values()
    open_tab(app, "Downloads")
    titles = {b.label for b in app.get("download_button")}
    wanted = {"Labels (CSV)", "Tree (SVG)", "Tree (DOT)", "Rules (text)", "Python function", "SQL CASE", "JSON"}
    assert wanted <= titles
    assert not app.exception


def test_the_method_page_lists_every_equation_and_counts_clauses(app):
    """All 39 numbers appear; counting gives clauses for the problem on screen."""
    button(app, "Iris flowers").click().run()
    app.switch_page("pages/method.py").run()
    numbers = {n for frame in app.table for n in frame.value["Equation"]}
    assert numbers == {f"({n})" for n in range(1, 40)}
    button(app, "Count the clauses of the current problem").click().run()
    assert not app.exception
    assert any("clauses in all" in c.value for c in app.caption)


def test_header_and_decimal_comma_can_be_corrected(app):
    """A file that was misread is read again with the person's choice."""
    content = b"1,5;2,5\n3,5;1\n2,0;0,5\n"
    app.file_uploader[0].upload("numbers.csv", content, "text/csv").run()
    work = project_of(app).work
    assert (work.table.decimal, work.dataset.n) == (",", 3)
    field(app, "checkbox", "The first row holds the column names").check().run()
    assert project_of(app).work.dataset.n == 2
    assert not app.exception


def test_no_tree_is_an_answer(app):
    """Three rows apart from each other and two clusters: said before solving, and as the answer."""
    open_workspace(app)
    for a, b in ((0, 50), (50, 100), (0, 100)):
        edits.link_rows(project_of(app), a, b, Kind.CANNOT)
    field(app, "number_input", "Clusters k").set_value(2).run()
    assert "No such tree exists" in app.warning[0].value
    solve(app)
    assert "No such tree exists" in html_of(app)
    assert any("pairwise cannot\\-linked" in c.value for c in app.caption)


def test_parameters_are_one_step_each_and_old_values_in_the_browser_undo_nothing(app):
    """Depth and ε reported together are two steps; a browser that still shows the old depth does not undo an undo."""
    open_workspace(app)
    project = project_of(app)
    field(app, "slider", "Tree depth").set_value(4)
    field(app, "number_input", "Tolerance ε").set_value(0.5)
    app.run()
    assert (project.work.parameters.depth, project.work.parameters.epsilon) == (4, 0.5)
    edits.undo(project)
    edits.undo(project)
    app.run()
    assert not app.exception
    assert (project.work.parameters.depth, project.work.parameters.epsilon) == (2, 0.1)
    assert field(app, "slider", "Tree depth").value == 2
    assert len(project.history.future) == 2


def test_at_least_follows_k_until_it_is_set_apart(app):
    """k up: both move; at least 2: it stays; at least above k means exactly k, and the field says so."""
    open_workspace(app)
    project = project_of(app)
    field(app, "number_input", "Clusters k").set_value(4).run()
    assert project.work.parameters.k_min is None
    assert field(app, "number_input", "at least").value == 4
    field(app, "number_input", "at least").set_value(2).run()
    field(app, "number_input", "Clusters k").set_value(5).run()
    assert (project.work.parameters.k, project.work.parameters.k_min) == (5, 2)
    assert field(app, "number_input", "at least").value == 2
    field(app, "number_input", "at least").set_value(9).run()
    assert project.work.parameters.k_min is None
    assert field(app, "number_input", "at least").value == 5


def test_the_trade_offs_page_offers_its_two_searches(app):
    """Without data it leads to some; with data, and an impossible choice, it says what is wrong; else it can begin."""
    app.switch_page("pages/trade_offs.py").run()
    assert "Guided demo" in {b.label for b in app.button}
    button(app, "Guided demo").click().run()
    app.switch_page("pages/workspace.py").run()
    field(app, "number_input", "Clusters k").set_value(5).run()
    app.switch_page("pages/trade_offs.py").run()
    assert "at most 4 leaves" in app.warning[0].value.replace("\\", "")
    edits.undo(project_of(app))
    app.run()
    assert {"Find the compromises", "Fill the map"} <= {b.label for b in app.button}
    assert not app.exception
