"""The dataset of a table: the chosen columns as features, without gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from treeclust.columns.choice import ColumnChoice, check_choice, may_hold_labels
from treeclust.columns.kinds import Column, ColumnKind, guess_columns, with_text_names
from treeclust.columns.measured import Measured, complete_rows, filled, measure
from treeclust.dataset import Dataset
from treeclust.errors import InputError
from treeclust.reading.cells import to_number
from treeclust.reading.series import texts_of


def make_dataset(frame: pd.DataFrame, choice: ColumnChoice | None = None) -> Dataset:
    """The chosen columns as features, in column order; rows keep their numbers in `Dataset.rows`."""
    choice = choice or ColumnChoice()
    table = with_text_names(frame)
    if len(table) == 0:
        raise InputError("The table has no rows; choose a file with data in it.")
    columns = guess_columns(table)
    check_choice(choice, columns)
    notes: list[str] = []
    chosen = _chosen(columns, choice, notes)
    parts = [measure(name, kind, table[name], choice.missing == "refuse", notes) for name, kind in chosen]
    labels = None if choice.label is None else texts_of(table[choice.label])
    keep, parts = _settle_missing(parts, labels, choice, notes)
    parts = [part.only(keep) for part in parts]
    known, known_names = _known(labels, keep)
    names = None if choice.id is None else _row_names(texts_of(table[choice.id]), keep)
    features = [feature for part in parts for feature in part.features()]
    values = np.hstack([part.axes() for part in parts])
    return Dataset.build(features, values, np.flatnonzero(keep), names, known, known_names, notes)


def _chosen(columns: Sequence[Column], choice: ColumnChoice, notes: list[str]) -> list[tuple[str, ColumnKind]]:
    """The columns to use, with their kinds; what is left out unasked is noted."""
    chosen: list[tuple[str, ColumnKind]] = []
    for column in columns:
        kind = ColumnKind(choice.kinds.get(column.name, column.kind))
        if choice.features is not None:
            if column.name in choice.features:
                chosen.append((column.name, _asked_for(column, kind)))
        elif column.name not in (choice.label, choice.id):
            if kind is not ColumnKind.TEXT:
                chosen.append((column.name, kind))
                if choice.label is None and may_hold_labels(column):
                    notes.append(f'Column "{column.name}" is used as a feature; if it holds known labels, say so.')
            else:
                why = f": {column.why}" if column.why else ""
                notes.append(f'Column "{column.name}" was left out{why}.')
    if not chosen:
        raise InputError("There is no column to cluster by; mark at least one as number, boolean, date or category.")
    return chosen


def _asked_for(column: Column, kind: ColumnKind) -> ColumnKind:
    """A column that was asked for by name is used even where it looks like an id."""
    if kind is not ColumnKind.TEXT:
        return kind
    if to_number(column.example) is not None and column.is_id:
        return ColumnKind.NUMBER
    return ColumnKind.CATEGORY


def _settle_missing(
    parts: list[Measured], labels: list[str | None] | None, choice: ColumnChoice, notes: list[str]
) -> tuple[NDArray[np.bool_], list[Measured]]:
    """Which rows stay, and the parts without gaps in those."""
    labelled = np.array([True] * parts[0].n if labels is None else [text is not None for text in labels])
    complete = complete_rows(parts) & labelled
    gaps = {part.column: int(part.missing.sum()) for part in parts if part.missing.any()}
    if not labelled.all() and choice.label is not None:
        gaps[choice.label] = int((~labelled).sum())
    if choice.missing == "drop" or not gaps:
        if not complete.any():
            raise InputError(f"Every row misses a value in {_listed(gaps)}; fill the gaps, or leave these columns out.")
        if gaps:
            notes.append(f"{_rows(~complete)} of {len(complete)} dropped for missing values.")
        return complete, parts
    if choice.missing == "refuse":
        raise InputError(
            f"Values are missing in {_listed(gaps)}; drop the {_rows(~complete)} concerned, or fill the gaps with the "
            "median (in text: the most frequent value), or leave these columns out."
        )
    if not labelled.all():
        raise InputError(
            f'Column "{choice.label}" holds the known labels and misses {gaps[str(choice.label)]} of them, which '
            "cannot be filled; drop these rows, or choose no label column."
        )
    return complete | True, [filled(part, notes) for part in parts]


def _rows(which: NDArray[np.bool_]) -> str:
    count = int(which.sum())
    return "1 row" if count == 1 else f"{count} rows"


def _listed(gaps: Mapping[str, int]) -> str:
    """Columns with their counts, most gaps first."""
    most = sorted(gaps.items(), key=lambda item: -item[1])
    shown = ", ".join(f'"{name}" ({count})' for name, count in most[:6])
    return shown + (f" and {len(most) - 6} more columns" if len(most) > 6 else "")


def _known(labels: list[str | None] | None, keep: NDArray[np.bool_]) -> tuple[NDArray[np.intp] | None, tuple[str, ...]]:
    """Known labels as indices into their names, numbers in the order of numbers."""
    if labels is None:
        return None, ()
    kept = [str(labels[row]) for row in np.flatnonzero(keep)]
    numbers = {text: to_number(text) for text in set(kept)}
    in_order = all(number is not None for number in numbers.values())
    names = sorted(numbers, key=lambda text: (numbers[text] if in_order else 0.0, text))
    place = {name: at for at, name in enumerate(names)}
    return np.array([place[text] for text in kept], dtype=np.intp), tuple(names)


def _row_names(texts: list[str | None], keep: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(texts[row] or f"row {row}" for row in np.flatnonzero(keep))
