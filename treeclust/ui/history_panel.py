"""Undo and Redo."""

from __future__ import annotations

import streamlit as st

from treeclust.ui import edits
from treeclust.ui.components import HISTORY, history_buttons
from treeclust.ui.project import Project

PLACE = "history_place"
"""Where this tab's buttons were when they were last obeyed."""


def undo_buttons(project: Project) -> None:
    past, future = project.history.past, project.history.future
    words = {
        "-1": f"Take back: {past[-1][0]} (Ctrl + Z)" if past else "Nothing to take back",
        "1": f"Do again: {future[-1][0]} (Ctrl + Shift + Z)" if future else "Nothing to do again",
    }
    history_buttons(st.session_state.get(PLACE, 0), len(past), len(future), words)


def receive_moves(project: Project) -> None:
    """Before anything is drawn: go as far through the history as the buttons have moved."""
    state = st.session_state
    place = state[HISTORY].get("place") if HISTORY in state else None
    if isinstance(place, int):
        steps = place - state.get(PLACE, 0)
        state[PLACE] = place  # first, because Streamlit may break off the run here
        edits.travel(project, steps)
