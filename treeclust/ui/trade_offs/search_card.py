"""A search that the Trade-offs page offers: what it has found so far, its button, and a choice among the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.chart import show_chart
from treeclust.ui.shared.side_job_panel import ended_words, follow, working
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.workspace.project import Project
from treeclust.workspace.side_jobs import SideJob
from treeclust.workspace.trade_offs import Pick


@dataclass(frozen=True)
class Search:
    """A search that is offered here: the kind of its job, the question it is `about`, the start of its widgets' keys,
    and the names of its button and of the list of what it has found."""

    kind: str
    about: str
    key: str
    button: str
    choice: str

    @property
    def picked(self) -> int | None:
        """The place of the open answer, if this search has found it."""
        now = this_tab().opened
        return now.place if now is not None and (now.kind, now.about) == (self.kind, self.about) else None


def placeholder(words: str) -> None:
    with st.container(height=120, border=False, vertical_alignment="center"):
        st.caption(words)


def search_card(
    project: Project, search: Search, begin: Callable[[], None], draw: Callable[[SideJob | None], None]
) -> None:
    """What was found so far; the button that begins, or Cancel while it runs."""

    def card(job: SideJob | None) -> None:
        draw(job)
        if job is not None and job.running:
            working(project, job)
            return
        ended_words(job)
        st.button(
            search.button if job is None else "Again",
            key=f"{search.kind}-begin",
            type="primary" if job is None else "secondary",
            on_click=run_callback,
            args=(begin,),
        )

    follow(project, search.kind, search.about, card)


def picker(figure: go.Figure, search: Search, options: dict[str, int]) -> None:
    """A plot whose marks open a tree, and a list that does the same for the keyboard."""
    chart, tab = f"{search.key}-chart", this_tab()

    def clicked() -> None:
        points = widget_value(chart)["selection"]["points"]
        places = [point.get("customdata") for point in points]
        place = places[0] if places else None
        place = place[0] if isinstance(place, list) else place
        if isinstance(place, int) and place >= 0:
            this_tab().opened = Pick(search.kind, search.about, place)

    show_chart(figure, chart, clicked)
    names = list(options)
    at = next((i for i, name in enumerate(names) if options[name] == search.picked), None)
    key = f"{search.key}-list-{at}-{len(names)}"
    picked = st.selectbox(search.choice, names, at, key=key, placeholder="none chosen")
    if picked is not None:
        tab.opened = Pick(search.kind, search.about, options[picked])
    if tab.opened != tab.drawn:
        st.rerun()
