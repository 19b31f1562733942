"""The plot of the rows: which are drawn, where, in which colour and symbol, over which regions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from treeclust.core.tree import Labels, Tree
from treeclust.views.axes import Axis, AxisKind
from treeclust.views.colouring import Colouring
from treeclust.views.escape import plotly_text
from treeclust.views.palette import SYMBOLS, SYMBOLS_3D, UNSOLVED, colour_of, symbol_of
from treeclust.views.regions import Interval, Region, regions
from treeclust.views.spread import spread_equal

MOST_DRAWN = 20_000
MOST_SVG = 5_000
"""Above this many points the browser draws them with WebGL."""
MARGIN = 0.06
FAR = 20.0
MOST_SIGNS = 18
Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ScatterInfo:
    """`groups` holds (cluster, its drawn rows); the cluster is None before the first answer. Two axes, with equal rows
    side by side, or three."""

    axes: tuple[Axis, ...]
    groups: tuple[tuple[int | None, Rows], ...]
    regions: tuple[Region, ...]
    drawn: int
    total: int
    colouring: Colouring | None = None


def scatter_info(
    axes: tuple[Axis, ...],
    labels: Labels | None,
    tree: Tree | None,
    always: Iterable[int] = (),
    most: int = MOST_DRAWN,
    colouring: Colouring | None = None,
) -> ScatterInfo:
    """What to draw; with more than `most` rows a fixed sample of them, and every row of `always`."""
    total = len(axes[0].values)
    rows = drawn_rows(total, always, most)
    groups: tuple[tuple[int | None, Rows], ...] = ((None, rows),)
    if labels is not None:
        groups = tuple((int(c), rows[labels[rows] == c]) for c in np.unique(labels))
    flat = len(axes) == 2
    shaded = regions(tree, axes[0].feature, axes[1].feature) if flat else ()
    if flat:
        places = spread_equal(axes[0].values, axes[1].values)
        axes = tuple(replace(axis, values=values) for axis, values in zip(axes, places, strict=True))
    return ScatterInfo(axes, groups, shaded, len(rows), total, colouring)


def drawn_rows(total: int, always: Iterable[int] = (), most: int = MOST_DRAWN) -> Rows:
    if total <= most:
        return np.arange(total)
    sample = np.random.default_rng(0).choice(total, most, replace=False)
    return np.union1d(sample, np.array(sorted(always), dtype=np.intp)).astype(np.intp)


def scatter_figure(info: ScatterInfo) -> go.Figure:
    """One trace per cluster; `customdata` is the row, so that nobody trusts positions within a trace."""
    figure = go.Figure()
    for cluster, rows in info.groups:
        figure.add_trace(_trace(info, cluster, rows))
    if len(info.axes) == 3:
        names = ("xaxis", "yaxis", "zaxis")
        scene = {name: _axis(axis) for name, axis in zip(names, info.axes, strict=True)}
        figure.update_layout(scene={**scene, "aspectmode": "cube", "camera": {"eye": {"x": 1.5, "y": -1.9, "z": 0.9}}})
    else:
        figure.update_layout(xaxis=_axis(info.axes[0]), yaxis=_axis(info.axes[1]), shapes=_shapes(info))
        figure.update_layout(xaxis_title_standoff=10, yaxis_title_standoff=10)
    return figure.update_layout(
        template="none",
        margin={"l": 4, "r": 8, "t": 8, "b": 4},
        uirevision="|".join(axis.title for axis in info.axes),
        dragmode="pan" if len(info.axes) == 2 else "turntable",
        showlegend=False,
        hovermode="closest",
    )


def _trace(info: ScatterInfo, cluster: int | None, rows: Rows) -> Any:
    at = 0 if cluster is None else symbol_of(cluster)
    colour: str | list[str] = UNSOLVED if cluster is None else colour_of(cluster)
    if info.colouring is not None:
        colour = info.colouring.colours[rows].tolist()
    common = {"mode": "markers", "customdata": rows, "hoverinfo": "none", "meta": cluster}
    values = [axis.values[rows] for axis in info.axes]
    if len(values) == 3:
        marker = {"size": 5, "color": colour, "symbol": SYMBOLS_3D[at], "opacity": 0.9}
        return go.Scatter3d(x=values[0], y=values[1], z=values[2], marker=marker, **common)
    size = 9 if info.drawn <= 1_000 else 7 if info.drawn <= MOST_SVG else 5
    marker = {"size": size, "color": colour, "symbol": SYMBOLS[at], "opacity": 0.9}
    kind = go.Scatter if info.drawn <= MOST_SVG else go.Scattergl
    return kind(x=values[0], y=values[1], marker=marker, **common)


def _axis(axis: Axis) -> dict[str, Any]:
    low, high = _range(axis)
    ticks: dict[str, Any] = {}
    if axis.ticks:
        ticks = {"tickvals": [v for v, _ in axis.ticks], "ticktext": [plotly_text(short(t)) for _, t in axis.ticks]}
    elif axis.kind is AxisKind.STRIP:
        ticks = {"showticklabels": False, "showgrid": False}
    return {
        "title": {"text": plotly_text(axis.title)},
        "range": [low, high],
        "zeroline": False,
        **ticks,
    }


def short(text: str) -> str:
    return text if len(text) <= MOST_SIGNS else text[: MOST_SIGNS - 1] + "…"


def _range(axis: Axis) -> tuple[float, float]:
    low, high = float(axis.values.min()), float(axis.values.max())
    space = (high - low) * MARGIN or 1.0
    return low - space, high + space


def _shapes(info: ScatterInfo) -> list[dict[str, Any]]:
    spans = [_range(axis) for axis in info.axes[:2]]

    def ends(interval: Interval, span: tuple[float, float]) -> tuple[float, float]:
        far = FAR * (span[1] - span[0])
        low, high = interval
        return span[0] - far if low is None else low, span[1] + far if high is None else high

    shapes = []
    for region in info.regions:
        (x0, x1), (y0, y1) = ends(region.x, spans[0]), ends(region.y, spans[1])
        colour = colour_of(region.cluster)
        shapes.append(
            {
                "type": "rect",
                "x0": x0,
                "x1": x1,
                "y0": y0,
                "y1": y1,
                "layer": "below",
                "fillcolor": colour,
                "opacity": 0.13,
                "line": {"width": 0},
            }
        )
    return shapes
