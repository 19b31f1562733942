"""Undo and Redo."""

from __future__ import annotations

from itertools import takewhile

from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.components import HISTORY, history_buttons
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.workspace import edits
from treeclust.workspace.project import Project


def undo_buttons(project: Project) -> None:
    """What opened the first table is not taken back: there would be nothing left to look at."""
    future = project.history.future
    past = list(takewhile(lambda step: step[1].table is not None, reversed(project.history.past)))[::-1]
    words = {
        "-1": f"Take back: {past[-1][0]} (Ctrl + Z)" if past else "Nothing to take back",
        "1": f"Do again: {future[-1][0]} (Ctrl + Shift + Z)" if future else "Nothing to do again",
    }
    history_buttons(this_tab().history_place, len(past), len(future), words)


def receive_moves(project: Project) -> None:
    """Before anything is drawn: go as far through the history as the buttons have moved."""
    tab, place = this_tab(), (widget_value(HISTORY) or {}).get("place")
    if isinstance(place, int):
        steps, tab.history_place = place - tab.history_place, place
        attempt(lambda: edits.travel(project, steps))
