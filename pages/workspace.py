"""Workspace: the plot that links are drawn on, Solve, and the tree."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.callbacks import show_refusal
from treeclust.ui.shared.empty_page import empty_workspace
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.messages import show_warnings
from treeclust.ui.shared.session import current_project
from treeclust.ui.workspace.answer_panel import metrics, status_strip, tree_card
from treeclust.ui.workspace.browser_links import receive_links
from treeclust.ui.workspace.cluster_panel import cluster_panel
from treeclust.ui.workspace.guide import guide
from treeclust.ui.workspace.interview_screen import interview_screen
from treeclust.ui.workspace.link_panel import link_panel
from treeclust.ui.workspace.nudge_line import nudge_line
from treeclust.ui.workspace.plot_panel import plot_panel
from treeclust.ui.workspace.sidebar import sidebar
from treeclust.ui.workspace.undo_buttons import receive_moves, undo_buttons
from treeclust.views.escape import markdown_text
from treeclust.workspace.best_so_far import answer_on_screen
from treeclust.workspace.what_changed import state_words

# Of the width, for plot and tree; a tree of many leaves needs more of it. (Streamlit would show a text here.)
SHARES, MORE_TREE, MANY_LEAVES = [1.12, 1.0], [1.0, 1.35], 8
project = current_project()
receive_links(project)
receive_moves(project)
with st.container(key="head"):
    title, undo, status = st.columns([1, 0.9, 2.2], vertical_alignment="center")
with title.container(key="title"):
    st.header("Workspace", anchor=False)
    if project.work.table is not None:
        st.caption(markdown_text(project.work.table.name.strip('"')))
with undo:
    undo_buttons(project)
with status:
    status_strip(project)
notes = st.container(key="notes")  # one place, so that what is said there does not make the browser draw the rest anew
with notes:
    show_refusal()
interview_screen(project)
if project.work.dataset is None:
    empty_workspace(project)
else:
    with guard("The parameters"):
        sidebar(project)
    with notes:
        show_warnings(project)
        guide(project)
        with st.container(key="said", horizontal=True, vertical_alignment="center", gap="medium"):
            st.caption(markdown_text(state_words(project)))
            with guard("The nudge"):
                nudge_line(project)
    answer = answer_on_screen(project)
    leaves = 0 if answer is None or answer.tree is None else sum(1 for _ in answer.tree.leaves())
    with st.container(key="picture"):
        left, right = st.columns(MORE_TREE if leaves > MANY_LEAVES else SHARES, gap="medium")
    with left, guard("The plot"):
        plot_panel(project)
    with right, guard("The tree"):
        metrics(project)
        tree_card(project)
    with st.container(key="below"):
        left, right = st.columns(SHARES, gap="medium")
    with left, guard("The links"):
        link_panel(project)
    with right, guard("The clusters"):
        cluster_panel(project)
