"""What the text of a cell means: a number, a date, yes or no, or nothing at all."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Texts = Sequence[str | None]

MISSING_MARKS = frozenset({"", "na", "nan", "null", "#n/a"})
"""What programs write for a missing number or date. People write "n/a", "-" or "?": those are asked about."""

YES_OR_NO = {
    "yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0, "y": 1.0, "n": 0.0, "t": 1.0, "f": 0.0, "on": 1.0, "off": 0.0,
}  # fmt: skip

_EPOCH = datetime.datetime(1970, 1, 1)
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
_TIME = r"(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _TIME)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})" + _TIME)


def _patterns(point: str, group: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Plain numerals, and numerals with digits grouped by three."""
    plain = rf"[+-]?(?:\d+(?:{point}\d*)?|{point}\d+)(?:[eE][+-]?\d+)?"
    grouped = rf"[+-]?[1-9]\d{{0,2}}([{group}' \u00a0\u202f])\d{{3}}(?:\1\d{{3}})*(?:{point}\d+)?"
    return re.compile(plain, re.ASCII), re.compile(grouped, re.ASCII)


_NUMERALS = {".": _patterns(r"\.", ","), ",": _patterns(",", r"\.")}
_ONE_GROUP = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}", re.ASCII)


@dataclass(frozen=True, eq=False)
class Readings:
    """One value per cell, NaN where the cell is missing or `bad`: it holds something that cannot be read.

    `doubtful` is a text that can be read in two ways (1,234 or 03/04/2024) with nothing in the column to decide it.
    """

    values: Floats
    bad: Mask
    doubtful: str | None = None

    @property
    def mostly_read(self) -> bool:
        """More cells are read than are not, and there is at least one."""
        return int(np.count_nonzero(~np.isnan(self.values))) > int(self.bad.sum())


def is_missing(text: str | None) -> bool:
    return text is None or text.strip().lower() in MISSING_MARKS


def decimal_sign(texts: Iterable[str | None]) -> tuple[str | None, str | None]:
    """The decimal sign that a column surely uses, or None; and an example that could be read either way, or None."""
    sure: str | None = None
    example: str | None = None
    for text in texts:
        if text is None or ("," not in text and "." not in text):
            continue
        text = text.strip()
        if _ONE_GROUP.fullmatch(text):
            example = example or text
        elif any(pattern.fullmatch(text) for pattern in _NUMERALS["."]):
            return ".", None
        elif any(pattern.fullmatch(text) for pattern in _NUMERALS[","]):
            sure = ","
    return sure, example


def read_numbers(texts: Texts, decimal: str | None = None, hint: str | None = None) -> Readings:
    """Numbers with the given decimal sign; without one, the sign that the column shows, else the `hint`."""
    doubtful = None
    if decimal is None:
        decimal, example = decimal_sign(texts)
        decimal = decimal or (hint if example else None)
        if decimal is None and example is not None and "," in example:
            doubtful = example
        decimal = decimal or "."
    if decimal == ".":
        quick = _plain_floats(texts)
        if quick is not None:
            return Readings(quick, np.zeros(len(texts), dtype=np.bool_))
    if doubtful is not None:
        return _read(texts, lambda text: None if "," in text else to_number(text, "."), doubtful)
    return _read(texts, lambda text: to_number(text, decimal))


def to_number(text: str, decimal: str = ".") -> float | None:
    """The number that the text spells, or None. The other sign, spaces and apostrophes may group digits by three."""
    text = text.strip().replace("\u2212", "-")
    plain, grouped = _NUMERALS[decimal]
    if plain.fullmatch(text):
        return float(text.replace(",", "."))
    match = grouped.fullmatch(text)
    if match:
        return float(text.replace(match.group(1), "").replace(",", "."))
    return float(text) if _INFINITE.fullmatch(text) else None


def read_dates(texts: Texts) -> Readings:
    """Days since 1970-01-01. Whether 03/04/2024 is in March or April is decided by the other cells of the column."""
    parts = [match for text in texts if text is not None and (match := _YEAR_LAST.fullmatch(text.strip()))]
    unclear = [match for match in parts if match.group(2) != "."]
    day_first = any(int(match.group(1)) > 12 for match in unclear)
    month_first = any(int(match.group(3)) > 12 for match in unclear)
    doubtful = None
    if not day_first and not month_first:
        doubtful = next((m.group(0) for m in unclear if int(m.group(1)) != int(m.group(3))), None)
    return _read(texts, lambda text: to_days(text, month_first), doubtful)


def to_days(text: str, month_first: bool = False) -> float | None:
    """Days from 1970-01-01 to the written date and time, or None where the text is no date."""
    text = text.strip().removesuffix("Z")
    if match := _YEAR_FIRST.fullmatch(text):
        year, _, month, day, *clock = match.groups()
    elif match := _YEAR_LAST.fullmatch(text):
        day, sign, month, year, *clock = match.groups()
        if month_first and sign != ".":
            day, month = month, day
    else:
        return None
    try:
        hour, minute, second = (int(part or 0) for part in clock)
        moment = datetime.datetime(int(year), int(month), int(day), hour, minute, second)
    except ValueError:
        return None
    return (moment - _EPOCH) / datetime.timedelta(days=1)


def read_yes_or_no(texts: Texts) -> Readings:
    """1 for yes, 0 for no, in any of the usual spellings."""
    return _read(texts, lambda text: YES_OR_NO.get(text.strip().lower()))


def is_value(cell: object) -> bool:
    """A number, a date, or true/false: something a header would not say."""
    if not isinstance(cell, str):
        return cell is not None
    if cell.strip().lower() in ("true", "false"):
        return True
    return to_number(cell) is not None or to_number(cell, ",") is not None or to_days(cell) is not None


def _plain_floats(texts: Texts) -> Floats | None:
    """All cells at once, where nothing needs a closer look."""
    if "_" in "".join(text for text in texts if text is not None):
        return None  # Python reads 1_000 as a number; an analyst's file does not mean that
    for fill in (False, True):
        cells = ["nan" if is_missing(text) else text for text in texts] if fill else texts
        try:
            return np.array(cells, dtype=object).astype(np.float64)
        except (TypeError, ValueError):
            continue
    return None


def _read(texts: Texts, meaning: Callable[[str], float | None], doubtful: str | None = None) -> Readings:
    values = np.full(len(texts), np.nan)
    bad = np.zeros(len(texts), dtype=np.bool_)
    for i, text in enumerate(texts):
        if text is None or is_missing(text):
            continue
        value = meaning(text)
        if value is None:
            bad[i] = True
        else:
            values[i] = value
    return Readings(values, bad, doubtful)
