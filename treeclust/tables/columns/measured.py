"""A column of a known kind, cell by cell as numbers, and the features it becomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from treeclust.core.dataset import DateOrder, Feature, FeatureKind
from treeclust.core.errors import InputError
from treeclust.tables.columns.kinds import MAX_CATEGORIES, ColumnKind
from treeclust.tables.reading.cells import Readings, Texts, read_dates, read_numbers, read_yes_or_no
from treeclust.tables.reading.series import plain_series, texts_of

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Measured:
    """One value per row, NaN where it is missing; the value of a category is its place in `categories`. `fill` is what
    a missing value counts as."""

    column: str
    kind: ColumnKind
    values: Floats
    categories: tuple[str, ...] = ()
    date_order: DateOrder = "year"
    fill: float | None = None

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def missing(self) -> Mask:
        return np.isnan(self.values)

    def only(self, keep: Mask) -> Measured:
        return replace(self, values=self.values[keep])

    def axes(self) -> Floats:
        """Rows × features: one axis, or one per category that is 1 where the row has it."""
        if self.kind is not ColumnKind.CATEGORY:
            return self.values[:, None]
        axes: Floats = (self.values[:, None] == np.arange(len(self.categories))).astype(np.float64)
        return axes

    def features(self) -> list[Feature]:
        kind = FeatureKind(str(self.kind))
        names: Sequence[str | None] = self.categories if self.kind is ColumnKind.CATEGORY else (None,)
        ends = [(float(axis.min()), float(axis.max())) for axis in self.axes().T]
        whole_days = self.kind is ColumnKind.DATE and bool((self.values % 1 == 0).all())
        return [
            Feature(self.column, *end, kind, name, whole_days, date_order=self.date_order, fill=self._fill_of(place))
            for place, (name, end) in enumerate(zip(names, ends, strict=True))
        ]

    def _fill_of(self, place: int) -> float | None:
        if self.fill is None or self.kind is not ColumnKind.CATEGORY:
            return self.fill
        return float(self.fill == place)


def complete_rows(parts: Sequence[Measured]) -> Mask:
    missing: Mask = np.any([part.missing for part in parts], axis=0)
    return ~missing


def measure(column: str, kind: ColumnKind, series: pd.Series, strict: bool, notes: list[str]) -> Measured:
    """The column as numbers. A cell that cannot be read is refused if `strict`, else it counts as missing."""
    plain = plain_series(series)
    if kind is ColumnKind.CATEGORY:
        return _categories(column, texts_of(plain))
    if plain.dtype.kind == "M" and kind in (ColumnKind.DATE, ColumnKind.NUMBER):
        return Measured(column, kind, _days(plain.to_numpy("datetime64[us]")), date_order="iso")
    order: DateOrder = "year"
    if plain.dtype in ("int64", "float64", "bool") and kind is ColumnKind.NUMBER:
        values = plain.to_numpy(dtype=np.float64)
    else:
        read = _readable(column, kind, texts_of(plain), strict, notes)
        values, order = read.values, read.date_order
    infinite = np.flatnonzero(np.isinf(values))
    if len(infinite):
        raise InputError(
            f'Row {infinite[0]}, column "{column}": the value is infinite; correct it, or leave the row or column out.'
        )
    return Measured(column, kind, values, date_order=order)


_READERS: dict[ColumnKind, tuple[Callable[[Texts], Readings], str]] = {
    ColumnKind.NUMBER: (read_numbers, "a number"),
    ColumnKind.DATE: (read_dates, "a date such as 2024-05-31"),
    ColumnKind.BOOLEAN: (lambda texts: read_yes_or_no([_ZERO_ONE.get(str(t), t) for t in texts]), "yes or no"),
}
_ZERO_ONE: dict[str, str | None] = {"0": "no", "1": "yes"}


def _readable(column: str, kind: ColumnKind, texts: list[str | None], strict: bool, notes: list[str]) -> Readings:
    reader, what = _READERS[kind]
    read = reader(texts)
    if read.doubtful is not None:
        where = (
            f'Row {[(text or "").strip() for text in texts].index(read.doubtful)}, column "{column}": "{read.doubtful}"'
        )
        if kind is ColumnKind.DATE:
            raise InputError(f"{where} may be day/month or month/day; write dates as 2024-05-31.")
        both = f"{read.doubtful.replace(',', '.')} or {read.doubtful.replace(',', '')}"
        raise InputError(f"{where} may mean {both}; choose the decimal sign for this file.")
    bad = np.flatnonzero(read.bad)
    if len(bad):
        found = f'Row {bad[0]}, column "{column}": "{_short(texts[bad[0]])}" is not {what}'
        if strict:
            raise InputError(f"{found}. Mark the column as text, or choose how to fill missing values.")
        more = f", and {len(bad) - 1} more like it" if len(bad) > 1 else ""
        notes.append(f"{found}{more}; counted as missing.")
    return read


def _days(moments: NDArray[np.datetime64]) -> Floats:
    """Days since 1970-01-01; not by pandas, whose nanoseconds end in 2262."""
    return np.where(np.isnat(moments), np.nan, moments.astype(np.int64) / 86_400e6)


def _categories(column: str, texts: list[str | None]) -> Measured:
    names = sorted({text for text in texts if text is not None})
    if len(names) > MAX_CATEGORIES:
        raise InputError(
            f'Column "{column}" has {len(names)} different values, and at most {MAX_CATEGORIES} can become categories; '
            "leave it out, or group its values."
        )
    place = {name: float(at) for at, name in enumerate(names)}
    values = np.array([np.nan if text is None else place[text] for text in texts], dtype=np.float64)
    return Measured(column, ColumnKind.CATEGORY, values, tuple(names))


def filled(part: Measured, notes: list[str]) -> Measured:
    """Gaps take the median; those of categories and of yes/no the most frequent value (the first, if several)."""
    gaps = part.missing
    present = part.values[~gaps]
    if not len(present):
        raise InputError(f'Column "{part.column}" has no values to fill its gaps from; leave it out.')
    if part.kind in (ColumnKind.CATEGORY, ColumnKind.BOOLEAN):
        found, times = np.unique(present, return_counts=True)
        value = float(found[times.argmax()])
        word = part.categories[int(value)] if part.categories else ("yes" if value else "no")
        how = f'the most frequent value "{word}"'
    else:
        value = float(np.median(present))
        feature = Feature(part.column, value, value, FeatureKind(str(part.kind)))
        how = f"the median {feature.value_text(value)}"
    count = int(gaps.sum())
    if count:
        gap = "1 missing value was" if count == 1 else f"{count} missing values were"
        notes.append(f'Column "{part.column}": {gap} filled with {how}.')
    return replace(part, values=np.where(gaps, value, part.values), fill=value)


def _short(text: str | None) -> str:
    text = text or ""
    return text if len(text) <= 40 else text[:39] + "…"
