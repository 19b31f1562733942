"""The compromises between diameter and split, as a plot."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go

from treeclust.core.answers import Front

LINE, PAPER, CHOSEN = "#0B88BD", "#D55E00", "#7A8694"


@dataclass(frozen=True)
class Dot:
    """`place` is its number on the front; `papers` marks the one that minimises the paper's objective."""

    place: int
    md: float
    ms: float
    papers: bool


@dataclass(frozen=True)
class FrontInfo:
    """Dots from the smallest diameter to the largest split."""

    dots: tuple[Dot, ...]
    complete: bool

    @property
    def words(self) -> str:
        count = len(self.dots)
        if self.complete and not count:
            return "Complete, proved: there is no tree at all."
        many = f"{count} {'compromise' if count == 1 else 'compromises'}"
        return f"{many}: complete, proved." if self.complete else f"{many} so far."


def front_info(front: Front | None) -> FrontInfo:
    """Of a front, complete or not. Points without a split (one cluster only) are not drawn."""
    if front is None:
        return FrontInfo((), False)
    measured = [(place, point.measures) for place, point in enumerate(front.points)]
    dots = [Dot(place, m.md or 0.0, m.ms, place == front.papers_choice) for place, m in measured if m.ms is not None]
    return FrontInfo(tuple(sorted(dots, key=lambda dot: (dot.md, dot.ms))), front.complete)


def front_figure(info: FrontInfo, chosen: int | None = None) -> go.Figure:
    """One staircase: nothing above and left of it is possible once the front is complete."""
    figure = go.Figure()
    steps = {"shape": "hv", "width": 1.5, "color": LINE, "dash": "solid" if info.complete else "dot"}
    dots = info.dots
    figure.add_trace(
        go.Scatter(
            x=[dot.md for dot in dots],
            y=[dot.ms for dot in dots],
            mode="lines",
            line=steps,
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[dot.md for dot in dots],
            y=[dot.ms for dot in dots],
            customdata=[dot.place for dot in dots],
            mode="markers",
            marker={
                "size": [17 if dot.papers else 12 for dot in dots],
                "symbol": ["star" if dot.papers else "circle" for dot in dots],
                "color": [PAPER if dot.papers else LINE for dot in dots],
                "opacity": 1,
            },
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
            hovertemplate="Diameter %{x:.2f}<br>Split %{y:.2f}<extra></extra>",
        )
    )
    ring = [dot for dot in dots if dot.place == chosen]
    figure.add_trace(
        go.Scatter(
            x=[dot.md for dot in ring],
            y=[dot.ms for dot in ring],
            mode="markers",
            marker={"symbol": "circle-open", "size": 27, "color": CHOSEN, "line": {"width": 2.5}},
            hoverinfo="skip",
        )
    )
    return figure.update_layout(
        showlegend=False,
        height=330,
        margin={"l": 8, "r": 12, "t": 8, "b": 8},
        xaxis={"title": {"text": "Diameter (smaller is better)"}, "automargin": True},
        yaxis={"title": {"text": "Split (larger is better)"}, "automargin": True, "rangemode": "tozero"},
        dragmode=False,
        clickmode="event+select",
    )
