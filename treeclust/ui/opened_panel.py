"""One answer to look at beside the workspace's own: figures, tree, plot, and a button to use it."""

from __future__ import annotations

import streamlit as st

from treeclust.dataset import Dataset
from treeclust.tree import Labels, Tree
from treeclust.ui import trade_offs
from treeclust.ui.answer_panel import figure
from treeclust.ui.components import fingerprint, send, tree_view
from treeclust.ui.data_panel import WORKSPACE
from treeclust.ui.plot_panel import all_axes
from treeclust.ui.project import Project
from treeclust.ui.session import attempt
from treeclust.ui.trade_offs import Opened
from treeclust.views.axes import Axis, default_axes
from treeclust.views.escape import markdown_text
from treeclust.views.export_tree import tree_payload
from treeclust.views.palette import keep_identity
from treeclust.views.scatter import scatter_figure, scatter_info
from treeclust.views.tree_info import tree_info
from treeclust.views.tree_svg import tree_svg

TREE_HEIGHT, PLOT_HEIGHT = 300, 300


def opened_panel(project: Project, opened: Opened | None) -> None:
    if opened is None or opened.result.labels is None or opened.result.tree is None:
        with st.container(height=420, border=False, vertical_alignment="center"):
            said = "No tree there." if opened is not None else "The tree of a dot or a square will stand here."
            st.markdown(f"**{said}**")
            st.caption("Click a dot of the front, or a square of the map.")
        return
    labels, tree = shown(project, opened.result.labels, opened.result.tree)
    md, ms = figure(opened.result.md), figure(opened.result.ms)
    st.markdown(f"**{markdown_text(opened.name)}** · diameter {md} · split {ms}")
    if st.button("Use this answer in the workspace", type="primary", key="use-trade-off"):
        attempt(lambda: trade_offs.use(project, opened))
        st.switch_page(WORKSPACE)
    info = tree_info(tree, opened.problem.dataset.values, project.work.names)
    identity = send("tree", fingerprint(opened.name, labels.tobytes()), tree_payload(info, tree))
    tree_view(tree_svg(info), identity, height=TREE_HEIGHT)
    picture = scatter_figure(scatter_info(plot_axes(project, opened.problem.dataset), labels, tree))
    picture.update_layout(height=PLOT_HEIGHT)
    st.plotly_chart(picture, key="opened-plot", config={"displayModeBar": False}, width="stretch")


def shown(project: Project, labels: Labels, tree: Tree) -> tuple[Labels, Tree]:
    """With the numbers and colours that most rows have on the workspace."""
    before = project.identity
    old = before[1] if before is not None and before[0] is project.work.dataset else None
    numbers = keep_identity(old, labels)
    renamed = labels.copy()
    for cluster, number in numbers.items():
        renamed[labels == cluster] = number
    return renamed, tree.relabelled(numbers)


def plot_axes(project: Project, dataset: Dataset) -> tuple[Axis, ...]:
    """The two axes of the workspace, where the dataset has them."""
    axes = all_axes(dataset)
    by_name = {axis.name: axis for axis in axes}
    wanted = [by_name[name] for name in project.view.axes if name in by_name]
    wanted += [axes[j] for j in default_axes(dataset)]
    return tuple(dict.fromkeys([*wanted, *axes]))[:2] if len(axes) > 1 else (axes[0], axes[0])
