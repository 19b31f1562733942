"""What a person sees when pointing at a row: its name and its values, column by column."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from treeclust.core.dataset import Dataset, FeatureKind

MOST_COLUMNS = 12
MOST_CELLS = 400_000


def hover_table(dataset: Dataset) -> dict[str, Any]:
    """Names and values for the browser: numbers as base64 float32, one block per column; categories as codes and names.

    Plain data, never markup: the browser writes it as text.
    """
    columns: list[dict[str, Any]] = []
    seen: dict[str, dict[str, Any]] = {}
    for j, feature in enumerate(dataset.features):
        values = dataset.values[:, j]
        if feature.kind is FeatureKind.CATEGORY:
            column = seen.get(feature.column)
            if column is None:
                column = {"name": feature.column, "kind": "category", "names": ["other"], "codes": np.zeros(dataset.n)}
                seen[feature.column] = column
                columns.append(column)
            column["names"].append(str(feature.category))
            column["codes"] = np.where(values > 0.5, len(column["names"]) - 1, column["codes"])
        else:
            columns.append({"name": feature.name, "kind": str(feature.kind), "values": _encode(values)})
    for column in seen.values():
        column["values"] = _encode(column.pop("codes"))
    most = max(2, min(MOST_COLUMNS, MOST_CELLS // dataset.n))
    return {
        "n": dataset.n,
        "rows": _encode(dataset.rows),
        "names": list(dataset.row_names) if dataset.row_names is not None else None,
        "columns": columns[:most],
        "more": max(0, len(columns) - most),
    }


def _encode(values: Any) -> str:
    return base64.b64encode(np.asarray(values, dtype="<f4").tobytes()).decode("ascii")
