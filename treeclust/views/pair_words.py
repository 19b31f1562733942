"""Why the two rows that are farthest apart can lie close together in a plot: their distance is in other columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.views.axes import Axis

NEAR = 0.35
"""As a share of the plot's width: two rows that are nearer than this do not look far apart."""
MOST_NAMED = 2


def hidden_distance(dataset: Dataset, axes: Sequence[Axis], pair: tuple[int, int]) -> str | None:
    """One sentence, where the plot does not show what makes this pair the widest."""
    a, b = pair
    apart = [abs(float(axis.values[a] - axis.values[b])) / (float(np.ptp(axis.values)) or 1.0) for axis in axes]
    if math.hypot(*apart) >= NEAR:
        return None
    weights = np.array([feature.weight for feature in dataset.features])
    differs = np.abs(dataset.scaled[a] - dataset.scaled[b]) * weights
    shown = {axis.feature for axis in axes} | {axis.name for axis in axes}
    order = [int(j) for j in np.argsort(-differs, kind="stable")]
    named = [dataset.features[j].name for j in order if not {j, dataset.features[j].column} & shown and differs[j] > 0]
    if not named:
        return None
    return f"The widest pair looks near here: its rows differ mostly in {' and '.join(named[:MOST_NAMED])}."
