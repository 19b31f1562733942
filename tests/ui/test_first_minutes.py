"""The first minutes: the demo is solved and live, and after each solve one sentence says what changed."""

from __future__ import annotations

import time
from dataclasses import replace

from tests.ui.driving import button, field, open_tab, open_workspace, project_of, solve
from treeclust.core.links import Kind
from treeclust.ui.shared.session import jobs
from treeclust.ui.shared.state import TAB
from treeclust.workspace import edits, solving
from treeclust.workspace.best_so_far import answer_drawn
from treeclust.workspace.project import Parameters


def test_the_demo_opens_solved_and_live(app):
    """Nothing is pressed but the demo itself; Undo does not take its table away, and the way on is there."""
    app.switch_page("pages/workspace.py").run()
    button(app, "Guided demo").click().run()
    for _ in range(600):
        if solving.look(project_of(app), jobs(), "test session id") is None:
            break
        time.sleep(0.1)
    app.run()
    assert project_of(app).current_answer.labels is not None
    assert app.session_state[TAB].live
    assert len(project_of(app).history.past) == 1
    assert "Now your own table" in {b.label for b in app.button}
    assert any("iris" in caption.value for caption in app.caption)
    assert not app.exception


def test_after_a_solve_one_sentence_says_what_changed(app):
    """Another number of clusters: how many rows moved, from where to where, and what became of the diameter. Proposed
    names are taken by one press."""
    open_workspace(app)
    assert any("Press Solve for a first tree" in caption.value for caption in app.caption)
    solve(app)
    assert any("3 clusters of" in caption.value and "told apart by" in caption.value for caption in app.caption)
    assert not any("Since the answer before" in caption.value for caption in app.caption)
    field(app, "number_input", "Clusters k").set_value(4).run()
    solve(app)
    said = next(caption.value for caption in app.caption if caption.value.startswith("Since the answer before"))
    assert "moved" in said and "the diameter fell from" in said
    open_tab(app, "Names")
    button(app, "Use the names proposed").click().run()
    names = project_of(app).work.names
    assert len(set(names.values())) == len(names) == 4
    assert not app.exception


def test_a_question_that_cannot_be_asked_has_a_button_that_mends_it(app):
    """Eight clusters in a tree of four leaves; and without links diameter and split together."""
    open_workspace(app)
    field(app, "number_input", "Clusters k").set_value(8).run()
    assert "choose depth ≥ 3" in app.error[0].value and button(app, "Solve").disabled
    button(app, "Use depth 3").click().run()
    assert project_of(app).work.parameters.depth == 3 and not app.error and not button(app, "Solve").disabled
    edits.set_parameters(project_of(app), Parameters(objective="md-ms", min_rows=1))
    app.run()
    assert "outliers" in app.warning[0].value
    button(app, "Use the diameter alone").click().run()
    assert project_of(app).work.parameters.objective == "md" and not app.warning
    assert not app.exception


def test_links_that_go_with_their_table_are_told(app):
    """With the way back to them; a table without links goes without a word."""
    open_workspace(app)
    edits.link_rows(project_of(app), 0, 1, Kind.MUST)
    for sample, said in (("Wines of three growers", 1), ("Two wings", 0)):
        app.switch_page("pages/data.py").run()
        button(app, sample).click().run()
        told = [warning.value for warning in app.warning if "went with that table" in warning.value]
        assert len(told) == said
    assert not app.exception


def test_where_there_is_no_tree_the_rows_keep_their_colours(app):
    """Those of the answer before, which the sentence above the plot says."""
    open_workspace(app)
    solve(app)
    labels = project_of(app).current_answer.labels
    project = project_of(app)
    for a, b in ((0, 1), (1, 2), (0, 2)):
        edits.link_rows(project, a, b, Kind.CANNOT)
    edits.set_parameters(project, replace(project.work.parameters, k=2))
    app.run()
    solve(app)
    assert project.current_answer.labels is None
    assert answer_drawn(project).labels is labels
    assert any("the colours are of the tree before" in caption.value for caption in app.caption)
