"""The way into the interview, and what is assumed by agreement."""

from __future__ import annotations

import streamlit as st

from treeclust.core.suggestions import PairQuestion
from treeclust.ui.shared.state import this_tab
from treeclust.ui.workspace.assumed_panel import assumed_panel
from treeclust.ui.workspace.interview_screen import start_button
from treeclust.workspace.project import Project
from treeclust.workspace.questions import open_question

HEIGHT = 270


def question_here(project: Project) -> PairQuestion | None:
    """The open question, if this tab has begun an interview."""
    return open_question(project) if this_tab().interview.begun else None


def question_panel(project: Project) -> None:
    with st.container(height=HEIGHT, border=False):
        st.caption(
            "Not sure which rows to link? The interview asks about the two rows that tell most, one question after the "
            "other; keys 1, 2 and 3 answer. Each answer becomes a link, and the tree is solved again."
        )
        start_button(project)
        assumed_panel(project)
