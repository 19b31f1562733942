"""Several records side by side: every column of the table, those in which they differ most first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from treeclust.views.record_pair import MOST_COLUMNS, field_of, kind_of, text_of


@dataclass(frozen=True)
class GroupField:
    """One column of all records; `gap` is the largest between any record and the first, as for two."""

    name: str
    values: tuple[str, ...]
    gap: float
    kind: str


def record_group(frame: pd.DataFrame, rows: Sequence[int], left_out: tuple[str, ...] = ()) -> list[GroupField]:
    """The fields of some rows of the frame, without columns that would give the answer away."""
    names = [name for name in frame.columns if str(name) not in left_out][:MOST_COLUMNS]
    fields = [group_field(str(name), frame[name], rows) for name in names]
    return sorted(fields, key=lambda field: -field.gap)


def group_field(name: str, column: pd.Series, rows: Sequence[int]) -> GroupField:
    pairs = [field_of(name, column, rows[0], row) for row in rows[1:]]
    texts = tuple(text_of(column.iloc[row]) for row in rows)
    kind = "number" if all(one.kind == "number" for one in pairs) else kind_of(texts)
    return GroupField(name, texts, max(one.gap for one in pairs), kind)
