"""Which axes the plot has: those that show the clusters best, until a person picks others."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.shared.plot_axes import all_axes, answer_axes
from treeclust.ui.shared.state import this_tab
from treeclust.views.axes import Axis
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Answer, Project

TITLES = ("Horizontal", "Vertical", "Depth")


def axis_pickers(project: Project, answer: Answer | None) -> tuple[Axis, ...]:
    """Two or three axes; what was picked survives a page switch."""
    dataset, view, tab = project.work.dataset, project.view, this_tab()
    assert dataset is not None
    best = all_axes(dataset) if answer is None else answer_axes(answer, () if view.picked else view.axes)
    by_name = {axis.name: axis for axis in best}
    first = [name for name in view.axes if view.picked and name in by_name]
    wanted = list(dict.fromkeys([*first, *by_name]))
    count = 3 if tab.solid and len(wanted) > 2 else 2
    shown = fingerprint(wanted[:3]) if not view.picked else "picked"
    version = f"{dataset.hash[:8]}-{tab.table.of(project.work.table)}-{tab.views}-{shown}"
    names = list(by_name)
    chosen = [
        st.selectbox(
            title,
            names,
            names.index(wanted[i]),
            key=f"axis-{i}-{version}",
            format_func=short_name,
            help="A column; a principal component, along which the data vary most; or a discriminant, along which the "
            "clusters lie apart.",
        )
        for i, title in enumerate(TITLES[:count])
    ]
    if chosen != wanted[:count]:
        view.picked = True
    view.axes = tuple(dict.fromkeys([*chosen, *wanted]))[:3]
    solid_toggle(project, len(names))
    if view.picked:
        words = "The two columns, or else the projection, that show the clusters best"
        st.button("Best view", key="best-view", help=words, on_click=show_best, args=(project,))
    return tuple(by_name[name] for name in chosen)


def solid_toggle(project: Project, axes: int) -> None:
    if axes > 2:
        words = "Show three axes at once"
        st.toggle("3-D", this_tab().solid, key="solid", on_change=toggle_solid, args=(project,), help=words)


def short_name(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"


def toggle_solid(project: Project) -> None:
    tab = this_tab()
    tab.solid = project.view.solid = not tab.solid


def show_best(project: Project) -> None:
    this_tab().views += 1
    project.view.axes, project.view.picked = (), False
