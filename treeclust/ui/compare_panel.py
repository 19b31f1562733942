"""The Compare page: every run in a list, two of them side by side, and what changed from one to the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from treeclust.tree import Labels, Tree
from treeclust.ui import runs
from treeclust.ui.answer_panel import figure
from treeclust.ui.components import fingerprint, tree_view
from treeclust.ui.data_panel import WORKSPACE
from treeclust.ui.differences_panel import differences_panel
from treeclust.ui.opened_panel import plot_axes
from treeclust.ui.project import Answer, Project
from treeclust.ui.reporting import report_button, work_of
from treeclust.ui.session import attempt
from treeclust.views.flow import Flow, flow_of
from treeclust.views.scatter import scatter_figure, scatter_info
from treeclust.views.tree_info import tree_info
from treeclust.views.tree_svg import tree_svg

TREE_HEIGHT, PLOT_HEIGHT = 260, 300
QUIET = {"displayModeBar": False}
NARROW = {"Run": 50, "k": 50, "Depth": 55, "ε": 50, "Links": 50}
TABLE = "history-table"
MOST_RINGS = 1_000
SIDES = ("First run", "Second run")


@dataclass(frozen=True, eq=False)
class Side:
    """A run as it is drawn: in the colours of the first run. `moved` are rows that are elsewhere in the other run."""

    answer: Answer
    labels: Labels | None
    tree: Tree | None
    moved: runs.Rows


def compare_panel(project: Project) -> None:
    answers = project.answers
    history(answers)
    if len(answers) < 2:
        st.info("One run so far. Add a link or change a parameter, solve again, and see here what that did.")
    left, right = st.columns(2, gap="medium")
    with left.container(border=True):
        one = picked(answers, 0)
        head_one = st.container()
    with right.container(border=True):
        two = picked(answers, 1)
        head_two = st.container()
    rows = runs.shared_rows(project, one, two)
    sides, flow = drawn(one, two, rows)
    work = work_of(project, one)
    names = {} if work is None else work.names
    for place, (box, side) in enumerate(zip((head_one, head_two), sides, strict=True)):
        with box:
            run_card(project, side, names, place)
    differences_panel(project, one, two, rows, flow, names)


def history(answers: list[Answer]) -> None:
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
    """Two lines of the history that are ticked become the two runs side by side."""
    chosen = runs.ticked_runs(st.session_state[TABLE]["selection"]["rows"], count)
    for place, run in enumerate(chosen or ()):
        st.session_state[picker_key(place, count)] = run


def picker_key(place: int, count: int) -> str:
    """A new run makes new pickers, so that the last two are chosen again."""
    return f"compare-{place}-{count}"


@st.cache_data(max_entries=500, show_spinner=False)
def facts(_answer: Answer, identity: str) -> dict[str, str | int | float | None]:
    """Computed once per run, not on every click."""
    return runs.run_facts(_answer)


def time_zone() -> tzinfo:
    """Of the person who looks, as far as the browser tells."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (KeyError, ValueError, OSError):
        return UTC


def picked(answers: list[Answer], place: int) -> Answer:
    """The chosen run; by default the last two."""
    default = max(0, len(answers) - 2 + place)
    numbers = range(len(answers))
    chosen = st.selectbox(
        SIDES[place],
        numbers,
        min(default, len(answers) - 1),
        key=picker_key(place, len(answers)),
        format_func=lambda i: run_name(answers, i),
    )
    return answers[chosen if chosen is not None else default]


def run_name(answers: list[Answer], place: int) -> str:
    answer = answers[place]
    links = len(answer.problem.links) + len(answer.soft)
    asked = f"k {runs.clusters_asked(answer)}, depth {answer.problem.depth}"
    return f"Run {place + 1}: {asked}, {links} {'link' if links == 1 else 'links'}"


def drawn(one: Answer, two: Answer, rows: tuple[runs.Rows, runs.Rows] | None) -> tuple[tuple[Side, Side], Flow | None]:
    """Both runs in the colours of the first, and the way of the rows between them."""
    nothing = np.array([], dtype=np.intp)
    first, second = Side(one, one.labels, one.tree, nothing), Side(two, two.labels, two.tree, nothing)
    if rows is None or one.labels is None or two.labels is None or two.tree is None:
        return (first, second), None
    labels, tree = runs.like_first(one.labels, two.labels, two.tree, rows)
    flow = flow_of(one.labels[rows[0]], labels[rows[1]])
    first = Side(one, one.labels, one.tree, rows[0][flow.moved])
    return (first, Side(two, labels, tree, rows[1][flow.moved])), flow


def run_card(project: Project, side: Side, names: Mapping[int, str], place: int) -> None:
    answer, result = side.answer, side.answer.result
    status = runs.STATUS[str(result.status)]
    st.markdown(f"Diameter **{figure(result.md)}** · split **{figure(result.ms)}** · {status}")
    if side.tree is None or side.labels is None:
        with st.container(height=TREE_HEIGHT + PLOT_HEIGHT, border=False, vertical_alignment="center"):
            st.caption("This run found no tree.")
    else:
        info = tree_info(side.tree, answer.problem.dataset.values, names)
        identity = fingerprint("compare", place, answer.id)
        words = "Scroll to zoom, drag to move."
        tree_view(tree_svg(info), identity, height=TREE_HEIGHT, key=f"compare-tree-{place}", words=words)
        st.plotly_chart(
            plot(project, side, side.labels, side.tree), key=f"compare-plot-{place}", config=QUIET, width="stretch"
        )
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
    """The rows; those that are elsewhere in the other run have a ring (the first of very many)."""
    axes = plot_axes(project, side.answer.problem.dataset)
    picture = scatter_figure(scatter_info(axes, labels, tree, side.moved[:MOST_RINGS].tolist()))
    ring = {"symbol": "circle-open", "size": 15, "color": "#7A8694", "line": {"width": 1.5}}
    x, y = (axis.values[side.moved[:MOST_RINGS]] for axis in axes)
    picture.add_trace(go.Scatter(x=x, y=y, mode="markers", marker=ring, hoverinfo="skip"))
    return picture.update_layout(height=PLOT_HEIGHT, dragmode=False)
