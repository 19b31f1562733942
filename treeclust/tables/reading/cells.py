"""What the text of a cell means: a number, a date, yes or no, or nothing at all."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from treeclust.core.dataset import DateOrder

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Texts = Sequence[str | None]

MISSING_MARKS = frozenset({"", "na", "nan", "null", "#n/a"})
"""What programs write for a missing number or date. People write "n/a", "-" or "?": those are asked about."""

YES_OR_NO = {
    "yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0, "y": 1.0, "n": 0.0, "t": 1.0, "f": 0.0, "on": 1.0, "off": 0.0,
}  # fmt: skip

_CHUNK = 4096
_EPOCH = datetime.datetime(1970, 1, 1)
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
_TIME = r"(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _TIME)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})" + _TIME)


_PLAIN_DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$"
_SORTS_AS_TEXT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?)?$"
_FIRST_DAY = np.datetime64("0001-01-01")
_NUMERIC_LOOK = r"(?i)^\s*([\p{Nd}.,:/+\-\x{2212}etz'\s\x{a0}\x{202f}]*|[+\-]?inf(inity)?|na|nan|null|#n/a)\s*$"
"""For Arrow's regular expressions: the characters of numbers and dates, or the words for none."""


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

    `doubtful` is a text that can be read in two ways (1,234 or 03/04/2024) with nothing in the column to decide it;
    `date_order` is how dates are written.
    """

    values: Floats
    bad: Mask
    doubtful: str | None = None
    date_order: DateOrder = "year"

    @property
    def mostly_read(self) -> bool:
        """More cells are read than are not, and there is at least one."""
        return int(np.count_nonzero(~np.isnan(self.values))) > int(self.bad.sum())


def is_missing(text: str | None) -> bool:
    return text is None or text.strip().lower() in MISSING_MARKS


def may_be_numeric(texts: Texts) -> bool:
    """Whether as many cells as not could be numbers or dates by their characters: quick, and never wrong with a no."""
    look = pc.match_substring_regex(pa.array(texts, pa.large_string()), _NUMERIC_LOOK)
    return bool((pc.sum(look).as_py() or 0) * 2 >= len(texts) - look.null_count)


def decimal_sign(texts: Iterable[str | None]) -> tuple[str | None, str | None]:
    """The decimal sign that a column surely uses, or None; and an example that could be read either way, or None."""
    sure: str | None = None
    example: str | None = None
    for text in dict.fromkeys(texts):
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


def read_numbers(texts: Texts, decimal: str | None = None, hint: str | None = None, most_bad: float = 1.0) -> Readings:
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
        return _read(texts, lambda text: None if "," in text else to_number(text, "."), doubtful, most_bad)
    return _read(texts, lambda text: to_number(text, decimal), None, most_bad)


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


def read_dates(texts: Texts, most_bad: float = 1.0) -> Readings:
    """Days since 1970-01-01. Whether 03/04/2024 is in March or April is decided by the other cells of the column."""
    plain = _plain_days(texts)
    if plain is not None:
        order: DateOrder = "iso" if _all_match(texts, _SORTS_AS_TEXT) else "year"
        return Readings(plain, np.zeros(len(texts), dtype=np.bool_), date_order=order)
    different = [text for text in dict.fromkeys(texts) if text is not None]
    parts = [match for text in different if (match := _YEAR_LAST.fullmatch(text.strip()))]
    unclear = [match for match in parts if match.group(2) != "."]
    day_first = any(int(match.group(1)) > 12 for match in unclear)
    month_first = any(int(match.group(3)) > 12 for match in unclear)
    doubtful = None
    if not day_first and not month_first:
        doubtful = next((m.group(0) for m in unclear if int(m.group(1)) != int(m.group(3))), None)
    found = _read(texts, lambda text: to_days(text, month_first), doubtful, most_bad)
    if _all_match(texts, _SORTS_AS_TEXT):
        return replace(found, date_order="iso")
    return replace(found, date_order="month" if month_first else "day" if unclear else "year")


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
        hour, minute, second = (int(part or 0) for part in clock[:3])
        millionths = int((clock[3] or "0")[:6].ljust(6, "0"))
        moment = datetime.datetime(int(year), int(month), int(day), hour, minute, second, millionths)
    except ValueError:
        return None
    return (moment - _EPOCH) / datetime.timedelta(days=1)


def read_yes_or_no(texts: Texts, most_bad: float = 1.0) -> Readings:
    """1 for yes, 0 for no, in any of the usual spellings."""
    return _read(texts, lambda text: YES_OR_NO.get(text.strip().lower()), None, most_bad)


def is_value(cell: object) -> bool:
    """A number, a date, or true/false: something a header would not say."""
    if not isinstance(cell, str):
        return cell is not None
    if cell.strip().lower() in ("true", "false"):
        return True
    return to_number(cell) is not None or to_number(cell, ",") is not None or to_days(cell) is not None


def _plain_floats(texts: Texts) -> Floats | None:
    """All cells at once, where nothing needs a closer look."""
    present = next((text for text in texts if text is not None and not is_missing(text)), "nan")
    if "_" in present or not _is_float(present) or "_" in "".join(text for text in texts if text is not None):
        return None  # Python reads 1_000 as a number; an analyst's file does not mean that
    for fill in (False, True):
        cells = ["nan" if is_missing(text) else text for text in texts] if fill else texts
        try:
            return np.array(cells, dtype=object).astype(np.float64)
        except (TypeError, ValueError):
            continue
    return None


def _plain_days(texts: Texts) -> Floats | None:
    """All cells at once, where every one is missing or written like 2024-05-31 or 2024-05-31 23:59:59."""
    if not _all_match(texts, _PLAIN_DATE):
        return None
    try:
        moments = np.array(texts, dtype="datetime64[s]")
    except ValueError:
        return None
    if (moments < _FIRST_DAY).any():
        return None
    return np.where(np.isnat(moments), np.nan, moments.astype(np.int64) / 86_400)


def _all_match(texts: Texts, pattern: str) -> bool:
    """Every text that is there."""
    return pc.all(pc.match_substring_regex(pa.array(texts, pa.large_string()), pattern)).as_py() is not False


def _is_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


class _Meanings(dict[str | None, float | None]):
    """What each text means: NaN if it is missing, None if it cannot be read. Each different text is read once."""

    def __init__(self, meaning: Callable[[str], float | None]) -> None:
        self.meaning = meaning

    def __missing__(self, text: str | None) -> float | None:
        read = self[text] = math.nan if text is None or is_missing(text) else self.meaning(text)
        return read


def _read(
    texts: Texts, meaning: Callable[[str], float | None], doubtful: str | None = None, most_bad: float = 1.0
) -> Readings:
    """One value per cell. When more than a share of `most_bad` cannot be read, the rest is not looked at and is NaN."""
    meanings, found, failures = _Meanings(meaning), [], 0
    for start in range(0, len(texts), _CHUNK):
        part = [meanings[text] for text in texts[start : start + _CHUNK]]
        found += part
        failures += part.count(None)
        if failures > most_bad * len(texts):
            break
    found += [math.nan] * (len(texts) - len(found))
    bad = np.array([value is None for value in found], dtype=np.bool_)
    values = np.array([math.nan if value is None else value for value in found], dtype=np.float64)
    return Readings(values, bad, doubtful)
