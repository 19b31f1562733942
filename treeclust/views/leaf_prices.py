"""Leaves against diameter: what one leaf less costs, as a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from treeclust.core.answers import LeafPrice
from treeclust.core.limits import plural

LINE, OPEN, CHOSEN, NONE = "#0B88BD", "#D98C14", "#7A8694", "#B42318"


@dataclass(frozen=True)
class LeafDot:
    """The best diameter with at most so many leaves; None where there is no tree. `bound`: no smaller one is possible.
    `more` is what it costs against the answer, `place` its number in the results."""

    leaves: int
    state: str
    md: float | None
    ms: float | None
    bound: float | None
    more: float | None
    place: int

    @property
    def words(self) -> str:
        """In one line."""
        head = f"{self.leaves} {plural('leaf', self.leaves)}"
        if self.md is None:
            return f"{head}: {'no such tree' if self.state == 'infeasible' else 'not found in the time'}"
        cost = "" if not self.more or self.more < 0.005 else f", {self.more:.2f} wider"
        split = "" if self.ms is None else f", split {self.ms:.2f}"
        proved = "" if self.state == "optimal" else f" (best so far, at least {self.bound or 0.0:.2f})"
        return f"{head}: diameter {self.md:.2f}{cost}{split}{proved}"


def leaf_dots(prices: Sequence[LeafPrice]) -> tuple[LeafDot, ...]:
    """From the fewest leaves to the most."""
    best = prices[0].result.md if prices else None
    dots = []
    for place, price in enumerate(prices):
        result = price.result
        more = None if best is None or result.md is None else result.md - best
        bound = result.md_lower_bound
        dots.append(LeafDot(price.leaves, result.status.value, result.md, result.ms, bound, more, place))
    return tuple(reversed(dots))


def leaf_figure(dots: Sequence[LeafDot], chosen: int | None = None) -> go.Figure:
    """One dot for each number of leaves, hollow with a line down to its bound where it is not proved best."""
    known = [dot for dot in dots if dot.md is not None]
    proved = [dot.state == "optimal" for dot in known]
    gaps = [
        0.0 if done else max(0.0, (dot.md or 0.0) - (dot.bound or 0.0)) for dot, done in zip(known, proved, strict=True)
    ]
    figure = go.Figure(
        go.Scatter(
            x=[dot.leaves for dot in known],
            y=[dot.md for dot in known],
            customdata=[dot.place for dot in known],
            mode="lines+markers+text",
            line={"width": 1.5, "color": LINE},
            marker={
                "size": 13,
                "symbol": ["circle" if done else "circle-open" for done in proved],
                "color": [LINE if done else OPEN for done in proved],
                "opacity": 1,
                "line": {"width": [3 if dot.place == chosen else 2 for dot in known], "color": ring(known, chosen)},
            },
            error_y={"type": "data", "symmetric": False, "array": [0] * len(known), "arrayminus": gaps, "color": OPEN},
            text=[f"{dot.md:.1f}" for dot in known],
            textposition="top center",
            hovertext=[dot.words for dot in known],
            hoverinfo="text",
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
            cliponaxis=False,
        )
    )
    for dot in dots:
        if dot.md is None:
            mark = "✕" if dot.state == "infeasible" else "?"
            figure.add_annotation(x=dot.leaves, y=0.04, yref="paper", text=mark, showarrow=False, hovertext=dot.words)
    leaves = [dot.leaves for dot in dots]
    return figure.update_layout(
        showlegend=False,
        height=250,
        margin={"l": 8, "r": 12, "t": 22, "b": 8},
        xaxis={"title": {"text": "Leaves, at most"}, "tickvals": leaves, "range": [leaves[0] - 0.5, leaves[-1] + 0.5]},
        yaxis={"title": {"text": "Diameter"}, "automargin": True},
        dragmode=False,
        clickmode="event+select",
    )


def ring(dots: Sequence[LeafDot], chosen: int | None) -> list[str]:
    return ["#D55E00" if dot.place == chosen else LINE if dot.state == "optimal" else OPEN for dot in dots]
