"""The interactive plot of a report: rows in the colours of their clusters, links between them, no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import plotly.graph_objects as go
import plotly.io

from treeclust.core.links import Kind
from treeclust.views.axes import Axis, axes_of
from treeclust.views.default_view import default_view
from treeclust.views.escape import plotly_text
from treeclust.views.palette import cluster_name
from treeclust.views.report.subject import LinkFact, Subject
from treeclust.views.scatter import ScatterInfo, scatter_figure, scatter_info
from treeclust.views.separating_view import discriminant_axes

MOST_ROWS = 4_000
"""More would make the page slow; a fixed sample of them is drawn, and every linked row."""
MOST_LINKS = 500
MOST_VALUES = 8
MOST_AXES = 24
HEIGHT = 460


@dataclass(frozen=True, eq=False)
class Plot:
    """The figure as it first appears, and what the page needs to put other axes on it."""

    figure: str
    axes: str
    names: tuple[str, ...]
    chosen: tuple[int, int]


def plot_of(subject: Subject) -> Plot:
    axes = offered_axes(subject)
    linked = {row for fact in islice(subject.links(), MOST_LINKS) for row in fact.link.pair}
    chosen = (axes[0], axes[1]) if len(axes) > 1 else (axes[0], axes[0])
    info = scatter_info(chosen, subject.labels, subject.tree, linked, MOST_ROWS)
    names = tuple(axis.name for axis in axes)
    return Plot(figure_json(subject, info), axes_json(subject, info, axes), names, (0, len(set(chosen)) - 1))


def offered_axes(subject: Subject) -> tuple[Axis, ...]:
    """Those of the workspace first, then those that show something."""
    projected = () if subject.labels is None else discriminant_axes(subject.dataset, subject.labels)
    axes = default_view((*axes_of(subject.dataset), *projected))
    by_name = {axis.name: axis for axis in axes}
    chosen = [by_name[name] for name in subject.axes if name in by_name]
    return tuple(dict.fromkeys([*chosen, *axes]))[:MOST_AXES]


def figure_json(subject: Subject, info: ScatterInfo) -> str:
    figure = scatter_figure(info)
    for trace, (cluster, rows) in zip(figure.data, info.groups, strict=True):
        name = "rows" if cluster is None else cluster_name(cluster, subject.names)
        trace.update(name=plotly_text(name), text=[hover(subject, int(row)) for row in rows], hoverinfo="text")
    for kind, line in ((Kind.MUST, {"color": "#1F2A37"}), (Kind.CANNOT, {"color": "#D55E00", "dash": "dash"})):
        figure.add_trace(link_lines(subject, kind, line, info.axes))
    figure.update_layout(height=HEIGHT, showlegend=True, legend={"orientation": "h", "y": 1.08}, margin_t=40)
    figure.update_layout(font={"family": "Arial, sans-serif", "size": 13, "color": "#1F2A37"})
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True)
    return str(plotly.io.to_json(figure, validate=False))


def axes_json(subject: Subject, info: ScatterInfo, axes: Sequence[Axis]) -> str:
    """The values of the drawn rows on every axis, and which rows each trace shows."""
    groups = [rows.tolist() for _, rows in info.groups]
    linked = [[fact.link.pair for fact in links_of(subject, kind)] for kind in (Kind.MUST, Kind.CANNOT)]
    drawn = sorted({row for rows in groups for row in rows} | {row for some in linked for p in some for row in p})
    offered = [
        {
            "title": plotly_text(axis.title),
            "values": [float(f"{value:.6g}") for value in axis.values[drawn]],
            "ticks": axis.ticks,
        }
        for axis in axes
    ]
    return json.dumps({"rows": drawn, "groups": groups, "links": linked, "axes": offered})


def links_of(subject: Subject, kind: Kind) -> list[LinkFact]:
    return [fact for fact in subject.links() if fact.link.kind is kind][:MOST_LINKS]


def hover(subject: Subject, row: int) -> str:
    dataset = subject.dataset
    values = [
        f"{plotly_text(feature.name)}: {feature.value_text(float(value))}"
        for feature, value in list(zip(dataset.features, dataset.values[row], strict=True))[:MOST_VALUES]
    ]
    return "<br>".join([f"<b>row {plotly_text(subject.row(row))}</b>", *values])


def link_lines(subject: Subject, kind: Kind, line: dict[str, str], axes: tuple[Axis, ...]) -> go.Scatter:
    """All links of one kind as one trace, broken between links."""
    x: list[float | None] = []
    y: list[float | None] = []
    for fact in links_of(subject, kind):
        a, b = fact.link.pair
        x += [float(axes[0].values[a]), float(axes[0].values[b]), None]
        y += [float(axes[1].values[a]), float(axes[1].values[b]), None]
    return go.Scatter(
        x=x, y=y, mode="lines", line={"width": 1.6, **line}, hoverinfo="skip", name=f"{kind}-link", visible=bool(x)
    )
