"""The Compare page: every run in a list, two of them side by side, and what changed from one to the other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from treeclust.core.tree import Labels, Tree
from treeclust.ui.compare.differences_panel import differences_panel
from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.chart import show_chart
from treeclust.ui.shared.components import tree_view
from treeclust.ui.shared.numbers import counted, two_digits
from treeclust.ui.shared.open_table import WORKSPACE
from treeclust.ui.shared.plot_axes import plot_axes
from treeclust.ui.shared.report_button import report_button
from treeclust.ui.shared.state import set_widget_value, widget_value
from treeclust.views.scatter import scatter_figure, scatter_info
from treeclust.views.tree_info import tree_info
from treeclust.workspace import runs
from treeclust.workspace.comparison import Side, compare
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Answer, Project

TREE_HEIGHT, PLOT_HEIGHT = 260, 300
NARROW = {"Run": 50, "k": 50, "Depth": 55, "ε": 50, "Links": 50}
TABLE = "history-table"
MOST_RINGS = 1_000
SIDES = ("First run", "Second run")


def compare_panel(project: Project) -> None:
    answers = project.answers
    run_list(answers)
    left, right = st.columns(2, gap="medium")
    if len(answers) < 2:
        right.info("One run so far. Add a link or change a parameter, solve again, and see here what that did.")
        with left.container(border=True):
            alone = compare(project, answers[0], answers[0])
            run_card(project, alone.sides[0], alone.names, 0)
        return
    with left.container(border=True):
        one, card_one = run_picker(answers, 0), st.container()
    with right.container(border=True):
        two, card_two = run_picker(answers, 1), st.container()
    found = compare(project, one, two)
    for place, (card, side) in enumerate(zip((card_one, card_two), found.sides, strict=True)):
        with card:
            run_card(project, side, found.names, place)
    differences_panel(project, found)


def run_list(answers: list[Answer]) -> None:
    """Every run, newest first; two that are ticked are put side by side."""
    zone = time_zone()
    lines = [
        {"Run": number, "Time": runs.time_words(answer.when, zone), **facts(answer, answer.id)}
        for number, answer in enumerate(answers, 1)
    ]
    frame = pd.DataFrame(lines[::-1])
    if frame["ARI"].isna().all():
        frame = frame.drop(columns="ARI")
    decimals = {name: st.column_config.NumberColumn(format="%.2f") for name in ("Diameter", "Split", "ARI")}
    st.dataframe(
        frame,
        hide_index=True,
        width="stretch",
        height=min(35 * len(frame) + 38, 248),
        column_config={
            **decimals,
            **{name: st.column_config.Column(width=width) for name, width in NARROW.items()},
            "Seconds": st.column_config.NumberColumn(format="%.1f"),
        },
        key=TABLE,
        on_select=lambda: rows_ticked(len(answers)),
        selection_mode="multi-row",
    )


def rows_ticked(count: int) -> None:
    """Two lines of the list that are ticked become the two runs side by side."""
    chosen = runs.ticked_runs(widget_value(TABLE)["selection"]["rows"], count)
    for place, run in enumerate(chosen or ()):
        set_widget_value(picker_key(place, count), run)


def picker_key(place: int, count: int) -> str:
    """A new run makes new pickers, so that the last change is chosen again."""
    return f"compare-{place}-{count}"


@st.cache_data(max_entries=500, show_spinner=False)
def facts(_answer: Answer, identity: str) -> dict[str, str | int | float | None]:
    """Computed once per run, not on every click."""
    return runs.run_facts(_answer)


def time_zone() -> tzinfo:
    """The browser's, as far as it tells."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (KeyError, ValueError, OSError):
        return UTC


def run_picker(answers: list[Answer], place: int) -> Answer:
    """The chosen run; by default the last one and the change before it."""
    default = runs.last_change(answers)[place]
    chosen = st.selectbox(
        SIDES[place],
        range(len(answers)),
        default,
        key=picker_key(place, len(answers)),
        format_func=lambda i: run_name(answers, i),
    )
    return answers[chosen if chosen is not None else default]


def run_name(answers: list[Answer], place: int) -> str:
    answer = answers[place]
    links = counted(len(answer.problem.links) + len(answer.soft), "link")
    return f"Run {place + 1}: k {runs.clusters_asked(answer)}, depth {answer.problem.depth}, {links}"


def run_card(project: Project, side: Side, names: Mapping[int, str], place: int) -> None:
    answer, result = side.answer, side.answer.result
    status = runs.STATUS[str(result.status)]
    st.markdown(f"Diameter **{two_digits(result.md)}** · split **{two_digits(result.ms)}** · {status}")
    if side.tree is None or side.labels is None:
        with st.container(height=TREE_HEIGHT + PLOT_HEIGHT, border=False, vertical_alignment="center"):
            st.caption("This run found no tree.")
    else:
        info = tree_info(side.tree, answer.problem.dataset.values, names)
        identity = fingerprint("compare", place, answer.id)
        words = "Scroll to zoom, drag to move."
        tree_view(info, identity, height=TREE_HEIGHT, key=f"compare-tree-{place}", words=words)
        show_chart(plot(project, side, side.labels, side.tree), f"compare-plot-{place}")
        if len(side.moved):
            st.caption("Ringed rows are in another cluster in the other run.")
    with st.container(horizontal=True, gap="small"):
        words = "Ask its question again in the workspace; Undo takes that back"
        if st.button("Open this run", key=f"open-run-{place}", help=words):
            if attempt(lambda: runs.open_run(project, answer)):
                st.switch_page(WORKSPACE)
            st.rerun()
        report_button(project, answer, f"compare-report-{place}", kind="secondary")


def plot(project: Project, side: Side, labels: Labels, tree: Tree) -> go.Figure:
    """The rows; those that are in another cluster in the other run have a ring, up to MOST_RINGS."""
    axes = plot_axes(project, side.answer.problem.dataset, labels)
    info = scatter_info(axes, labels, tree, side.moved[:MOST_RINGS].tolist())
    picture = scatter_figure(info)
    ring = {"symbol": "circle-open", "size": 15, "color": "#7A8694", "line": {"width": 1.5}}
    x, y = (axis.values[side.moved[:MOST_RINGS]] for axis in info.axes)
    picture.add_trace(go.Scatter(x=x, y=y, mode="markers", marker=ring, hoverinfo="skip"))
    return picture.update_layout(height=PLOT_HEIGHT, dragmode=False)
