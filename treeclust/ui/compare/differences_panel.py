"""What changed from one run to another: rows, parameters, links, and what a single link did."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from treeclust.ui.compare.what_if_panel import what_if_panel
from treeclust.ui.shared.chart import show_chart
from treeclust.views.escape import markdown_text
from treeclust.views.flow import flow_figure
from treeclust.workspace import runs
from treeclust.workspace.comparison import Comparison
from treeclust.workspace.edits import row_label
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.runs import LinkChange

MOST_MOVES = 6
INK, INK_ON_DARK = "#1F2A37", "#E6EBF1"


def differences_panel(project: Project, found: Comparison) -> None:
    one, two = (side.answer for side in found.sides)
    changes = () if found.rows is None else runs.link_changes(one, two, found.rows)
    left, right = st.columns(2, gap="medium")
    with left.container(border=True):
        words = "Left the first run, right the second. In colour: what moved."
        st.markdown("**Rows from cluster to cluster**", help=words)
        flow_card(found)
    with right.container(border=True):
        st.markdown("**What was asked differently**")
        parameters_card(one, two)
        what_if_panel(project, two, tuple(change for change in changes if change.what != "same"))
    with st.container(border=True):
        st.markdown("**Link by link**")
        if found.rows is None:
            st.caption("The links cannot be compared: these runs are about different tables.")
        else:
            links_card(two, changes)


def flow_card(found: Comparison) -> None:
    flow, names = found.flow, found.names
    if flow is None:
        words = "these runs are about different tables" if found.rows is None else "one of these runs found no tree"
        st.caption(f"Rows cannot be followed: {words}.")
        return
    st.markdown(flow.words)
    show_chart(flow_figure(flow, names, INK_ON_DARK if st.context.theme.type == "dark" else INK), "compare-flow")
    moves = flow.moves(names)
    more = [f"and {len(moves) - MOST_MOVES} smaller moves"] if len(moves) > MOST_MOVES else []
    st.caption("  \n".join([*(markdown_text(move) for move in moves[:MOST_MOVES]), *more]))


def parameters_card(one: Answer, two: Answer) -> None:
    changed = runs.changed_parameters(one, two)
    for what, before, after in changed:
        st.markdown(f"{what}: {markdown_text(before)} → **{markdown_text(after)}**")
    if not changed:
        st.caption("The same parameters on the same rows and columns.")


def links_card(two: Answer, changes: tuple[LinkChange, ...]) -> None:
    fresh = [change for change in changes if change.what != "same"]
    if not changes:
        st.caption("Neither run had links.")
        return
    if fresh:
        counts = pd.Series([change.what for change in fresh]).value_counts()
        st.markdown(", ".join(f"{count} {what}" for what, count in counts.items()).capitalize() + ".")
    else:
        st.caption("The same links.")
    same = len(changes) - len(fresh)
    everything = bool(fresh and same) and st.toggle(f"Also the {same} unchanged", key="compare-all-links")
    shown = changes if everything or not fresh else tuple(fresh)
    st.dataframe(link_frame(two, shown), hide_index=True, width="stretch", height=min(35 * len(shown) + 38, 212))


def link_frame(two: Answer, changes: tuple[LinkChange, ...]) -> pd.DataFrame:
    dataset = two.problem.dataset
    return pd.DataFrame(
        [
            {
                "A": row_label(dataset, change.pair[0]),
                "B": row_label(dataset, change.pair[1]),
                "Change": change.what,
                "First run": side_words(change, 0),
                "Second run": side_words(change, 1),
            }
            for change in changes
        ]
    )


def side_words(change: LinkChange, side: int) -> str:
    """What this run was told about the pair, and whether its answer agrees."""
    link, kept = (change.before, change.after)[side], change.kept[side]
    state = "no tree" if kept is None else "kept" if kept else "broken"
    if link is None:
        return {None: "not given, no tree", True: "not given, agrees", False: "not given, disagrees"}[kept]
    sure = change.certainty[side]
    return f"{link.kind}, {state}" if sure == "sure" else f"{link.kind} ({sure}), {state}"
