"""The browser parts: each is HTML, CSS and JavaScript in files of their own, mounted through a typed function here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import plotly
import streamlit as st

from treeclust.core.links import Link
from treeclust.views.bundle import bundle
from treeclust.views.tree_info import TreeInfo
from treeclust.views.tree_svg import tree_drawings

HERE = Path(__file__).parent
SCATTER = "link-scatter"
HISTORY = "history"
PLOTLY_ADDRESS = f"plotly-{plotly.__version__}.js"
"""With the version in it, so that a browser may keep the file for good."""


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


_loader = st.components.v2.component("treeclust_plotly", js=bundle(HERE / "plotly_loader.js"))
_payload = st.components.v2.component("treeclust_payload", js=bundle(HERE / "payload.js"))
_scatter = st.components.v2.component(
    "treeclust_scatter",
    html=_read("scatter/scatter.html"),
    css=_read("scatter/scatter.css"),
    js=bundle(HERE / "scatter/main.js"),
    isolate_styles=False,
)
_tree = st.components.v2.component(
    "treeclust_tree",
    html=_read("tree/tree.html"),
    css=_read("tree/tree.css"),
    js=bundle(HERE / "tree/tree.js"),
    isolate_styles=False,
)
_history = st.components.v2.component(
    "treeclust_history",
    html=_read("history/history.html"),
    css=_read("history/history.css"),
    js=bundle(HERE / "history/history.js"),
    isolate_styles=False,
)
_chart = st.components.v2.component(
    "treeclust_chart",
    html='<div class="tc-chart"></div>',
    css=_read("chart.css"),
    js=bundle(HERE / "chart.js"),
    isolate_styles=False,
)


def base_path() -> str:
    """What all addresses of this server begin with, such as /clusters; nothing by default."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def load_plotly() -> None:
    """The browser fetches plotly.js from this server (see `serving`), and keeps it. Where no path is set a proxy may
    have put the app below one all the same; then the file lies beside the page."""
    base = base_path()
    _loader(data={"address": f"{base}/{PLOTLY_ADDRESS}" if base else PLOTLY_ADDRESS}, key="plotly-loader", height=1)


def send(name: str, identity: str, value: dict[str, Any] | None) -> str:
    """Put a large value into the browser tab under `name`; only a changed value is sent again. Returns its identity."""
    _payload(key=f"payload-{name}", data={"name": name, "id": identity, "value": value}, height=1)
    return identity


def link_scatter(
    figure: str,
    links: Sequence[Link],
    rev: int,
    *,
    height: int,
    pairs: Sequence[dict[str, Any]],
    legend: Sequence[dict[str, Any]],
    keys: Sequence[dict[str, Any]],
    broken: Sequence[Link],
    clash: Sequence[Link],
    soft: Sequence[Link],
    found: Sequence[int],
    table: int,
    notice: dict[str, Any] | None,
    on_bulk: Callable[[], None],
) -> None:
    """The plot that links are drawn on; `figure` is the identity of a figure that `send` delivered, `table` the number
    of tables that this tab has opened."""
    _scatter(
        key=SCATTER,
        height="content",
        data={
            "figure": figure,
            "links": [[*link.pair, str(link.kind)] for link in links],
            "rev": rev,
            "height": height,
            "pairs": list(pairs),
            "legend": list(legend),
            "keys": list(keys),
            "broken": [list(link.pair) for link in broken],
            "clash": [list(link.pair) for link in clash],
            "soft": [list(link.pair) for link in soft],
            "found": list(found),
            "table": table,
            "notice": notice,
        },
        on_links_change=lambda: None,
        on_inspected_change=lambda: None,
        on_bulk_change=on_bulk,
    )


def progress_chart(svg: str) -> None:
    _chart(key="progress-chart", data={"svg": svg}, height=72)


def tree_view(info: TreeInfo, identity: str, *, height: int, key: str = "tree-view", words: str | None = None) -> None:
    """The tree as Graphviz draws it, downwards and sideways: the browser shows what fits. `words` stand below it where
    it is not tied to a plot."""
    _tree(key=key, height="content", data={**tree_drawings(info), "id": identity, "height": height, "words": words})


def history_buttons(place: int, behind: int, ahead: int, words: dict[str, str]) -> None:
    """Undo and Redo: the browser reports a place in the history, so that no click is lost however quick."""
    data = {"place": place, "behind": behind, "ahead": ahead, "words": words}
    _history(key=HISTORY, data=data, height="content", on_place_change=lambda: None)
