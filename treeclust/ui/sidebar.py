"""Parameters in plain words, what speaks against them, and Solve."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from treeclust.objectives import objectives
from treeclust.problem import MAX_DEPTH
from treeclust.ui import edits, solving
from treeclust.ui.hints import hints
from treeclust.ui.plot_panel import take_links
from treeclust.ui.project import Parameters, Project
from treeclust.ui.renewal import renewed
from treeclust.ui.session import attempt, jobs, obey, watcher
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
            on_click=obey,
            args=(solve, project),
        )
        project.live = st.toggle("Live", value=project.live, key="live", help=HELP["live"])
        for hint in () if busy else found:
            (st.error if hint.blocks else st.warning)(markdown_text(hint.text))


def parameter_widgets(project: Project) -> None:
    """The project is the truth. Whatever changes it elsewhere (undo, another tab) gives the widgets fresh keys, so that
    the values which the browser still has, and may be sending right now, are not taken for a person's choice."""
    now, state = project.work.parameters, st.session_state
    rev = renewed(state, "parameters", now)

    def bound(name: str, version: object = rev) -> dict[str, Any]:
        key = state[f"parameter-{name}"] = f"{name}-{version}"
        value = {"default" if name == "objective" else "value": shown(now, name)}
        return {"key": key, "help": HELP[name], "on_change": obey, "args": (read_widget, project, name, key), **value}

    one, two = st.columns(2)
    one.number_input("Clusters k", 2, 64, **bound("k"))
    two.number_input("at least", 1, 64, **bound("k_min", f"{rev}-{now.k if now.k_min is None else 'set'}"))
    st.slider("Tree depth", 1, MAX_DEPTH, **bound("depth"))
    st.segmented_control(
        "Objective",
        sorted(objectives(), reverse=True),
        required=True,
        format_func=lambda name: NAMES.get(name, objectives()[name].title),
        **bound("objective"),
    )
    one, two = st.columns(2)
    one.number_input("Tolerance ε", 0.0, 50.0, step=0.05, format="%.2f", **bound("epsilon"))
    two.number_input("Time limit (s)", 1, 3600, step=10, **bound("seconds"))


def read_widget(project: Project, name: str, key: str) -> None:
    """One widget, one undoable step, also when the browser reports several at once; nothing from one that is gone."""
    state = st.session_state
    if state[f"parameter-{name}"] != key:
        return
    value = state[key]
    edits.set_parameters(project, with_value(project.work.parameters, name, value))
    now = project.work.parameters
    state["parameters_known"] = now if shown(now, name) == value else None


def shown(parameters: Parameters, name: str) -> Any:
    value = getattr(parameters, name)
    return parameters.k if value is None else value


def with_value(before: Parameters, key: str, value: Any) -> Parameters:
    """One parameter changed; "at least" follows k until it is set apart."""
    after = replace(before, **{key: value})
    return replace(after, k_min=None if after.k_min is None or after.k_min >= after.k else after.k_min)


def solve(project: Project) -> None:
    """A link drawn just before the click is part of the question, though both arrive together."""
    take_links(project)
    project.asking = False
    attempt(lambda: solving.start(project, jobs(), watcher()))
