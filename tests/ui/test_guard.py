"""What fails is one sentence, and the rest of the page stays usable."""

from __future__ import annotations

import pytest

from tests.ui.driving import button, open_workspace
from treeclust.ui.shared import callbacks
from treeclust.ui.workspace import colour_picker, sidebar


def fail(*_args, **_options):
    raise ZeroDivisionError("one that nobody expected")


@pytest.fixture
def wanted_failure():
    """For the check that otherwise finds failures."""


def test_a_plot_that_fails_leaves_the_rest(app, monkeypatch, wanted_failure):
    """No exception box: a sentence in the place of the plot, and Solve can still be pressed."""
    open_workspace(app)
    monkeypatch.setattr(colour_picker, "columns_of", fail)
    app.run()
    assert not app.exception
    assert [error.value for error in app.error] == [
        "The plot failed, and nothing of your work is lost: undo the last step, or reload the page."
    ]
    assert not button(app, "Solve").disabled
    assert any(tab.label == "Links" for tab in app.tabs)


def test_a_press_that_fails_is_a_sentence(app, monkeypatch, wanted_failure):
    """Also what a button does is guarded."""
    open_workspace(app)
    monkeypatch.setattr(sidebar, "start_solve", fail)
    button(app, "Solve").click().run()
    assert not app.exception
    assert [error.value for error in app.error] == [callbacks.markdown_text(callbacks.failure_words("That"))]
