"""Data: choose a table, and which of its columns to cluster by."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.data.columns_panel import columns_panel
from treeclust.ui.data.project_list import project_list
from treeclust.ui.data.projects_panel import project_panel
from treeclust.ui.data.table_chooser import table_chooser
from treeclust.ui.shared.callbacks import show_refusal
from treeclust.ui.shared.session import current_project

project = current_project()
st.header("Data", anchor=False)
st.caption("Open a table, check what its columns mean, and go to the workspace.")
show_refusal()
if project.work.table is not None:
    project_panel(project)
project_list(project)
if project.work.table is not None:
    columns_panel(project)
    st.divider()
table_chooser(project)
