"""Compare: every run, and two of them side by side."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.compare.compare_panel import compare_panel
from treeclust.ui.compare.no_runs import no_runs
from treeclust.ui.shared.callbacks import show_refusal
from treeclust.ui.shared.session import current_project

project = current_project()
st.header("Compare", anchor=False)
st.caption("Every run is kept. Put two side by side: what was asked differently, what moved from where to where.")
show_refusal()
if project.answers:
    compare_panel(project)
else:
    no_runs(project)
