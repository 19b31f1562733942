"""What happened to the project without this tab's doing: news for a moment, warnings until they are settled."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.state import this_tab
from treeclust.views.escape import markdown_text
from treeclust.workspace.project import Project


def show_news(project: Project) -> None:
    """Once in each tab; and, as long as it lasts, that the project is not saved."""
    for text in this_tab().see_news(project):
        st.toast(markdown_text(text), duration="long")
    if project.unsaved is not None:
        st.error(markdown_text(project.unsaved))


def show_warnings(project: Project) -> None:
    for text in this_tab().see_warnings(project):
        st.warning(markdown_text(text))
