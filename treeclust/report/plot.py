"""The interactive plot of a report: rows in the colours of their clusters, links between them, no network."""

from __future__ import annotations

from itertools import islice

import numpy as np
import plotly.graph_objects as go
import plotly.io

from treeclust.links import Kind
from treeclust.report.subject import Subject
from treeclust.views.axes import Axis, axes_of, default_axes
from treeclust.views.escape import plotly_text
from treeclust.views.palette import cluster_name
from treeclust.views.scatter import scatter_figure, scatter_info

MOST_ROWS = 4_000
"""More would make the page slow; a fixed sample of them is drawn, and every linked row."""
MOST_LINKS = 500
MOST_VALUES = 8
HEIGHT = 460


def axes_shown(subject: Subject) -> tuple[Axis, Axis]:
    """The axes of the workspace, else those that vary most; yes and no only where there is nothing else."""
    axes = axes_of(subject.dataset)
    by_name = {axis.name: axis for axis in axes}
    spread = [axes[j] for j in default_axes(subject.dataset)]
    rest = sorted([*spread, *axes], key=lambda axis: any(text == "yes" for _, text in axis.ticks))
    both = [*dict.fromkeys([*(by_name[name] for name in subject.axes if name in by_name), *rest])][:2]
    return both[0], both[-1]


def plot_json(subject: Subject) -> str:
    linked = {row for fact in islice(subject.links(), MOST_LINKS) for row in fact.link.pair}
    info = scatter_info(axes_shown(subject), subject.labels, subject.tree, linked, MOST_ROWS)
    figure = scatter_figure(info)
    for trace in figure.data:
        rows = np.asarray(trace.customdata, dtype=np.intp)
        name = "rows" if trace.meta is None else cluster_name(int(trace.meta), subject.names)
        trace.update(name=plotly_text(name), text=[hover(subject, int(row)) for row in rows], hoverinfo="text")
    for kind, line in ((Kind.MUST, {"color": "#1F2A37"}), (Kind.CANNOT, {"color": "#D55E00", "dash": "dash"})):
        figure.add_trace(link_lines(subject, kind, line))
    figure.update_layout(height=HEIGHT, showlegend=True, legend={"orientation": "h", "y": 1.08}, margin_t=40)
    figure.update_layout(font={"family": "Arial, sans-serif", "size": 13, "color": "#1F2A37"})
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True)
    return str(plotly.io.to_json(figure, validate=False))


def hover(subject: Subject, row: int) -> str:
    dataset = subject.dataset
    values = [
        f"{plotly_text(feature.name)}: {feature.value_text(float(value))}"
        for feature, value in list(zip(dataset.features, dataset.values[row], strict=True))[:MOST_VALUES]
    ]
    return "<br>".join([f"<b>row {plotly_text(subject.row(row))}</b>", *values])


def link_lines(subject: Subject, kind: Kind, line: dict[str, str]) -> go.Scatter:
    """All links of one kind as one trace, broken between links."""
    x_axis, y_axis = axes_shown(subject)
    x: list[float | None] = []
    y: list[float | None] = []
    for fact in [fact for fact in subject.links() if fact.link.kind is kind][:MOST_LINKS]:
        a, b = fact.link.pair
        x += [float(x_axis.values[a]), float(x_axis.values[b]), None]
        y += [float(y_axis.values[a]), float(y_axis.values[b]), None]
    return go.Scatter(
        x=x, y=y, mode="lines", line={"width": 1.6, **line}, hoverinfo="skip", name=f"{kind}-link", visible=bool(x)
    )
