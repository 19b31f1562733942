"""Streamlit cuts off a run wherever its state is touched; the next run must make up for it."""

from __future__ import annotations

from contextlib import suppress
from itertools import count

import numpy as np
import pandas as pd
import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.testing.v1 import AppTest

from tests.ui.driving import move_history, open_workspace, project_of
from treeclust.core.links import Links
from treeclust.tables.reading import Table
from treeclust.ui.shared.components import SCATTER
from treeclust.workspace import edits, link_sync
from treeclust.workspace.link_sync import LinkSync
from treeclust.workspace.project import Project
from treeclust.workspace.revision import Revision


class CutOff(BaseException):
    """As Streamlit's own: no handler for errors catches it."""


class Breakable:
    """A state that cuts off the run at the n-th use of one of its fields, once; what it holds shares the count."""

    left: list[int | None]

    def __getattribute__(self, name: str):
        if name in object.__getattribute__(self, "__dataclass_fields__"):
            touch(object.__getattribute__(self, "left"))
        return object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name in object.__getattribute__(self, "__dataclass_fields__"):
            touch(object.__getattribute__(self, "left"))
        object.__setattr__(self, name, value)


def touch(left: list[int | None]) -> None:
    if left[0] is not None:
        left[0] -= 1
        if left[0] < 0:
            left[0] = None
            raise CutOff


def breakable(kind: type, left: list[int | None], **fields: object):
    return type(kind.__name__, (Breakable, kind), {"left": left})(**fields)


def is_cut_off(left: list[int | None], after: int, act, *args: object) -> bool:
    """Act, cut off after so many uses of the state; False if it got to its end."""
    left[0] = after
    with suppress(CutOff):
        act(*args)
        left[0] = None
        return False
    return True


def test_what_is_shown_is_renewed_wherever_the_run_ends():
    """The number grows though the run that should have raised it was cut off, at whatever use of the state."""
    for after in count():
        left = [None]
        depth = breakable(Revision, left)
        before = depth.of(3)
        cut = is_cut_off(left, after, depth.of, 2)
        assert depth.of(2) > before
        if not cut:
            assert after > 3
            return


@pytest.mark.parametrize("refused", [False, True])
def test_a_list_of_links_is_taken_or_refused_wherever_the_run_ends(refused: bool):
    """The project has the link, or the reason is said and the browser gets a newer revision."""
    for after in count():
        project = Project()
        edits.load_table(project, Table(pd.DataFrame({"x": np.arange(6.0)}), "table.csv"))
        if refused:
            edits.set_links(project, Links.from_pairs(must=[(0, 1), (1, 2)]), "add")
        left = [None]
        sync = breakable(LinkSync, left, revision=breakable(Revision, left))
        first = link_sync.revision(project, sync)
        message = {"rev": first, "items": [[0, 1, "must"], [1, 2, "must"], [0, 2, "cannot"]][0 if refused else 2 :]}
        cut = is_cut_off(left, after, link_sync.take, project, sync, message)
        link_sync.take(project, sync, message)
        if refused:
            assert sync.notice is not None and link_sync.revision(project, sync) > first
            assert len(project.work.links) == 2
        else:
            assert [link.pair for link in project.work.links] == [(0, 2)]
        if not cut:
            assert after > 10
            return


def test_no_edit_can_be_cut_off_in_the_middle(app: AppTest, monkeypatch: pytest.MonkeyPatch):
    """Undo, Redo and links from the browser are done where Streamlit's state is not touched: who may do it and in whose
    name is known without it, so that a step that was begun is done."""
    open_workspace(app)
    inside, touched = [], []

    def watched(edit):
        def run(*args: object):
            context = get_script_run_ctx()
            assert context is not None
            object.__setattr__(context.session_state, "_yield_callback", lambda: inside and touched.append(edit))
            inside.append(edit)
            try:
                return edit(*args)
            finally:
                inside.pop()

        return run

    monkeypatch.setattr(edits, "travel", watched(edits.travel))
    monkeypatch.setattr(edits, "take_browser_links", watched(edits.take_browser_links))
    project = project_of(app)
    app.session_state[SCATTER] = {"links": {"rev": 1, "items": [[0, 1, "must"]]}}
    app.run()
    assert len(project.work.links) == 1
    move_history(app, -1)
    assert len(project.work.links) == 0
    move_history(app, 0)
    assert len(project.work.links) == 1
    assert not touched
