"""Pages that have nothing to show yet: what they are for, and the shortest way to something."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from treeclust.ui.shared.open_table import open_demo
from treeclust.workspace.project import Project

DATA = "pages/data.py"


def empty_page() -> DeltaGenerator:
    return st.container(border=True, vertical_alignment="center", horizontal_alignment="center", height=360)


def button_row() -> DeltaGenerator:
    return st.container(horizontal=True, horizontal_alignment="center")


def empty_workspace(project: Project) -> None:
    """Before there is any data."""
    with empty_page():
        st.subheader("Nothing to look at yet", anchor=False, width="content")
        st.markdown(
            "Here you see your rows, tell which belong together and which do not,  \n"
            "and get a small decision tree that obeys, with a proof of how good it is.",
            text_alignment="center",
        )
        with button_row():
            if st.button("Guided demo", type="primary", key="guided"):
                open_demo(project)
                st.rerun()
            if st.button("Open a table", key="open-table"):
                st.switch_page(DATA)
