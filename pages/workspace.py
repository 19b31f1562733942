"""Workspace: look, link, solve, understand."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.answer_panel import metrics, status_strip, tree_card
from treeclust.ui.cluster_panel import cluster_panel
from treeclust.ui.guide import empty_workspace, guide
from treeclust.ui.history_panel import receive_moves, undo_buttons
from treeclust.ui.link_panel import link_panel
from treeclust.ui.plot_panel import plot_panel, receive_links
from treeclust.ui.session import current_project, show_refusal
from treeclust.ui.sidebar import sidebar

SHARES = [1.12, 1]
project = current_project()
receive_links(project)
receive_moves(project)
title, undo, status = st.columns([1, 0.9, 2.2], vertical_alignment="center")
title.container(key="title").header("Workspace", anchor=False)
with undo:
    undo_buttons(project)
with status:
    status_strip(project)
show_refusal()
if project.work.dataset is None:
    empty_workspace(project)
else:
    sidebar(project)
    guide(project)
    left, right = st.columns(SHARES, gap="medium")
    with left:
        plot_panel(project)
    with right:
        metrics(project)
        tree_card(project)
    with st.container(key="below"):
        left, right = st.columns(SHARES, gap="medium")
    with left:
        link_panel(project)
    with right:
        cluster_panel(project)
