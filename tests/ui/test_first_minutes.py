"""The first minutes: the demo is solved and live, and after each solve one sentence says what changed."""

from __future__ import annotations

import time

from tests.ui.driving import button, field, open_tab, open_workspace, project_of, solve
from treeclust.ui.shared.session import jobs
from treeclust.ui.shared.state import TAB
from treeclust.workspace import solving


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
