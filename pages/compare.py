"""Compare: every run, and two of them side by side."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.compare_panel import compare_panel
from treeclust.ui.guide import empty_compare
from treeclust.ui.session import current_project, show_refusal

project = current_project()
st.header("Compare", anchor=False)
st.caption("Every run is kept. Put two side by side: what was asked differently, what moved from where to where.")
show_refusal()
if project.answers:
    compare_panel(project)
else:
    empty_compare(project)
