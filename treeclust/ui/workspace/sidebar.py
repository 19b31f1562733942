"""The parameters, hints about them, Solve and Live."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from treeclust.core.distances import METRICS
from treeclust.core.problem import MAX_DEPTH
from treeclust.objectives import objectives
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.job_requests import start_solve
from treeclust.ui.shared.state import this_tab
from treeclust.ui.workspace.browser_links import take_links
from treeclust.ui.workspace.limits_panel import limits_caption, rules_expander, sizes_expander
from treeclust.ui.workspace.parameter_widgets import ParameterWidgets
from treeclust.views.escape import markdown_text
from treeclust.workspace import edits
from treeclust.workspace.hints import Hint, hints
from treeclust.workspace.project import Project

PREFER = {"compact": "Compact clusters", "simple": "Simplest tree", "first": "First found"}
DISTANCES = {
    "euclidean": "Straight line (Euclidean)",
    "manhattan": "Sum of differences (Manhattan)",
    "chebyshev": "Largest difference (Chebyshev)",
    "cosine": "Angle (cosine)",
}
HELP = {
    "live": "Solve again after each new link. On by default for small tables.",
    "solve": "Find the best tree that obeys every link (Ctrl + Enter)",
}


def sidebar(project: Project) -> None:
    with st.sidebar:
        parameter_widgets(project)
        found = hints(project.work)
        busy = project.job is not None
        blocked = project.work.dataset is None or any(hint.blocks for hint in found)
        with st.container(key="solve-bar"):
            solve_bar(project, disabled=blocked or busy)
        for hint in () if busy else found:
            show_hint(project, hint)


def show_hint(project: Project, hint: Hint) -> None:
    (st.error if hint.blocks else st.warning)(markdown_text(hint.text))
    if hint.remedy:
        args = (change_parameters, project, hint.changes)
        st.button(hint.remedy, key=f"remedy-{hint.remedy}", width="stretch", on_click=run_callback, args=args)


def change_parameters(project: Project, changes: Mapping[str, Any]) -> None:
    edits.set_parameters(project, replace(project.work.parameters, **changes))


def solve_bar(project: Project, disabled: bool) -> None:
    """In sight however many parameters there are above it."""
    st.button(
        "Solve",
        key="solve",
        type="primary",
        width="stretch",
        disabled=disabled,
        help=HELP["solve"],
        on_click=run_callback,
        args=(solve, project),
    )
    tab = this_tab()
    tab.set_live(project, st.toggle("Live", value=tab.live, key="live", help=HELP["live"]))


def parameter_widgets(project: Project) -> None:
    widgets = ParameterWidgets(project)
    now, work = widgets.now, project.work
    one, two = st.columns(2)
    one.number_input("Clusters k", 2, 64, **widgets.options("k"))
    follows = f"-{now.k if now.k_min is None else 'set'}"
    two.number_input("at least", 1, 64, **widgets.options("k_min", version=follows))
    st.slider("Tree depth", 1, MAX_DEPTH, **widgets.options("depth"))
    st.segmented_control(
        "Objective",
        sorted(objectives(), reverse=True),
        required=True,
        format_func=lambda name: objectives()[name].label,
        **widgets.options("objective", "default"),
    )
    wish_widgets(widgets)
    sizes_expander(widgets, work)
    rules_expander(widgets, work)
    limits_caption(work)
    st.selectbox("Distance between rows", format_func=DISTANCES.__getitem__, **widgets.choice("metric", list(METRICS)))
    one, two = st.columns(2)
    one.number_input("Tolerance ε", 0.0, 50.0, step=0.05, format="%.2f", **widgets.options("epsilon"))
    two.number_input("Time limit (s)", 1, 3600, step=10, **widgets.options("seconds"))


def wish_widgets(widgets: ParameterWidgets) -> None:
    st.selectbox(
        "Among equally good trees, prefer",
        format_func=PREFER.__getitem__,
        **widgets.choice("prefer", list(PREFER)),
    )
    if widgets.now.prefer == "compact":
        slack = widgets.options("slack")
        st.number_input("Allow a diameter wider by (%)", 0.0, 100.0, step=1.0, format="%g", **slack)


def solve(project: Project) -> None:
    """A link drawn just before the click is part of the question, though both arrive together."""
    take_links(project)
    this_tab().set_asking(project, False)
    start_solve(project)
