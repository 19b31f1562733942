"""New rows with their clusters, as a table that a spreadsheet can open without harm."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from treeclust.tables.new_rows import NOWHERE, Placed
from treeclust.tables.reading.series import texts_of
from treeclust.views.export_labels import safe_csv
from treeclust.views.palette import cluster_name

ADDED = ("row", "cluster", "cluster name", "remark")


def placed_csv(frame: pd.DataFrame, placed: Placed, names: Mapping[int, str], first: int = 1) -> str:
    """One line per row of the file: its number, its cluster (empty if a value that decides is missing), what is unusual
    about it, and its cells as they were. Clusters count from `first`: on screen from 1, on the command line from 0."""
    columns = [[text or "" for text in texts_of(frame[name])] for name in frame.columns]
    lines = [[*ADDED, *(str(name) for name in frame.columns)]]
    for i, cluster in enumerate(placed.labels.tolist()):
        found = ["", ""] if cluster == NOWHERE else [str(cluster + first), cluster_name(cluster, names)]
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
