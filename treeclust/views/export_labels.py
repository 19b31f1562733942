"""The answer as a table that a spreadsheet can open without harm."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from treeclust.core.dataset import Dataset
from treeclust.core.tree import Labels
from treeclust.views.escape import csv_cell
from treeclust.views.palette import cluster_name


def labels_csv(dataset: Dataset, labels: Labels, names: Mapping[int, str]) -> str:
    """One line per row: its number in the file, its id if there is one, its cluster, its values in original units."""
    has_ids = dataset.row_names is not None
    header = ["row", *(["id"] if has_ids else []), "cluster", "cluster name", *(f.name for f in dataset.features)]
    lines: list[Sequence[str]] = [header]
    for i in range(dataset.n):
        ids = [dataset.row_names[i]] if dataset.row_names is not None else []
        values = [f.value_text(float(v)) for f, v in zip(dataset.features, dataset.values[i], strict=True)]
        cluster = int(labels[i])
        lines.append([str(dataset.rows[i]), *ids, str(cluster + 1), cluster_name(cluster, names), *values])
    return safe_csv(lines)


def safe_csv(lines: Sequence[Sequence[str]]) -> str:
    """Every cell, headers too, defused and in quotation marks: some versions of Python write none where a cell has a
    carriage return, which ends the line for most readers."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([csv_cell(cell) for cell in line] for line in lines)
    return out.getvalue()
