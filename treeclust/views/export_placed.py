"""New rows with their clusters, as a table that a spreadsheet can open without harm."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from treeclust.placing import NOWHERE, Placed
from treeclust.reading.series import texts_of
from treeclust.views.export_labels import safe_csv
from treeclust.views.palette import cluster_name

ADDED = ("row", "cluster", "cluster name", "remark")


def placed_csv(frame: pd.DataFrame, placed: Placed, names: Mapping[int, str]) -> str:
    """One line per row of the file: its number, its cluster (empty if a value that decides is missing), what is unusual
    about it, and its cells as they were."""
    columns = [[text or "" for text in texts_of(frame[name])] for name in frame.columns]
    lines = [[*ADDED, *(str(name) for name in frame.columns)]]
    for i, cluster in enumerate(placed.labels.tolist()):
        found = ["", ""] if cluster == NOWHERE else [str(cluster + 1), cluster_name(cluster, names)]
        lines.append([str(i), *found, placed.remarks[i], *(column[i] for column in columns)])
    return safe_csv(lines)


def placed_words(placed: Placed, names: Mapping[int, str]) -> str:
    """How many rows each cluster gets, in one line."""
    clusters, counts = np.unique(placed.labels, return_counts=True)
    parts = [
        f"{'without a cluster' if c == NOWHERE else cluster_name(int(c), names)}: {n:,}"
        for c, n in sorted(zip(clusters, counts, strict=True), key=lambda pair: pair[0] == NOWHERE)
    ]
    return " · ".join(parts)
