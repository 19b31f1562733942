"""Which depths and numbers of clusters are possible, and how good the best tree of each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from treeclust.core.answers import MapCell
from treeclust.views.palette import ink_on

NONE, OPEN = "#B8C0CA", "#E2E7EC"
GOOD, BAD = (0x0B, 0x6E, 0x99), (0xBF, 0xE3, 0xF2)


@dataclass(frozen=True)
class Cell:
    """`state`: optimal, feasible, infeasible, unknown, or waiting. `place` is its number in the map's results."""

    depth: int
    k: int
    state: str
    md: float | None = None
    ms: float | None = None
    place: int | None = None

    @property
    def text(self) -> str:
        if self.md is not None:
            mark = "" if self.state == "optimal" else "~"
            return f"{mark}{self.md:.1f}" + (f"<br>{self.ms:.1f}" if self.ms is not None else "")
        return {"infeasible": "✕", "waiting": "…"}.get(self.state, "?")

    @property
    def words(self) -> str:
        """The whole cell in one line."""
        head = f"Depth {self.depth}, {self.k} clusters"
        if self.md is not None:
            split = f", split {self.ms:.2f}" if self.ms is not None else ""
            proved = "" if self.state == "optimal" else " (best so far)"
            return f"{head}: diameter {self.md:.2f}{split}{proved}"
        said = {"infeasible": "no such tree", "waiting": "not yet known"}
        return f"{head}: {said.get(self.state, 'not found in the time')}"


def map_cells(results: Sequence[MapCell], depths: Sequence[int], ks: Sequence[int], rows: int) -> tuple[Cell, ...]:
    """Every cell that can have a tree, known or not yet."""
    known = {(cell.depth, cell.k): (place, cell.result) for place, cell in enumerate(results)}
    cells = []
    for depth in depths:
        for k in (k for k in ks if k <= min(2**depth, rows)):
            place, result = known.get((depth, k), (None, None))
            if result is None:
                cells.append(Cell(depth, k, "waiting"))
            else:
                cells.append(Cell(depth, k, result.status.value, result.md, result.ms, place))
    return tuple(cells)


def map_figure(cells: Sequence[Cell], chosen: int | None = None) -> go.Figure:
    """Squares, darker where the diameter is smaller; in each the diameter and below it the split."""
    known = [cell.md for cell in cells if cell.md is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    colours = [colour(cell, low, high) for cell in cells]
    figure = go.Figure(
        go.Scatter(
            x=[cell.k for cell in cells],
            y=[cell.depth for cell in cells],
            customdata=[-1 if cell.place is None else cell.place for cell in cells],
            mode="markers+text",
            marker={
                "symbol": "square",
                "size": 46,
                "color": colours,
                "opacity": 1,
                "line": {
                    "width": [3 if chosen is not None and c.place == chosen else 0 for c in cells],
                    "color": "#D55E00",
                },
            },
            text=[cell.text for cell in cells],
            textfont={"size": 11, "color": [ink_on(shade) for shade in colours]},
            hovertext=[cell.words for cell in cells],
            hoverinfo="text",
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
        )
    )
    ks, depths = sorted({cell.k for cell in cells}), sorted({cell.depth for cell in cells})
    return figure.update_layout(
        showlegend=False,
        height=52 * len(depths) + 70,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis={
            "title": {"text": "Clusters k"},
            "tickvals": ks,
            "range": [ks[0] - 0.6, ks[-1] + 0.6],
            "showgrid": False,
        },
        yaxis={
            "title": {"text": "Depth"},
            "tickvals": depths,
            "range": [depths[-1] + 0.55, depths[0] - 0.55],
            "showgrid": False,
        },
        dragmode=False,
        clickmode="event+select",
    )


def colour(cell: Cell, low: float, high: float) -> str:
    if cell.md is None:
        return OPEN if cell.state == "waiting" else NONE
    part = (cell.md - low) / ((high - low) or 1.0)
    return "#" + "".join(f"{round(good + (bad - good) * part):02X}" for good, bad in zip(GOOD, BAD, strict=True))
