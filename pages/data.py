"""Data: a file or a sample becomes rows and features."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.columns_panel import columns_panel
from treeclust.ui.data_panel import chooser
from treeclust.ui.projects_panel import project_list, project_panel
from treeclust.ui.session import current_project, show_refusal

project = current_project()
st.header("Data", anchor=False)
st.caption("Open a table, check what its columns mean, and go to the workspace.")
show_refusal()
if project.work.table is not None:
    project_panel(project)
    columns_panel(project)
    st.divider()
chooser(project)
project_list()
