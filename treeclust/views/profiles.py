"""Each cluster against the whole table: how many rows, where its values lie, where that is unusual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from treeclust.dataset import Dataset, Feature
from treeclust.tree import Labels
from treeclust.views.escape import plotly_text
from treeclust.views.palette import cluster_name, colour_of

MOST_PLOTTED = 6


@dataclass(frozen=True)
class FeatureProfile:
    """One feature within one cluster; `shift` is the difference of means in standard deviations of the whole."""

    feature: Feature
    low: float
    mean: float
    high: float
    whole_mean: float
    shift: float


@dataclass(frozen=True)
class ClusterProfile:
    cluster: int
    name: str
    size: int
    share: float
    features: tuple[FeatureProfile, ...]

    @property
    def striking(self) -> tuple[FeatureProfile, ...]:
        """Most unusual feature first."""
        return tuple(sorted(self.features, key=lambda f: -abs(f.shift)))


def cluster_profiles(dataset: Dataset, labels: Labels, names: Mapping[int, str]) -> tuple[ClusterProfile, ...]:
    means, spreads = dataset.values.mean(axis=0), dataset.values.std(axis=0)

    def profile(j: int, column: NDArray[np.float64]) -> FeatureProfile:
        mean = float(column.mean())
        shift = (mean - float(means[j])) / (float(spreads[j]) or 1.0)
        return FeatureProfile(
            dataset.features[j], float(column.min()), mean, float(column.max()), float(means[j]), shift
        )

    profiles = []
    for cluster in (int(c) for c in np.unique(labels)):
        rows = dataset.values[labels == cluster]
        features = tuple(profile(j, rows[:, j]) for j in range(rows.shape[1]))
        name = cluster_name(cluster, names)
        profiles.append(ClusterProfile(cluster, name, len(rows), len(rows) / dataset.n, features))
    return tuple(profiles)


def profile_figure(profile: ClusterProfile) -> go.Figure:
    """Range and mean of the most unusual features, each on the scale from the table's lowest to its highest value."""
    shown = profile.striking[:MOST_PLOTTED][::-1]
    colour = colour_of(profile.cluster)
    names = [plotly_text(_short(f.feature.name)) for f in shown]
    ends = [[_place(f, v) for v in (f.low, f.high)] for f in shown]
    figure = go.Figure()
    for name, (low, high) in zip(names, ends, strict=True):
        figure.add_trace(_line([0, 100], name, "rgba(127,140,155,0.25)", 6))
        figure.add_trace(_line([low, high], name, colour, 6))
    figure.add_trace(_marks([_place(f, f.mean) for f in shown], names, "circle", colour, 11))
    figure.add_trace(_marks([_place(f, f.whole_mean) for f in shown], names, "line-ns-open", "#7A8694", 14))
    return figure.update_layout(
        showlegend=False,
        height=34 * len(shown) + 24,
        margin={"l": 4, "r": 8, "t": 4, "b": 4},
        xaxis={"visible": False, "range": [-3, 103], "fixedrange": True},
        yaxis={"automargin": True, "fixedrange": True, "showgrid": False},
        dragmode=False,
    )


def _line(x: list[float], name: str, colour: str, width: int) -> go.Scatter:
    return go.Scatter(x=x, y=[name, name], mode="lines", line={"color": colour, "width": width}, hoverinfo="skip")


def _marks(x: list[float], names: list[str], symbol: str, colour: str, size: int) -> go.Scatter:
    marker = {"symbol": symbol, "color": colour, "size": size, "line": {"width": 2, "color": colour}}
    return go.Scatter(x=x, y=names, mode="markers", marker=marker, hoverinfo="skip")


def _place(profile: FeatureProfile, value: float) -> float:
    feature = profile.feature
    return (value - feature.low) / ((feature.high - feature.low) or 1.0) * 100


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"
