"""Text files with one record per line: their separator, their records."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable

from treeclust.core.errors import InputError

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_SNIFFED_CHARACTERS = 65_536
_SNIFFED_RECORDS = 100

_BLANK = re.compile(r"\s*")
_WEB_PAGE = re.compile(r"<(!doctype\s+html|html|head|body|table|div|script|meta)\b", re.I)
_PICTURE = re.compile(r"data:[\w/+.-]+;base64,")
"""How a picture in a cell begins; its signs separate nothing."""
_NAMED_SEPARATOR = re.compile(r"\Asep=([,;|\t])(\r\n|\r|\n)")


def refuse_other_formats(text: str, name: str) -> None:
    """Web pages, XML and JSON are text too, but no table with one record per line."""
    if not text.strip():
        raise InputError(f"{name} is empty; choose a file with a table in it.")
    if is_web_page(text):
        raise InputError(
            f"{name} is a web page, not a table; download the data file itself, "
            "or copy the table into a spreadsheet and save it as CSV."
        )
    start = text.lstrip()[:200]
    if start.startswith("<?xml"):
        raise InputError(f"{name} is XML, not a table; save the table as CSV, .xlsx or .parquet.")
    if re.match(r'[\[{]\s*["\[{]', start):
        raise InputError(f"{name} is JSON, not a table; save the table as CSV, .xlsx or .parquet.")


def is_web_page(text: str) -> bool:
    """Does it begin with a tag of HTML, perhaps after comments? Each comment is passed over once: a pattern for all of
    them would try every way to divide them, which takes twice as long for each one more."""
    at = _after_blank(text, 0)
    while text.startswith("<!--", at):
        end = text.find("-->", at + 4)
        if end < 0:
            return False
        at = _after_blank(text, end + 3)
    return _WEB_PAGE.match(text, at) is not None


def _after_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return at if blank is None else blank.end()


def sniff_separator(text: str) -> str:
    """The separator that gives the most records of equal length with the cleanest values."""
    named = _NAMED_SEPARATOR.match(text)
    if named:
        return named.group(1)
    sample = text[:_SNIFFED_CHARACTERS]
    if len(text) > len(sample):
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1] or sample
    sample = _PICTURE.sub("picture", sample)
    scores = {separator: _score(sample, separator) for separator in SEPARATORS}
    best = max(scores, key=lambda separator: scores[separator])
    return best if scores[best] > (0.0, 0) else ","


def _score(sample: str, separator: str) -> tuple[float, int]:
    """How well the separator explains the sample: the share of usual, clean records, then their length."""
    records: list[list[str]] = []
    try:
        for record in csv.reader(io.StringIO(sample, newline=""), delimiter=separator):
            if any(value.strip() for value in record):
                records.append(record)
            if len(records) == _SNIFFED_RECORDS:
                break
    except csv.Error:
        return (0.0, 0)
    width, usual = Counter(map(len, records)).most_common(1)[0] if records else (1, 0)
    if width < 2:
        return (0.0, 0)
    others = set(SEPARATORS) - {separator, ","}
    values = [value for record in records for value in record]
    clean = sum(not others.intersection(value) for value in values)
    return (round(usual / len(records) * clean / len(values), 3), width)


def split_records(text: str, separator: str, name: str, check_size: Callable[[int, int], None]) -> list[list[str]]:
    """All records, each as long as the first; empty lines do not count. `check_size(rows, columns)` may refuse."""
    rest, line = _NAMED_SEPARATOR.subn("", text)
    reader = csv.reader(io.StringIO(rest, newline=""), delimiter=separator, strict=True)
    records: list[list[str]] = []
    begun = line + 1
    try:
        for record in reader:
            if not _is_empty(record, len(records[0]) if records else 2):
                if records and len(record) != len(records[0]):
                    _even_out(record, len(records[0]), f"Line {begun} of {name}", separator)
                records.append(record)
                check_size(len(records) - 1, len(record))
            begun = line + reader.line_num + 1
    except csv.Error as error:
        where = f"Line {begun} of {name}"
        if "field larger" in str(error):
            raise InputError(f"{where}: a value is very long; close its quotation mark, or shorten it.") from error
        raise InputError(
            f"{where}: a quotation mark is opened and not properly closed; "
            "close it, or double the quotation marks that belong to the text."
        ) from error
    return records


def _is_empty(record: list[str], width: int) -> bool:
    """An empty line; in a table of one column, a line of blanks is a missing value."""
    return not record or (width > 1 and len(record) == 1 and not record[0].strip())


def _even_out(record: list[str], width: int, where: str, separator: str) -> None:
    """Drop empty values beyond the first line's length; anything else of another length is refused."""
    while len(record) > width and not record[-1].strip():
        record.pop()
    if len(record) == width:
        return
    lengths = f"{where} has {_count(len(record))} where the first line has {_count(width)}"
    sign = SEPARATORS.get(separator, f'"{separator}"')
    if width == 1:
        advice = "remove title lines above the table, or choose another separator"
    elif len(record) > width:
        advice = "put quotation marks around values that contain the separator, or remove what is too much"
    else:
        advice = "add what is missing (a value may be empty), or remove the line"
    raise InputError(f"{lengths} (separator: {sign}); {advice}.")


def _count(values: int) -> str:
    return "1 value" if values == 1 else f"{values} values"
