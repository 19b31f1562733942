"""The dataset of a table: the chosen columns as features, without gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from treeclust.core.dataset import Dataset, Feature
from treeclust.core.errors import InputError
from treeclust.tables.columns.choice import OLDEST, ColumnChoice, check_choice
from treeclust.tables.columns.kinds import Column, guess_columns, with_text_names
from treeclust.tables.columns.measured import Measured, complete_rows, filled, measure
from treeclust.tables.columns.selection import Advice, notes_on, select_columns
from treeclust.tables.reading.cells import to_number
from treeclust.tables.reading.series import texts_of


def make_dataset(
    frame: pd.DataFrame,
    choice: ColumnChoice | None = None,
    advice: Advice | None = None,
    *,
    columns: tuple[Column, ...] | None = None,
) -> Dataset:
    """The chosen columns as features, in column order; rows keep their numbers in `Dataset.rows`. `columns` is what was
    guessed before."""
    choice = choice or ColumnChoice()
    table = with_text_names(frame)
    if len(table) == 0:
        raise InputError("The table has no rows; choose a file with data in it.")
    columns = guess_columns(table) if columns is None else columns
    check_choice(choice, columns)
    found = select_columns(columns, choice)
    notes = notes_on(found, advice or Advice())
    used = _with_roles(found.used, choice, notes)
    parts = [measure(one.name, one.kind, table[one.name], choice.missing == "refuse", notes) for one in used]
    labels = None if choice.label is None else texts_of(table[choice.label])
    keep, parts = _settle_missing(parts, labels, choice, notes)
    parts = [part.only(keep) for part in parts]
    known, known_names = _known(labels, keep)
    names = None if choice.id is None else _row_names(texts_of(table[choice.id]), keep)
    features = [_in_its_role(feature, choice) for part in parts for feature in part.features()]
    values = np.hstack([part.axes() for part in parts])
    old = choice.convention == OLDEST
    return Dataset.build(features, values, np.flatnonzero(keep), names, known, known_names, notes, drop_equal=old)


def _with_roles(columns: Sequence[Column], choice: ColumnChoice, notes: list[str]) -> list[Column]:
    """Those that are measured or asked about."""
    idle = [c.name for c in columns if not choice.weight_of(c.name) and not choice.may_split(c.name)]
    notes += [f'Column "{name}" is neither measured nor asked about, and was left out.' for name in idle]
    if not any(choice.weight_of(column.name) for column in columns):
        raise InputError("No column is measured; measure at least one, with a weight above 0.")
    return [column for column in columns if column.name not in idle]


def _in_its_role(feature: Feature, choice: ColumnChoice) -> Feature:
    one_hot = feature.category is not None and choice.convention != OLDEST
    weight, split = choice.weight_of(feature.column), choice.may_split(feature.column)
    return replace(feature, weight=weight, split=split, one_hot=one_hot)


def _settle_missing(
    parts: list[Measured], labels: list[str | None] | None, choice: ColumnChoice, notes: list[str]
) -> tuple[NDArray[np.bool_], list[Measured]]:
    """Which rows stay, and the parts without gaps in those."""
    labelled = np.array([True] * parts[0].n if labels is None else [text is not None for text in labels])
    complete = complete_rows(parts) & labelled
    gaps = {part.column: int(part.missing.sum()) for part in parts if part.missing.any()}
    if not labelled.all() and choice.label is not None:
        gaps[choice.label] = int((~labelled).sum())
    if choice.missing == "drop" or (choice.missing == "refuse" and not gaps):
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
