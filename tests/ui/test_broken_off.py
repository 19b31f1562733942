"""Streamlit breaks off a run wherever its state is touched; the next run must make up for it."""

from __future__ import annotations

from contextlib import suppress
from itertools import count

import numpy as np
import pandas as pd
import pytest

from treeclust.links import Links
from treeclust.reading import Table
from treeclust.ui import edits, link_sync
from treeclust.ui.project import Project
from treeclust.ui.renewal import renewed


class BrokenOff(BaseException):
    """As Streamlit's own: no handler for errors catches it."""


class Breakable(dict):
    """A session's state that breaks off at its n-th use, once."""

    left: int | None = None

    def touch(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise BrokenOff

    def __getitem__(self, key):
        self.touch()
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        self.touch()
        super().__setitem__(key, value)

    def get(self, key, default=None):
        self.touch()
        return super().get(key, default)


def break_points(state: Breakable, act) -> bool:
    """Act, broken off after `state.left` uses; False if it got to its end."""
    with suppress(BrokenOff):
        act()
        state.left = None
        return False
    return True


def test_what_is_shown_is_renewed_wherever_the_run_ends():
    for left in count():
        state = Breakable()
        before = renewed(state, "depth", 3)
        state.left = left
        broken = break_points(state, lambda: renewed(state, "depth", 2))  # noqa: B023
        assert renewed(state, "depth", 2) > before
        if not broken:
            return


@pytest.mark.parametrize("refused", [False, True])
def test_a_list_of_links_is_taken_or_refused_wherever_the_run_ends(refused: bool):
    """The project has the link, or the reason is said and the browser gets a newer revision."""
    for left in count():
        project = Project()
        edits.load_table(project, Table(pd.DataFrame({"x": np.arange(6.0)}), "table.csv"))
        if refused:
            edits.set_links(project, Links.from_pairs(must=[(0, 1), (1, 2)]), "add")
        state = Breakable()
        first = link_sync.revision(project, state)
        message = {"rev": first, "items": [[0, 1, "must"], [1, 2, "must"], [0, 2, "cannot"]][0 if refused else 2 :]}
        state.left = left
        broken = break_points(state, lambda: link_sync.take(project, state, message))  # noqa: B023
        link_sync.take(project, state, message)
        if refused:
            assert "notice" in state and link_sync.revision(project, state) > first
            assert len(project.work.links) == 2
        else:
            assert [link.pair for link in project.work.links] == [(0, 2)]
        if not broken:
            return
