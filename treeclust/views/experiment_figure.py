"""The experiments as pictures: ARI against κ with the share of feasible runs, and time on a log axis."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from treeclust.views.curve import Curve

COLOURS = {"md-ms": "#0B6E99", "md": "#D55E00"}
DASHES = {"md-ms": "dash", "md": "solid"}
SYMBOLS = {"tree": "circle", "flat": "square"}
BARS = "rgba(0, 158, 115, 0.22)"
AXIS = {"title": "κ: links per row", "tickvals": [0, 0.1, 0.25, 0.5, 1]}


def ari_figure(curves: Sequence[Curve]) -> go.Figure:
    """As in the paper: circles are trees, squares flat clusters, dashed is [MD, MS]; bars are runs that had a tree.
    Dotted lines are the paper's means over the same datasets."""
    figure = go.Figure()
    for curve in [curve for curve in curves if curve.method == "tree"][:1]:
        figure.add_trace(
            go.Bar(
                x=curve.kappas, y=curve.feasible, width=0.06, marker_color=BARS, name="Trees found",
                hovertemplate="κ = %{x}: %{y:.0%} of the runs had a tree<extra></extra>",
            )
        )  # fmt: skip
    for curve in curves:
        figure.add_trace(paper_line(curve, curve.paper_aris))
        figure.add_trace(our_line(curve, curve.aris, ".3f"))
    return laid_out(figure, "Mean ARI").update_yaxes(range=[0, 1.05])


def feasibility_figure(curves: Sequence[Curve]) -> go.Figure:
    """The share of runs in which some tree obeys every link, ours and the paper's over the same datasets."""
    figure = go.Figure()
    for curve in [curve for curve in curves if curve.method == "tree"]:
        places = [f"{kappa:g}" for kappa in curve.kappas]
        for name, values, opacity in (("", curve.feasible, 1.0), (" (paper)", curve.paper_feasible, 0.35)):
            figure.add_trace(
                go.Bar(
                    x=places, y=values, name=f"{curve.name}{name}", opacity=opacity,
                    marker_color=COLOURS[curve.objective],
                    hovertemplate=f"{curve.name}{name}, κ = %{{x}}: %{{y:.0%}}<extra></extra>",
                )
            )  # fmt: skip
    figure = laid_out(figure, "Runs with a tree")
    return figure.update_layout(bargap=0.25, xaxis={"title": AXIS["title"], "type": "category"}).update_yaxes(
        range=[0, 1.05], tickformat=".0%"
    )


def time_figure(curves: Sequence[Curve]) -> go.Figure:
    """Mean seconds of a run, on a log axis."""
    figure = go.Figure()
    for curve in curves:
        if any(curve.paper_seconds):
            figure.add_trace(paper_line(curve, curve.paper_seconds))
        figure.add_trace(our_line(curve, curve.seconds, ".2f"))
    return laid_out(figure, "Mean seconds").update_yaxes(type="log", dtick="D2")


def our_line(curve: Curve, values: Sequence[float | None], digits: str) -> go.Scatter:
    return go.Scatter(
        x=curve.kappas, y=values, name=curve.name, mode="lines+markers",
        line={"color": COLOURS[curve.objective], "dash": DASHES[curve.objective], "width": 2.5},
        marker={"symbol": SYMBOLS[curve.method], "size": 10},
        hovertemplate=f"{curve.name}, κ = %{{x}}: %{{y:{digits}}}<extra></extra>",
    )  # fmt: skip


def paper_line(curve: Curve, values: Sequence[float | None]) -> go.Scatter:
    return go.Scatter(
        x=curve.kappas, y=values, name=f"{curve.name} (paper)", mode="lines+markers", showlegend=False, opacity=0.55,
        line={"color": COLOURS[curve.objective], "dash": "dot", "width": 1.2},
        marker={"symbol": f"{SYMBOLS[curve.method]}-open", "size": 8},
        hovertemplate=f"{curve.name}, paper, κ = %{{x}}: %{{y:.3g}}<extra></extra>",
    )  # fmt: skip


def laid_out(figure: go.Figure, title: str) -> go.Figure:
    return figure.update_layout(
        height=400, margin={"l": 10, "r": 10, "t": 10, "b": 10}, xaxis=AXIS, yaxis={"title": title},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}, bargap=0,
    )  # fmt: skip
