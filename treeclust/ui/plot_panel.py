"""The plot: axes, and the component that links are drawn with."""

from __future__ import annotations

from typing import Any

import plotly.io
import streamlit as st

from treeclust.dataset import Dataset
from treeclust.links import Link
from treeclust.suggest import Question
from treeclust.ui import link_sync, solving
from treeclust.ui.components import SCATTER, fingerprint, link_scatter, send
from treeclust.ui.groups import link_groups
from treeclust.ui.project import Answer, Project
from treeclust.ui.questions import MARKED, open_question
from treeclust.ui.session import attempt, jobs, watcher
from treeclust.ui.why_not_panel import clashing_links
from treeclust.verify import holds
from treeclust.views.axes import Axis, axes_of, default_axes
from treeclust.views.hover import hover_table
from treeclust.views.palette import GLYPHS, UNSOLVED, cluster_name, colour_of, symbol_of
from treeclust.views.scatter import MOST_DRAWN, ScatterInfo, scatter_figure, scatter_info

HEIGHT = 430


def plot_panel(project: Project) -> None:
    dataset = project.work.dataset
    assert dataset is not None
    with st.container(border=True):
        axes = axis_pickers(project, all_axes(dataset))
        answer = project.current_answer
        info, figure = send_figure(dataset, axes, answer, project.work.links.items)
        send_hover(dataset)
        labels = None if answer is None else answer.labels
        question, clash = open_question(project), clashing_links(project)
        st.session_state[MARKED] = (question and question.pair, clash)
        link_scatter(
            figure,
            project.work.links.items,
            link_sync.revision(project, sync()),
            height=HEIGHT,
            pairs=pairs(answer) + question_pair(question),
            legend=legend(info, project.work.names),
            broken=[] if labels is None else [x for x in project.work.links if not holds(x, labels)],
            clash=clash,
            soft=[one.link for one in project.work.sorted_links[1]],
            notice=sync().get("notice"),
            on_bulk=lambda: groups_drawn(project),
        )
        if info.drawn < info.total:
            st.caption(f"{info.drawn} of {info.total} rows drawn: a fixed sample of {MOST_DRAWN} and every linked row.")


@st.cache_resource(max_entries=20, show_spinner=False, hash_funcs={Dataset: lambda dataset: dataset.hash})
def all_axes(dataset: Dataset) -> tuple[Axis, ...]:
    return axes_of(dataset)


def axis_pickers(project: Project, axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    """Two or three axes; what is chosen survives a page switch."""
    dataset, view = project.work.dataset, project.view
    assert dataset is not None
    names = [axis.name for axis in axes]
    wanted = [name for name in view.axes if name in names] or [names[j] for j in default_axes(dataset)]
    wanted += [name for name in names if name not in wanted]
    count = 3 if view.solid and len(names) > 2 else 2
    place = st.container(key="axes", horizontal=True, vertical_alignment="bottom", gap="small")
    chosen = [
        place.selectbox(
            title,
            names,
            names.index(wanted[i]),
            key=f"axis-{i}-{dataset.hash[:8]}-{project.form}",
            format_func=short_name,
            help="A feature, or a principal component: the directions in which the data vary most.",
        )
        for i, title in enumerate(("Horizontal", "Vertical", "Depth")[:count])
    ]
    view.axes = (*chosen, *(name for name in wanted if name not in chosen))[:3]
    if len(names) > 2:
        place.toggle(
            "3-D",
            value=view.solid,
            key="solid",
            on_change=toggle_solid,
            args=(project,),
            help="Show three axes at once",
        )
    by_name = {axis.name: axis for axis in axes}
    return tuple(by_name[name] for name in chosen)


def short_name(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"


def toggle_solid(project: Project) -> None:
    project.view.solid = not project.view.solid


def send_figure(
    dataset: Dataset, axes: tuple[Axis, ...], answer: Answer | None, links: tuple[Link, ...]
) -> tuple[ScatterInfo, str]:
    labels, tree = (None, None) if answer is None else (answer.labels, answer.tree)
    linked = sorted({row for link in links for row in link.pair}) if dataset.n > MOST_DRAWN else []
    info = scatter_info(axes, labels, tree, linked)
    key = fingerprint(dataset.hash, [axis.name for axis in axes], answer and answer.id, linked)
    return info, send("figure", key, {"json": figure_json(info, key)})


@st.cache_data(max_entries=40, show_spinner=False)
def figure_json(_info: ScatterInfo, key: str) -> str:
    return str(plotly.io.to_json(scatter_figure(_info), validate=False))


@st.cache_data(
    max_entries=10, show_spinner=False, hash_funcs={Dataset: lambda dataset: (dataset.hash, dataset.row_names)}
)
def hover_data(dataset: Dataset) -> dict[str, Any]:
    return hover_table(dataset)


def send_hover(dataset: Dataset) -> None:
    send("hover", fingerprint(dataset.hash, dataset.row_names, dataset.rows.tobytes()), hover_data(dataset))


def pairs(answer: Answer | None) -> list[dict[str, Any]]:
    """The two pairs of rows that the two figures are about."""
    measures = None if answer is None else answer.result.measures
    if measures is None:
        return []
    named = (
        ("diameter", "widest", measures.diameter_pair, measures.md),
        ("split", "closest", measures.split_pair, measures.ms),
    )
    return [
        {
            "kind": kind,
            "a": pair[0],
            "b": pair[1],
            "label": f"{'MD' if kind == 'diameter' else 'MS'} {value:.1f} · {word}",
        }
        for kind, word, pair, value in named
        if pair is not None and value is not None
    ]


def question_pair(question: Question | None) -> list[dict[str, Any]]:
    """The two rows that the person is asked about."""
    return [] if question is None else [{"kind": "question", "a": question.a, "b": question.b, "label": "together?"}]


def legend(info: ScatterInfo, names: Any) -> list[dict[str, Any]]:
    entries = []
    for cluster, rows in info.groups:
        if cluster is None:
            entries.append(
                {"cluster": None, "name": "not clustered yet", "colour": UNSOLVED, "glyph": "●", "count": len(rows)}
            )
            continue
        look = {"colour": colour_of(cluster), "glyph": GLYPHS[symbol_of(cluster)]}
        entries.append({"cluster": cluster, "name": cluster_name(cluster, names), "count": len(rows), **look})
    return entries


def sync() -> dict[str, Any]:
    """What this tab knows of the links. A plain dictionary: Streamlit may break off a run at any touch of its session
    state, and then links could be taken without being noted as taken."""
    known: dict[str, Any] = st.session_state.setdefault("links_sync", {})
    return known


def take_links(project: Project) -> bool:
    """The list of links that the browser reported last; True if it changed anything."""
    message = st.session_state[SCATTER].get("links") if SCATTER in st.session_state else None
    return project.work.dataset is not None and link_sync.take(project, sync(), message)


def receive_links(project: Project) -> None:
    """Take what the browser reported, before anything is drawn; with "live" on, a change solves at once."""
    if not take_links(project):
        return
    project.asking = False
    if project.live:
        attempt(lambda: solving.start(project, jobs(), watcher()))


def groups_drawn(project: Project) -> None:
    message = st.session_state[SCATTER].get("bulk")
    if not isinstance(message, dict):
        return
    done = attempt(lambda: link_groups(project, message.get("how"), message.get("a"), message.get("b")))
    if not done:
        link_sync.refuse(sync(), st.session_state.pop("refusal"))
    elif project.live:
        attempt(lambda: solving.start(project, jobs(), watcher()))
