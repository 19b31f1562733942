"""Two clusterings of the same rows: which rows are in which cluster of each, and which of them moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from treeclust.core.tree import Labels
from treeclust.views.escape import plotly_text
from treeclust.views.palette import cluster_name, colour_of

QUIET = "rgba(127,140,155,0.35)"


@dataclass(frozen=True)
class Stream:
    """So many rows are in cluster `source` of the first and in cluster `target` of the second."""

    source: int
    target: int
    count: int

    @property
    def moved(self) -> bool:
        return self.source != self.target


@dataclass(frozen=True, eq=False)
class Flow:
    """Streams by source, then target; clusters of both sides share their numbers."""

    streams: tuple[Stream, ...]
    moved: NDArray[np.bool_]

    @property
    def words(self) -> str:
        count, total = int(self.moved.sum()), len(self.moved)
        if not count:
            return f"All {total:,} rows stay where they are."
        return f"{count:,} of {total:,} rows {'is' if count == 1 else 'are'} in another cluster."

    def moves(self, names: Mapping[int, str]) -> tuple[str, ...]:
        """The movements in words, largest first."""
        gone = sorted((s for s in self.streams if s.moved), key=lambda s: -s.count)
        return tuple(
            f"{s.count:,} {'row' if s.count == 1 else 'rows'}: "
            f"{cluster_name(s.source, names)} → {cluster_name(s.target, names)}"
            for s in gone
        )


def flow_of(first: Labels, second: Labels) -> Flow:
    """Both numbered so that a cluster that keeps most of its rows keeps its number."""
    found, counts = np.unique(np.stack([first, second], axis=1), axis=0, return_counts=True)
    streams = tuple(Stream(int(a), int(b), int(n)) for (a, b), n in zip(found, counts, strict=True))
    return Flow(streams, first != second)


def flow_figure(flow: Flow, names: Mapping[int, str], ink: str) -> go.Figure:
    """Left the clusters of the first, right those of the second; what moved in colour, what stayed in grey."""
    left = sorted({s.source for s in flow.streams})
    right = sorted({s.target for s in flow.streams})
    clusters = [*left, *right]
    node = {
        "label": [plotly_text(cluster_name(c, names)) for c in clusters],
        "color": [colour_of(c) for c in clusters],
        "pad": 14,
        "thickness": 16,
        "line": {"width": 0},
        "hovertemplate": "%{label}: %{value:.0f} rows<extra></extra>",
    }
    link = {
        "source": [left.index(s.source) for s in flow.streams],
        "target": [len(left) + right.index(s.target) for s in flow.streams],
        "value": [s.count for s in flow.streams],
        "color": [faint(colour_of(s.source)) if s.moved else QUIET for s in flow.streams],
        "hovertemplate": "%{source.label} → %{target.label}: %{value:.0f} rows<extra></extra>",
    }
    figure = go.Figure(
        go.Sankey(node=node, link=link, arrangement="snap", textfont={"size": 13, "color": ink, "shadow": "none"})
    )
    height = max(220, 46 * max(len(left), len(right)) + 60)
    return figure.update_layout(height=height, margin={"l": 8, "r": 8, "t": 12, "b": 12})


def faint(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.6)"
