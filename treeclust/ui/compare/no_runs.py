"""The Compare page before the first run: what will be here, and where runs come from."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.empty_page import DATA, button_row, empty_page
from treeclust.ui.shared.open_table import WORKSPACE
from treeclust.workspace.project import Project


def no_runs(project: Project) -> None:
    with empty_page():
        st.subheader("No runs yet", anchor=False, width="content")
        st.markdown(
            "Each time you press Solve, the question and its answer are kept here. After the second run you see  \n"
            "both trees side by side, which rows changed cluster, and what each link did.",
            text_alignment="center",
        )
        with button_row():
            if project.work.dataset is None:
                if st.button("Open a table", type="primary", key="open-table"):
                    st.switch_page(DATA)
            elif st.button("Go to the workspace", type="primary", key="go"):
                st.switch_page(WORKSPACE)
