"""The Trade-offs page: the front, the map of depths and k, and the tree that is opened from either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from treeclust.problem import Problem
from treeclust.ui import side_jobs, trade_offs
from treeclust.ui.following import ended_words, follow, working
from treeclust.ui.opened_panel import opened_panel
from treeclust.ui.project import Project
from treeclust.ui.session import jobs, obey, watcher
from treeclust.ui.side_jobs import SideJob
from treeclust.views.depth_map import map_cells, map_figure
from treeclust.views.front import front_figure, front_info

MAP_SECONDS = 900.0
CELL_SECONDS = 15.0
QUIET = {"displayModeBar": False}
OPEN = "opened_trade_off"
"""(kind of job, question, place) of what is open."""
DRAWN = "drawn_trade_off"
"""The same, as it was when the page was last drawn whole."""


def trade_offs_panel(project: Project) -> None:
    problem, objective = project.work.problem(), project.work.parameters.objective
    st.session_state[DRAWN] = st.session_state.get(OPEN)
    if project.work.sorted_links[1]:
        st.caption("Only sure links count on this page; those that may be broken are left out.")
    left, right = st.columns([1.12, 1], gap="medium")
    with left:
        with st.container(border=True):
            front_card(project, problem)
        with st.container(border=True):
            map_card(project, problem, objective)
    with right, st.container(border=True):
        opened_card(project)


def front_card(project: Project, problem: Problem) -> None:
    st.markdown(
        "**Diameter against split**",
        help="Every dot is a tree that no other tree beats in both (within ε). The star is what Solve returns for "
        "diameter + split. Click a dot to open its tree.",
    )
    about = trade_offs.identity(problem)

    def begin() -> None:
        seconds = float(project.work.parameters.seconds)
        side_jobs.start(project, jobs(), watcher(), "pareto", about, problem, "md-ms", seconds)

    def draw(job: SideJob | None) -> None:
        info = front_info(None if job is None else job.result)
        if not info.dots:
            empty("The good compromises will appear here, one by one." if job is None else info.words)
            return
        picture = front_figure(info, chosen(project, "pareto", about))
        dots = {f"Diameter {dot.md:.2f}, split {dot.ms:.2f}": dot.place for dot in info.dots}
        picker(picture, "front", "Or choose a compromise", dots, ("pareto", about))
        st.caption(info.words + (" ★ is what Solve returns." if any(dot.papers for dot in info.dots) else ""))

    working_card(project, "pareto", about, "Find the compromises", begin, draw)


def map_card(project: Project, problem: Problem, objective: str) -> None:
    st.markdown(
        "**Depth against number of clusters**",
        help="In each square the diameter and below it the split of the best tree; ✕ where no tree obeys the links, "
        "~ where it is not proved best. Darker is a smaller diameter. Click a square to open its tree.",
    )
    about = trade_offs.map_identity(problem, objective)
    depths, ks = trade_offs.map_ranges(problem)

    def begin() -> None:
        asked = {"depths": depths, "ks": ks, "cell_seconds": min(CELL_SECONDS, project.work.parameters.seconds)}
        side_jobs.start(project, jobs(), watcher(), "map", about, problem, objective, MAP_SECONDS, **asked)

    def draw(job: SideJob | None) -> None:
        if job is None:
            empty("A map of what is possible: which depths and how many clusters, and how good each is.")
            return
        cells = map_cells((job.result or {"cells": []})["cells"], job.asked["depths"], job.asked["ks"], problem.n)
        options = {cell.words: cell.place for cell in cells if cell.place is not None and cell.md is not None}
        picker(map_figure(cells, chosen(project, "map", about)), "map", "Or choose a cell", options, ("map", about))

    working_card(project, "map", about, "Fill the map", begin, draw)


def empty(words: str) -> None:
    with st.container(height=120, border=False, vertical_alignment="center"):
        st.caption(words)


def working_card(
    project: Project,
    kind: str,
    about: str,
    name: str,
    begin: Callable[[], Any],
    draw: Callable[[SideJob | None], None],
) -> None:
    """A button that begins, what there is so far, and Cancel while it runs."""

    def card(job: SideJob | None) -> None:
        draw(job)
        if job is not None and job.running:
            working(project, job)
            return
        ended_words(job)
        words = name if job is None else "Again"
        st.button(
            words,
            key=f"{kind}-begin",
            type="primary" if job is None else "secondary",
            on_click=obey,
            args=(begin,),
        )

    follow(project, kind, about, card)


def picker(figure: go.Figure, key: str, label: str, options: dict[str, int], what: tuple[str, str]) -> None:
    """A plot whose marks open a tree, and a list that does the same for the keyboard."""
    chart = f"{key}-chart"

    def clicked() -> None:
        points = st.session_state[chart]["selection"]["points"]
        places = [point.get("customdata") for point in points]
        place = places[0] if places else None
        place = place[0] if isinstance(place, list) else place
        if isinstance(place, int) and place >= 0:
            st.session_state[OPEN] = (*what, place)

    st.plotly_chart(figure, key=chart, on_select=clicked, selection_mode="points", config=QUIET, width="stretch")
    now = st.session_state.get(OPEN)
    names = list(options)
    at = next((i for i, n in enumerate(names) if now == (*what, options[n])), None)
    picked = st.selectbox(label, names, at, key=f"{key}-list-{at}-{len(names)}", placeholder="none chosen")
    if picked is not None and now != (*what, options[picked]):
        st.session_state[OPEN] = (*what, options[picked])
        st.rerun()
    if now != st.session_state.get(DRAWN):
        st.rerun()


def chosen(project: Project, kind: str, about: str) -> int | None:
    now = st.session_state.get(OPEN)
    return now[2] if now is not None and now[:2] == (kind, about) else None


def opened_card(project: Project) -> None:
    now = st.session_state.get(OPEN)
    job = None if now is None else side_jobs.look(project, jobs(), watcher(), now[0], now[1])
    opened = None
    if job is not None and now is not None:
        opened = (trade_offs.open_point if now[0] == "pareto" else trade_offs.open_cell)(job, now[2])
    opened_panel(project, opened)
