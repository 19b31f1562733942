"""Each cluster against the whole table: how many rows, where its values lie, where that is unusual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.tree import Labels
from treeclust.views.escape import plotly_text
from treeclust.views.palette import cluster_name, colour_of

MOST_PLOTTED = 6
LONGEST = 32


@dataclass(frozen=True)
class FeatureProfile:
    """One feature within one cluster; `shift` is the difference of means in standard deviations of the whole."""

    feature: Feature
    low: float
    mean: float
    high: float
    whole_mean: float
    shift: float

    @property
    def figures(self) -> str:
        """Mean and range as a person would say them; of yes-or-no features the share of yes."""
        if self.feature.kind in (FeatureKind.CATEGORY, FeatureKind.BOOLEAN):
            return f"{self.mean:.0%} yes"
        mean, low, high = (self._briefly(value) for value in (self.mean, self.low, self.high))
        return mean if low == high else f"{mean} ({low} to {high})"

    def _briefly(self, value: float) -> str:
        """Days of dates; of numbers three digits of the column's range."""
        if self.feature.kind is FeatureKind.DATE:
            return self.feature.value_text(float(np.floor(value)))
        wide = (self.feature.high - self.feature.low) or 1.0
        text = f"{value:.{max(0, 2 - int(np.floor(np.log10(wide))))}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text


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
    """Range and mean of the most unusual features, each on the scale from the table's lowest to its highest value.

    Names stand above their bars: beside them, long ones would leave no room in a narrow panel.
    """
    shown = profile.striking[:MOST_PLOTTED][::-1]
    colour = colour_of(profile.cluster)
    places = list(range(len(shown)))
    figure = go.Figure()
    for place, f in zip(places, shown, strict=True):
        figure.add_trace(_line([0, 100], place, "rgba(127,140,155,0.25)"))
        figure.add_trace(_line([_place(f, f.low), _place(f, f.high)], place, colour))
    figure.add_trace(_marks([_place(f, f.mean) for f in shown], places, "circle", colour, 11))
    figure.add_trace(_marks([_place(f, f.whole_mean) for f in shown], places, "line-ns-open", "#7A8694", 14))
    return figure.update_layout(
        showlegend=False,
        height=40 * len(shown) + 16,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis={"visible": False, "range": [-2, 102], "fixedrange": True},
        yaxis={"visible": False, "range": [-0.4, len(shown) - 0.3], "fixedrange": True},
        annotations=[
            *(_name(place, f.feature.name) for place, f in zip(places, shown, strict=True)),
            *(_figures(place, f.figures) for place, f in zip(places, shown, strict=True)),
        ],
        dragmode=False,
    )


def _line(x: list[float], place: int, colour: str) -> go.Scatter:
    return go.Scatter(x=x, y=[place, place], mode="lines", line={"color": colour, "width": 6}, hoverinfo="skip")


def _marks(x: list[float], places: list[int], symbol: str, colour: str, size: int) -> go.Scatter:
    marker = {"symbol": symbol, "color": colour, "size": size, "line": {"width": 2, "color": colour}}
    return go.Scatter(x=x, y=places, mode="markers", marker=marker, hoverinfo="skip")


def _name(place: int, name: str) -> dict[str, Any]:
    """The name above its bar, all of it when pointed at."""
    look = {"x": 0, "xanchor": "left", "yanchor": "bottom", "yshift": 5, "showarrow": False, "font": {"size": 13}}
    return {"text": plotly_text(_short(name)), "hovertext": plotly_text(name), "y": place, **look}


def _figures(place: int, words: str) -> dict[str, Any]:
    look = {"x": 100, "xanchor": "right", "yanchor": "bottom", "yshift": 5, "showarrow": False, "font": {"size": 12}}
    return {"text": plotly_text(words), "y": place, **look}


def _place(profile: FeatureProfile, value: float) -> float:
    feature = profile.feature
    return (value - feature.low) / ((feature.high - feature.low) or 1.0) * 100


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
