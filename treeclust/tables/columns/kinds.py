"""What each column of a table seems to hold: numbers, yes or no, dates, categories, or text that says nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import pandas as pd

from treeclust.core.errors import InputError
from treeclust.tables.reading.cells import Readings, may_be_numeric, read_dates, read_numbers, read_yes_or_no
from treeclust.tables.reading.series import is_text, plain_series, texts_of

MAX_CATEGORIES = 30
"""A text column with more different values than this does not become features."""
MANY_NUMERIC = 2
"""So many numbers or dates are enough to cluster by."""


class ColumnKind(StrEnum):
    NUMBER = "number"
    BOOLEAN = "boolean"
    CATEGORY = "category"
    DATE = "date"
    TEXT = "text"
    """Ids and free text: shown, never clustered by."""


@dataclass(frozen=True)
class Column:
    """What a column seems to hold. `unreadable` counts cells that its kind cannot be read from ("n/a" among numbers);
    `why` says why a TEXT column is left alone; `is_id` that it can name the rows; `aside` why a column of numbers may
    say nothing of what a row is like."""

    name: str
    kind: ColumnKind
    missing: int
    distinct: int
    example: str
    unreadable: int = 0
    is_id: bool = False
    why: str = ""
    aside: str = ""

    @property
    def constant(self) -> bool:
        return self.distinct <= 1


_ID_NAME = re.compile(r"(?i:(.*[\W_])?(id|uuid|guid|key|index)|#|no\.?|nr\.?|row)|.*[a-z](Id|ID|Uuid|UUID)")
_COUNTER_NAME = re.compile(r"Column 1|Unnamed: ?0|__index_level_0__")
_YEAR_NAMES = frozenset(("year", "yr", "jahr", "année", "año", "anno", "ano", "år", "rok"))
_YEARS = (1800, 2100)
_ENOUGH_TO_COUNT = 10
"""Fewer rows than this may be in order by chance."""


def guess_columns(frame: pd.DataFrame) -> tuple[Column, ...]:
    """The kind of every column, in order."""
    named = with_text_names(frame)
    return tuple(guess_column(name, named[name]) for name in named.columns)


def numbers_suffice(columns: Sequence[Column]) -> bool:
    """Are there enough numbers and dates to cluster by them, without the text?"""
    numeric = [c for c in columns if c.kind in (ColumnKind.NUMBER, ColumnKind.DATE) and not c.constant]
    return len(numeric) >= MANY_NUMERIC


def with_text_names(frame: pd.DataFrame) -> pd.DataFrame:
    """The same table with text as column names and rows numbered from 0."""
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f'Two columns are called "{twice}"; rename one of them.')
    named = frame.reset_index(drop=True)
    named.columns = pd.Index(names)
    return named


def guess_column(name: str, series: pd.Series) -> Column:
    series = plain_series(series)
    present = series.dropna()
    example = texts_of(present.iloc[:1])[0] if len(present) else ""
    plain = Column(name, ColumnKind.TEXT, len(series) - len(present), int(present.nunique()), example or "")
    if not len(present):
        return replace(plain, why="it is empty")
    if series.dtype == bool:
        return replace(plain, kind=ColumnKind.BOOLEAN)
    if series.dtype.kind == "M":
        return replace(plain, kind=ColumnKind.DATE)
    if is_text(series):
        return _guess_text(plain, texts_of(series), len(present))
    if series.dtype == "int64" and plain.distinct == len(series) > 1 and _names_rows(name, series):
        return replace(plain, is_id=True, why="it looks like an id")
    return replace(plain, kind=ColumnKind.NUMBER, aside=_why_aside(name, present, len(series)))


def _names_rows(name: str, series: pd.Series) -> bool:
    """By its name; a column without a name also by counting the rows, as programs write their row numbers."""
    return bool(_ID_NAME.fullmatch(name)) or (bool(_COUNTER_NAME.fullmatch(name)) and _counts_rows(series))


def _counts_rows(series: pd.Series) -> bool:
    return bool(series.iloc[0] in (0, 1) and (series.diff().iloc[1:] == 1).all())


def _why_aside(name: str, present: pd.Series, rows: int) -> str:
    """The year in which a row was noted down, or its place in the table: numbers, but no measures of the row."""
    if name.strip().lower() in _YEAR_NAMES and present.between(*_YEARS).all() and (present % 1 == 0).all():
        return "it looks like the year in which each row was noted down"
    if rows == len(present) >= _ENOUGH_TO_COUNT and _counts_rows(present):
        return "it only counts the rows"
    return ""


def _guess_text(plain: Column, texts: list[str | None], present: int) -> Column:
    answers = read_yes_or_no(texts, most_bad=0.0)
    if answers.mostly_read and not answers.bad.any():
        return replace(plain, kind=ColumnKind.BOOLEAN)
    return _guess_number(plain, texts) or _guess_words(plain, present)


def _guess_number(plain: Column, texts: list[str | None]) -> Column | None:
    """A date or a number, if most cells are."""
    if not may_be_numeric(texts):
        return None
    dates = read_dates(texts, most_bad=0.5)
    if dates.mostly_read and dates.doubtful:
        return replace(plain, why=f"{dates.doubtful} may be day/month or month/day; write dates as 2024-05-31")
    if dates.mostly_read:
        return _counted(plain, ColumnKind.DATE, dates)
    numbers = read_numbers(texts, hint=",", most_bad=0.5)
    return _counted(plain, ColumnKind.NUMBER, numbers) if numbers.mostly_read else None


def _counted(plain: Column, kind: ColumnKind, read: Readings) -> Column:
    unreadable = int(read.bad.sum())
    return replace(plain, kind=kind, missing=int(np.isnan(read.values).sum()) - unreadable, unreadable=unreadable)


def _guess_words(plain: Column, present: int) -> Column:
    if plain.distinct == present > 1:
        return replace(plain, is_id=not plain.missing, why="every value is different, as in an id or free text")
    if plain.distinct > MAX_CATEGORIES:
        return replace(plain, why=f"its {plain.distinct} different texts are too many for categories")
    return replace(plain, kind=ColumnKind.CATEGORY)
