"""Cells of any origin become plain columns: whole numbers, numbers, booleans, moments in time, or text."""

from __future__ import annotations

import datetime
import decimal as decimals
import math
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from treeclust.tables.reading.cells import Texts, decimal_sign, is_missing, read_numbers

_LARGEST_WHOLE = 2**63 - 1
TEXT = pd.Series(["a"]).dtype
"""What pandas has for text: str, and before version 3 any object."""


def tidy_columns(
    names: Sequence[str],
    columns: Sequence[Sequence[Any]],
    decimal: str | None,
    separator: str | None,
    notes: list[str],
) -> tuple[pd.DataFrame, str]:
    """A DataFrame, and the decimal sign of its text: "," where any column needed it."""
    plain = [_plain(column) for column in columns]
    signs = [decimal_sign(column) if isinstance(column, list) else (None, None) for column in plain]
    hint = _hint({sure for sure, _ in signs}, [example for _, example in signs if example], separator)
    series = {}
    for name, column, (sure, example) in zip(names, plain, signs, strict=True):
        series[name] = tidy_texts(column, decimal, hint) if isinstance(column, list) else column
        text = is_text(series[name])
        if decimal is None and sure is None and hint and example and "," in example and not text:
            meant = "a decimal sign" if hint == "," else "grouping digits"
            notes.append(
                f'Column "{name}": the comma in {example} was read as {meant}; change the decimal sign if not.'
            )
    found = decimal or ("," if any(sure == "," for sure, _ in signs) or hint == "," else ".")
    return pd.DataFrame(series), found


def _hint(sure: set[str | None], examples: Sequence[str], separator: str | None) -> str | None:
    """How to read 1,234 where its own column does not tell: as the other columns do, else as the separator suggests."""
    known = sure - {None}
    if known:
        return known.pop() if len(known) == 1 else None
    if any("." in example for example in examples):
        return None
    return {",": ".", ";": ","}.get(separator or "")


def _plain(cells: Sequence[Any]) -> pd.Series | list[str | None]:
    """A typed column where all cells agree on a type, else their texts."""
    if all(type(cell) is str for cell in cells):
        return list(cells)
    present = [cell for cell in cells if not _is_nothing(cell)]
    if not present or any(isinstance(cell, str) for cell in present):
        return [text_of(cell) for cell in cells]
    if all(isinstance(cell, (bool, np.bool_)) for cell in present):
        return pd.Series(cells, dtype=bool) if len(present) == len(cells) else [text_of(cell) for cell in cells]
    if all(_is_number(cell) for cell in present):
        return _numeric([None if _is_nothing(cell) else cell for cell in cells])
    if all(isinstance(cell, datetime.date) for cell in present):
        return pd.Series([pd.NaT if _is_nothing(cell) else _moment(cell) for cell in cells], dtype="datetime64[us]")
    return [text_of(cell) for cell in cells]


def _numeric(cells: Sequence[Any]) -> pd.Series:
    whole = all(isinstance(cell, numbers.Integral) and abs(int(cell)) <= _LARGEST_WHOLE for cell in cells)
    if whole:
        return pd.Series([int(cell) for cell in cells], dtype="int64")
    return pd.Series([math.nan if cell is None else _float(cell) for cell in cells], dtype="float64")


def _float(cell: Any) -> float:
    try:
        return float(cell)
    except OverflowError:
        return math.copysign(math.inf, cell)


def tidy_texts(texts: Texts, decimal: str | None = None, hint: str | None = None) -> pd.Series:
    """Numbers where every cell that says something says a number, else the texts as they are."""
    if any(not is_missing(text) for text in texts):
        read = read_numbers(texts, decimal, hint, most_bad=0.0)
        if not read.bad.any():
            whole = _whole(texts)
            return pd.Series(read.values) if whole is None else pd.Series(whole, dtype="int64")
    return pd.Series([None if text is None or not text.strip() else text.strip() for text in texts], dtype=TEXT)


def _whole(texts: Texts) -> list[int] | None:
    """Whole numbers keep all their digits: ids may be longer than a float can hold."""
    found = []
    for text in texts:
        digits = (text or "").strip()
        if not digits.removeprefix("-").removeprefix("+").isdecimal() or len(digits) > 18:
            return None
        found.append(int(digits))
    return found


def texts_of(series: pd.Series) -> list[str | None]:
    """Each cell as a person would write it, None where it is missing."""
    if series.dtype == "str":
        return [cell.strip() or None if isinstance(cell, str) else None for cell in series.tolist()]
    return [text_of(cell) for cell in series.tolist()]


def plain_series(series: pd.Series) -> pd.Series:
    """Any DataFrame's column as one of the plain kinds."""
    if series.dtype == bool or series.dtype in ("int64", "float64", "datetime64[us]"):
        return series.reset_index(drop=True)
    plain = _plain(series.tolist())
    return pd.Series(plain, dtype=TEXT) if isinstance(plain, list) else plain


def is_text(series: pd.Series) -> bool:
    """Of a plain column."""
    return bool(series.dtype == TEXT)


def text_of(cell: Any) -> str | None:
    if _is_nothing(cell):
        return None
    if isinstance(cell, (bool, np.bool_)):
        return "true" if cell else "false"
    if _is_number(cell) and abs(_float(cell)) < 1e15 and _float(cell).is_integer():
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    return str(cell).strip()


def _moment(cell: datetime.date) -> datetime.datetime:
    if not isinstance(cell, datetime.datetime):
        return datetime.datetime(cell.year, cell.month, cell.day)
    return cell if cell.tzinfo is None else cell.astimezone(datetime.UTC).replace(tzinfo=None)


def _is_number(cell: object) -> bool:
    return isinstance(cell, (numbers.Real, decimals.Decimal)) and not isinstance(cell, (bool, np.bool_))


def _is_nothing(cell: Any) -> bool:
    """None, NaN, NaT, NA or blank text."""
    if isinstance(cell, str):
        return not cell.strip()
    if isinstance(cell, decimals.Decimal):
        return cell.is_nan()
    return cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, (float, np.floating)) and cell != cell)
