"""What a tab's interview keeps, and what it forgets with the table."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.driving import button, open_workspace
from treeclust.core.suggestions import Suggestion
from treeclust.ui.shared.state import TAB, InterviewState
from treeclust.workspace.interview import Asked


def interview_of(app: AppTest) -> InterviewState:
    return app.session_state[TAB].interview


def test_another_table_is_another_interview(app):
    """Its answers are not counted nor taken back, and replies on their way to the earlier one are of no use; what the
    browser numbers next is heard."""
    open_workspace(app)
    before = interview_of(app)
    before.trail.append(Asked(Suggestion(None, 0, True, ""), "unsure"))
    before.seen = 3
    app.switch_page("pages/data.py").run()
    assert interview_of(app) is before, "a look at another page is no other table"
    button(app, "Wines of three growers").click().run()
    assert not app.exception
    after = interview_of(app)
    assert not after.trail and after.seen == 3 and after.conversation != before.conversation
