"""How far the cells of an .xlsx sheet reach, before it is read: a reader that holds a sheet as one block would take the
memory of all cells up to the farthest, even if there are only two."""

from __future__ import annotations

import re
from collections.abc import Callable

LAST_ROW = 1_048_576
HARMLESS_CELLS = 20_000_000
_ROW = re.compile(rb'<row\b[^>]*?\sr="(\d+)"')
_WIDTHS = ((re.compile(rb'\sr="[A-Z]{3,}\d'), 26**3), (re.compile(rb'\sr="[A-Z]{2}\d'), 26 * 27), (re.compile(b""), 26))
"""The most columns of a sheet in which a cell is called like AAA1, AA1 or A1."""
_CELL = re.compile(rb'<c\b[^>]*?\sr="([A-Z]+)(\d+)"[^>]*(?<!/)>')
"""One that holds something."""


def check_reach(sheet: bytes, check_size: Callable[[int, int], None]) -> bool:
    """False if there are rows that no sheet can have. `check_size(rows, columns)` may refuse what is too large."""
    last = max((int(row) for row in _ROW.findall(sheet)), default=0)
    if last > LAST_ROW:
        return False
    columns = next(most for pattern, most in _WIDTHS if pattern.search(sheet))
    if last * columns <= HARMLESS_CELLS:
        return True
    rows = columns = 0
    for name, row in _CELL.findall(sheet):
        rows, columns = max(rows, int(row)), max(columns, number_of(name))
    check_size(rows - 1, columns)
    return True


def number_of(name: bytes) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in name:
        number = 26 * number + letter - ord("A") + 1
    return number
