"""The answer that was picked from the front or the map: figures, tree, plot, and a button to use it."""

from __future__ import annotations

import streamlit as st

from treeclust.core.relabel import keep_identity, renumber
from treeclust.core.tree import Labels, Tree
from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.chart import show_chart
from treeclust.ui.shared.components import send, tree_view
from treeclust.ui.shared.numbers import two_digits
from treeclust.ui.shared.open_table import WORKSPACE
from treeclust.ui.shared.plot_axes import plot_axes
from treeclust.views.escape import markdown_text
from treeclust.views.export_tree import tree_payload
from treeclust.views.scatter import scatter_figure, scatter_info
from treeclust.views.tree_info import tree_info
from treeclust.workspace import trade_offs
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Project
from treeclust.workspace.trade_offs import TradeOff

TREE_HEIGHT, PLOT_HEIGHT = 300, 300


def answer_preview(project: Project, opened: TradeOff | None) -> None:
    if opened is None or opened.result.labels is None or opened.result.tree is None:
        with st.container(height=420, border=False, vertical_alignment="center"):
            said = "No tree there." if opened is not None else "The tree of a dot or a square will stand here."
            st.markdown(f"**{said}**")
            st.caption("Click a dot or a square to open it.")
        return
    labels, tree = in_workspace_colours(project, opened.result.labels, opened.result.tree)
    md, ms = two_digits(opened.result.md), two_digits(opened.result.ms)
    st.markdown(f"**{markdown_text(opened.name)}** · diameter {md} · split {ms}")
    if st.button("Use this answer in the workspace", type="primary", key="use-trade-off"):
        attempt(lambda: trade_offs.use(project, opened))
        st.switch_page(WORKSPACE)
    values = opened.problem.dataset.values
    info = tree_info(tree, values, project.work.names)
    identity = send("tree", fingerprint(opened.name, labels.tobytes()), tree_payload(info, tree, values))
    tree_view(info, identity, height=TREE_HEIGHT)
    picture = scatter_figure(scatter_info(plot_axes(project, opened.problem.dataset, labels), labels, tree))
    picture.update_layout(height=PLOT_HEIGHT)
    show_chart(picture, "opened-plot")


def in_workspace_colours(project: Project, labels: Labels, tree: Tree) -> tuple[Labels, Tree]:
    """Each cluster with the number, and so the colour, that most of its rows have on the workspace."""
    before = project.identity
    old = before[1] if before is not None and before[0] is project.work.dataset else None
    numbers = keep_identity(old, labels)
    return renumber(labels, numbers), tree.relabelled(numbers)
