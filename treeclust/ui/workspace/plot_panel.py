"""The plot of the rows, with its axes and its legend, that links are drawn on."""

from __future__ import annotations

from typing import Any

import plotly.io
import streamlit as st

from treeclust.core.dataset import Dataset
from treeclust.core.links import Link
from treeclust.core.remembering import KeptWith, remembered
from treeclust.core.suggestions import PairQuestion
from treeclust.ui.shared.components import link_scatter, send
from treeclust.ui.shared.state import PlotMarks, this_tab
from treeclust.ui.workspace.axis_pickers import axis_pickers
from treeclust.ui.workspace.browser_links import link_drawn_groups
from treeclust.ui.workspace.colour_picker import colour_picker
from treeclust.ui.workspace.question_panel import question_here
from treeclust.ui.workspace.rows_panel import ringed_rows
from treeclust.ui.workspace.why_not_panel import clashing_links
from treeclust.views.axes import Axis
from treeclust.views.colouring import Colouring
from treeclust.views.escape import markdown_text
from treeclust.views.hover import hover_table
from treeclust.views.pair_words import hidden_distance
from treeclust.views.plot_marks import legend, measured_pairs
from treeclust.views.scatter import MOST_DRAWN, ScatterInfo, scatter_figure, scatter_info
from treeclust.workspace import link_sync
from treeclust.workspace.best_so_far import answer_drawn, answer_on_screen
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import Answer, Project

HEIGHT = 430
FIGURES: KeptWith[Dataset, str] = KeptWith(most=4)
"""As the browser gets them."""


def plot_panel(project: Project) -> None:
    dataset, tab = project.work.dataset, this_tab()
    assert dataset is not None
    with st.container(border=True, height="stretch"):
        answer = answer_on_screen(project)
        with st.container(key="axes", horizontal=True, vertical_alignment="bottom", gap="small"):
            drawn = answer_drawn(project)
            axes = axis_pickers(project, drawn)
            colouring = colour_picker(project)
        info, figure = send_figure(dataset, axes, drawn, project.work.links.items, colouring)
        send_hover(dataset)
        labels = None if answer is None else answer.labels
        question, clash = question_here(project), clashing_links(project)
        tab.marks = PlotMarks(None if question is None else question.pair, clash)
        link_scatter(
            figure,
            project.work.links.items,
            link_sync.revision(project, tab.links),
            height=HEIGHT,
            pairs=measured_pairs(None if answer is None else answer.result.measures) + question_pair(question),
            legend=legend(info, project.work.names),
            keys=colour_keys(colouring),
            broken=[] if labels is None else [x for x in project.work.links if not x.holds(labels)],
            clash=clash,
            soft=[one.link for one in project.work.sorted_links[1]],
            found=ringed_rows(project),
            table=tab.table.of(project.work.table),
            notice=tab.links.notice,
            on_bulk=lambda: link_drawn_groups(project),
        )
        say_hidden_distance(answer, axes)
        if info.drawn < info.total:
            st.caption(f"{info.drawn} of {info.total} rows drawn: a fixed sample of {MOST_DRAWN} and every linked row.")


def say_hidden_distance(answer: Answer | None, axes: tuple[Axis, ...]) -> None:
    measures = None if answer is None else answer.result.measures
    if answer is None or measures is None or measures.diameter_pair is None or len(axes) != 2:
        return
    words = hidden_distance(answer.problem.dataset, axes, measures.diameter_pair)
    if words:
        st.caption(markdown_text(words))


def send_figure(
    dataset: Dataset,
    axes: tuple[Axis, ...],
    answer: Answer | None,
    links: tuple[Link, ...],
    colouring: Colouring | None,
) -> tuple[ScatterInfo, str]:
    labels, tree = (None, None) if answer is None else (answer.labels, answer.tree)
    linked = sorted({row for link in links for row in link.pair}) if dataset.n > MOST_DRAWN else []
    info = scatter_info(axes, labels, tree, linked, colouring=colouring)
    shown = [axis.title for axis in axes], None if colouring is None else (colouring.name, colouring.digest)
    key = fingerprint(dataset.hash, shown, answer and answer.id, linked)
    return info, send("figure", key, {"json": FIGURES.get(dataset, key, lambda: figure_json(info))})


def figure_json(info: ScatterInfo) -> str:
    return str(plotly.io.to_json(scatter_figure(info), validate=False))


@remembered
def hover_data(dataset: Dataset) -> dict[str, Any]:
    return hover_table(dataset)


@remembered
def hover_identity(dataset: Dataset) -> str:
    return fingerprint(dataset.hash, dataset.row_names, dataset.rows.tobytes())


def send_hover(dataset: Dataset) -> None:
    send("hover", hover_identity(dataset), hover_data(dataset))


def question_pair(question: PairQuestion | None) -> list[dict[str, Any]]:
    """The two rows that the person is asked about."""
    return [] if question is None else [{"kind": "question", "a": question.a, "b": question.b, "label": "together?"}]


def colour_keys(colouring: Colouring | None) -> list[dict[str, Any]]:
    """What the colours say, where they do not say the cluster."""
    keys = () if colouring is None else colouring.keys
    return [{"name": key.name, "colour": key.colour, "count": key.count} for key in keys]
