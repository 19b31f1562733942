"""Trade-offs: diameter against split, and depth against number of clusters."""

from __future__ import annotations

import streamlit as st

from treeclust.core.errors import InputError
from treeclust.ui.shared.callbacks import show_refusal
from treeclust.ui.shared.empty_page import empty_workspace
from treeclust.ui.shared.session import current_project
from treeclust.ui.trade_offs.trade_offs_panel import trade_offs_panel
from treeclust.views.escape import markdown_text

project = current_project()
st.header("Trade-offs", anchor=False)
st.caption("A smaller diameter or a wider split, a deeper tree or more clusters: see what each would give.")
show_refusal()
if project.work.dataset is None:
    empty_workspace(project)
else:
    try:
        trade_offs_panel(project)
    except InputError as error:
        st.warning(markdown_text(f"{error} Change it on the Workspace page."))
