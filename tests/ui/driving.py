"""Working the pages as a user would, through Streamlit's own test driver."""

from __future__ import annotations

import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

from treeclust.ui.shared.components import HISTORY
from treeclust.ui.shared.session import jobs, projects
from treeclust.workspace import solving
from treeclust.workspace.project import Project

APP = str(Path(__file__).parents[2] / "app.py")


def project_of(app: AppTest) -> Project:
    found = projects().find(app.session_state["project"])
    assert found is not None
    return found


def button(app: AppTest, name: str):
    return next(b for b in app.button if b.label == name)


def field(app: AppTest, kind: str, name: str):
    return next(w for w in getattr(app, kind) if w.label == name)


def name_field(app: AppTest):
    """Of the first cluster."""
    return next(w for w in app.text_input if "Cluster 1" in w.label)


def open_workspace(app: AppTest, sample: str = "Iris flowers") -> AppTest:
    button(app, sample).click().run()
    app.switch_page("pages/workspace.py").run()
    assert not app.exception
    return app


def open_tab(app: AppTest, name: str) -> None:
    app.session_state["cluster-tabs"] = name
    app.run()


def solve(app: AppTest) -> None:
    """Press Solve and wait; the driver runs a page without app.py around it, so the job is looked at here."""
    button(app, "Solve").click().run()
    for _ in range(600):
        if solving.look(project_of(app), jobs(), "test session id") is None:
            break
        time.sleep(0.1)
    app.run()
    assert project_of(app).current_answer is not None, project_of(app).warnings.since(0)
    assert not app.exception


def move_history(app: AppTest, place: int) -> None:
    """As if Undo and Redo had been clicked until they were at this place."""
    app.session_state[HISTORY] = {"place": place}
    app.run()


def html_of(app: AppTest) -> str:
    return " ".join(str(element.proto.body) for element in app.get("html"))
