"""Parameters in plain words, what speaks against them, and Solve."""

from __future__ import annotations

from typing import Any

import streamlit as st

from treeclust.objectives import objectives
from treeclust.problem import MAX_DEPTH
from treeclust.ui import edits, solving
from treeclust.ui.hints import hints
from treeclust.ui.project import Parameters, Project
from treeclust.ui.session import attempt, jobs, watcher
from treeclust.views.escape import markdown_text

NAMES = {"md-ms": "Diameter + split", "md": "Diameter"}
HELP = {
    "k": "How many clusters to make.",
    "k_min": "The fewest clusters that would do. Leave it equal to k to get exactly k.",
    "depth": "The most questions asked on the way to a cluster. Each level doubles the leaves: depth 3 gives up to 8.",
    "epsilon": "How exact the proof must be. Every feature is scaled to 0–100; distances that differ by less than ε "
    "count as equal. Larger is faster.",
    "objective": "Diameter: make the widest cluster as narrow as possible. Diameter + split: also push "
    "the two closest clusters apart.",
    "seconds": "After this time the best answer found so far is shown, with how far it can be from the best possible.",
    "live": "Solve again after each new link.",
    "solve": "Find the best tree that obeys every link (Ctrl + Enter)",
}


def sidebar(project: Project) -> None:
    with st.sidebar:
        parameter_widgets(project)
        found = hints(project.work)
        busy = project.job is not None
        blocked = project.work.dataset is None or any(hint.blocks for hint in found)
        st.button(
            "Solve",
            key="solve",
            type="primary",
            width="stretch",
            disabled=blocked or busy,
            help=HELP["solve"],
            on_click=solve,
            args=(project,),
        )
        project.live = st.toggle("Live", value=project.live, key="live", help=HELP["live"])
        for hint in () if busy else found:
            (st.error if hint.blocks else st.warning)(markdown_text(hint.text))


def parameter_widgets(project: Project) -> None:
    """The project is the truth: every run writes its values into the widgets, so that undo moves them too."""
    write_widgets(project)
    change: dict[str, Any] = {"on_change": read_widgets, "args": (project,)}
    one, two = st.columns(2)
    one.number_input("Clusters k", 2, 64, key="k", help=HELP["k"], **change)
    two.number_input("at least", 1, 64, key="k_min", help=HELP["k_min"], **change)
    st.slider("Tree depth", 1, MAX_DEPTH, key="depth", help=HELP["depth"], **change)
    st.segmented_control(
        "Objective",
        sorted(objectives(), reverse=True),
        required=True,
        key="objective",
        format_func=lambda name: NAMES.get(name, objectives()[name].title),
        help=HELP["objective"],
        **change,
    )
    one, two = st.columns(2)
    one.number_input("Tolerance ε", 0.0, 50.0, step=0.05, format="%.2f", key="epsilon", help=HELP["epsilon"], **change)
    two.number_input("Time limit (s)", 1, 3600, step=10, key="seconds", help=HELP["seconds"], **change)


def write_widgets(project: Project) -> None:
    now = project.work.parameters
    for key, value in {**vars(now), "k_min": now.k_min or now.k}.items():
        if st.session_state.get(key) != value:
            st.session_state[key] = value


def read_widgets(project: Project) -> None:
    """One undoable step per changed widget; "at least" follows k until it is set apart."""
    state, before = st.session_state, project.work.parameters
    k, least = int(state["k"]), int(state["k_min"])
    tied = before.k_min is None and least == before.k
    k_min = None if tied or least >= k else least
    edits.set_parameters(
        project,
        Parameters(
            k,
            k_min,
            int(state["depth"]),
            float(state["epsilon"]),
            str(state["objective"]),
            int(state["seconds"]),
        ),
    )


def solve(project: Project) -> None:
    attempt(lambda: solving.start(project, jobs(), watcher()))
