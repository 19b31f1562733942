"""The linking plot in a notebook: the app's own JavaScript as an anywidget."""

from __future__ import annotations

import secrets
from importlib import resources
from pathlib import Path
from typing import Any

import anywidget
import plotly.io
import traitlets

import treeclust
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.soft_links import SoftLink
from treeclust.estimator.pictures import chosen_axes
from treeclust.estimator.showing import boxes_of
from treeclust.views.bundle import bundle
from treeclust.views.export_tree import tree_payload
from treeclust.views.hover import hover_table
from treeclust.views.plot_marks import legend, measured_pairs
from treeclust.views.scatter import scatter_figure, scatter_info
from treeclust.views.tree_svg import tree_drawings
from treeclust.workspace.groups import links_for_groups

FOLDER = Path(treeclust.__file__).parent / "ui" / "shared" / "components"
STYLES = ("scatter/scatter.css", "tree/tree.css", "notebook/widget.css")
HEIGHT = 380
Row = list[Any]


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


class LinkWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """Rows to link by clicks. `links` is a list of [row, row, kind]: drawn in the browser, or set from Python; links
    that may break stay so. `model` is the model that was solved last, `result` its answer. One such plot to a page."""

    _esm = bundle(FOLDER / "notebook/widget.js")
    _css = "\n".join(map(text_of, STYLES))
    _html = traitlets.Unicode(text_of("notebook/widget.html")).tag(sync=True)
    _scatter_html = traitlets.Unicode(text_of("scatter/scatter.html")).tag(sync=True)
    _tree_html = traitlets.Unicode(text_of("tree/tree.html")).tag(sync=True)
    links = traitlets.List().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool().tag(sync=True)

    def __init__(self, model: Any, question: Question, result: Result | None) -> None:
        self.model, self.question, self.result = model, question, result
        self._weights = {(one.link.pair, one.link.kind): one.weight for one in question.soft}
        self._key, self._rev, self._notice, self._in_browser = secrets.token_hex(4), 0, "", False
        given = (*question.problem.links, *(one.link for one in question.soft))
        super().__init__(links=[as_row(link) for link in given])
        self.on_msg(self._hear)
        self.observe(self._moved, "links")
        self.show()

    def solve(self) -> Any:
        """Fit the model to the links as they are now, show the answer, and return the model."""
        self.status, self.busy = "Searching …", True
        try:
            self.question = self._asked()
            self.result = self.model._answer(self.question).result_
            self._notice = ""
        except InputError as error:
            self._notice = str(error)
        self._key, self.busy = secrets.token_hex(4), False
        self.show()
        return self.model

    def _asked(self) -> Question:
        """The question with the links that are drawn."""
        drawn = [Link(int(a), int(b), Kind(kind)) for a, b, kind in self.links]
        weights = {link: self._weights.get((link.pair, link.kind)) for link in drawn}
        soft = tuple(SoftLink(link, weight) for link, weight in weights.items() if weight is not None)
        hard = Links.of(link for link, weight in weights.items() if weight is None)
        return self.question.with_(soft=soft).with_problem(links=hard)

    def show(self) -> None:
        """Send everything that the browser draws."""
        dataset, result = self.question.problem.dataset, self.result
        labels, tree = (None, None) if result is None else (result.labels, result.tree)
        info = scatter_info(self._axes(), labels, tree)
        figure = plotly.io.to_json(scatter_figure(info), validate=False)
        payloads = {
            "figure": {"id": self._key, "value": {"json": figure}},
            "hover": {"id": dataset.hash, "value": hover_table(dataset)},
        }
        drawn = None
        if tree is not None:
            boxes = boxes_of(tree, dataset.values)
            payloads["tree"] = {"id": self._key, "value": tree_payload(boxes, tree, dataset.values)}
            drawn = {**tree_drawings(boxes), "id": self._key, "height": HEIGHT, "words": None}
        names = {} if labels is None else {int(cluster): f"cluster {cluster}" for cluster in set(labels.tolist())}
        scatter = self._scatter(measured_pairs(None if result is None else result.measures), legend(info, names))
        self.status = self._notice or ("" if result is None else str(result).splitlines()[0])
        self.view = {"payloads": payloads, "scatter": scatter, "tree": drawn}

    def _axes(self) -> Any:
        if self.result is not None and self.result.tree is not None:
            return chosen_axes(self.question, self.result, None, None)
        from treeclust.views.axes import axes_of
        from treeclust.views.default_view import default_view

        return default_view(axes_of(self.question.problem.dataset))[:2]

    def _scatter(self, pairs: list[dict[str, Any]], keys: list[dict[str, Any]]) -> dict[str, Any]:
        """As `link_scatter` of the app sends it."""
        labels = None if self.result is None else self.result.labels
        links = [Link(a, b, Kind(kind)) for a, b, kind in self.links]
        broken = [] if labels is None else [list(link.pair) for link in links if not link.holds(labels)]
        soft = [list(link.pair) for link in links if (link.pair, link.kind) in self._weights]
        notice = {"id": secrets.token_hex(4), "text": self._notice} if self._notice else None
        return {
            "figure": self._key, "links": self.links, "rev": self._rev, "height": HEIGHT, "pairs": pairs,
            "legend": keys, "keys": [], "broken": broken, "clash": [], "soft": soft, "found": [], "notice": notice,
        }  # fmt: skip

    def set_state(self, state: dict[str, Any]) -> None:
        """What comes from the browser, which needs not be told of it again."""
        self._in_browser = True
        try:
            super().set_state(state)
        finally:
            self._in_browser = False

    def _moved(self, change: Any) -> None:
        """Links that were set from Python are drawn."""
        if not self._in_browser:
            self._rev += 1
            self.show()

    def _hear(self, widget: Any, message: dict[str, Any], buffers: Any) -> None:
        kind = message.get("type")
        if kind == "plotly":
            script = resources.files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
            self.send({"type": "plotly"}, buffers=[script])
        elif kind == "solve":
            self.solve()
        elif kind == "bulk":
            self._link_groups(message["value"])

    def _link_groups(self, drawn: dict[str, Any]) -> None:
        """Links for one or two groups of rows that were drawn around."""
        links = Links.of(Link(a, b, Kind(kind)) for a, b, kind in self.links)
        try:
            dataset = self.question.problem.dataset
            fresh, _ = links_for_groups(dataset, links, drawn.get("how"), drawn.get("a"), drawn.get("b"))
            self._notice, self.links = "", [as_row(link) for link in Links.of([*links, *fresh])]
        except InputError as error:
            self._notice = str(error)
            self.show()


def as_row(link: Link) -> Row:
    return [*link.pair, str(link.kind)]
