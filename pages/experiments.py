"""Experiments: the paper's tables beside ours."""

from __future__ import annotations

import streamlit as st

from treeclust.core.errors import InputError
from treeclust.ui.experiments.experiments_panel import experiments_panel
from treeclust.ui.shared.callbacks import show_refusal
from treeclust.ui.shared.session import current_project
from treeclust.views.escape import markdown_text

st.header("Experiments", anchor=False)
st.caption("The paper's tables and its figure, beside what this program finds on the same questions.")
show_refusal()
try:
    experiments_panel(current_project())
except InputError as error:
    st.error(markdown_text(str(error)))
