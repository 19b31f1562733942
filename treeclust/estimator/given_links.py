"""Links as people have them in Python (pairs, arrays, tables, labels of the index) become links between rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.core.soft_links import SoftLink, weight_of

Given = Iterable[Any] | pd.DataFrame | None
"""Pairs, an array of two columns, or a table with the columns a and b."""
ROWS, LABELS = "row", "label"
COLUMNS = ("a", "b", "kind", "certainty")
Place = Callable[[Any], int]


def links_of(
    must: Given, cannot: Given, links: Given, index: pd.Index | None, n: int, by: str | None = None
) -> tuple[Links, tuple[SoftLink, ...]]:
    """The hard links, and those that may break.

    `links` has a kind for each pair, and perhaps how certain it is: a word of `CERTAINTY`, or a weight. Without one a
    link is sure. `index` are the labels of the rows. `by` says what names a row: its number ("row"), its label
    ("label"), or None for both: whole numbers are row numbers, anything else is a label.
    """
    place = place_in(index, n, by)
    hard = [Link(place(a), place(b), kind) for kind, given in ((Kind.MUST, must), (Kind.CANNOT, cannot))
            for a, b in pairs_of(given)]  # fmt: skip
    soft: dict[tuple[tuple[int, int], Kind], SoftLink] = {}
    for link, weight in (certain_link(one, place) for one in items_of(links)):
        if weight is None:
            hard.append(link)
        else:
            soft.setdefault((link.pair, link.kind), SoftLink(link, weight))
    return Links.of(hard), tuple(soft.values())


def place_in(index: pd.Index | None, n: int, by: str | None) -> Place:
    """Where the row of this number or label is."""
    if by not in (ROWS, LABELS, None):
        raise InputError(f'links_by = "{by}" is not known; choose "row" or "label".')
    if by == LABELS and index is None:
        raise InputError("Only a table with an index has labels; give row numbers, or a DataFrame.")

    def place(row: Any) -> int:
        whole = whole_number(row)
        if by != LABELS and whole is not None:
            return whole
        if by == ROWS or index is None:
            raise InputError(f'"{row}" is not a row number; rows are numbered 0 to {n - 1}.')
        found = np.flatnonzero(index == row)
        if len(found) != 1:
            how = "no row has" if len(found) == 0 else f"{len(found)} rows have"
            raise InputError(f'A link names the row "{row}", but {how} this label; give row numbers instead.')
        return int(found[0])

    return place


def whole_number(row: Any) -> int | None:
    if isinstance(row, (bool, np.bool_)):
        return None
    if isinstance(row, (int, np.integer)):
        return int(row)
    return int(row) if isinstance(row, (float, np.floating)) and float(row).is_integer() else None


def pairs_of(given: Given) -> list[tuple[Any, Any]]:
    """Two rows each; a table's columns a and b, or its only two."""
    if given is None:
        return []
    if isinstance(given, pd.DataFrame):
        chosen = given[["a", "b"]] if {"a", "b"} <= set(given.columns) else given
        given = list(chosen.itertuples(index=False, name=None))
    rows: list[Any] = list(given)
    if isinstance(given, str) or not all(map(is_pair, rows)):
        raise InputError("A link is a pair of rows; give a list of pairs, or an array of two columns.")
    return [(a, b) for a, b in rows]


def is_pair(item: Any) -> bool:
    return isinstance(item, (Sequence, np.ndarray)) and not isinstance(item, str) and len(item) == 2


def items_of(given: Given) -> list[Any]:
    """Links with a kind: what a table or an array has in its columns, what stands in a list, or records by name."""
    if given is None:
        return []
    if isinstance(given, np.ndarray):
        return [[number_in(cell) for cell in row] for row in np.atleast_2d(given).tolist()]
    if not isinstance(given, pd.DataFrame):
        items = list(given)
        if not items or not all(isinstance(one, Mapping) for one in items):
            return [one.tolist() if isinstance(one, np.ndarray) else one for one in items]
        given = pd.DataFrame(items)
    lowered = {str(name).strip().lower(): name for name in given.columns}
    if not {"a", "b", "kind"} <= set(lowered):
        raise InputError("A table of links needs the columns a, b and kind (row, row, must or cannot).")
    return list(given[[lowered[name] for name in COLUMNS if name in lowered]].itertuples(index=False, name=None))


def number_in(cell: Any) -> Any:
    """A number that an array keeps as text, because its other cells are words."""
    return int(cell) if isinstance(cell, str) and cell.isascii() and cell.isdigit() else cell


def certain_link(item: Any, place: Place) -> tuple[Link, float | None]:
    """A link and what breaking it costs; None if it is sure."""
    if isinstance(item, SoftLink):
        return item.link, item.weight
    if isinstance(item, Link):
        return item, None
    if isinstance(item, str) or not isinstance(item, Sequence) or len(item) not in (3, 4):
        raise InputError(f'"{item}" is not a link; write two rows, must or cannot, and perhaps a certainty.')
    kind = str(item[2]).strip().lower()
    if kind not in tuple(Kind):
        raise InputError(f'The kind of a link is "{item[2]}"; write must or cannot.')
    link = Link(place(item[0]), place(item[1]), Kind(kind))
    return link, weight_in(link, item[3]) if len(item) == 4 else None


def weight_in(link: Link, certainty: Any) -> float | None:
    """A word, a weight, or nothing, which is sure; so is a weight without end."""
    if certainty is None or certainty is pd.NA:
        return None
    if isinstance(certainty, (int, float, np.integer, np.floating)):
        return None if math.isnan(certainty) or certainty == math.inf else float(certainty)
    return weight_of(link, str(certainty).strip().lower())


def numbered(link: Link, rows: NDArray[np.intp]) -> Link:
    """The link with the numbers that its rows have in the table."""
    return replace(link, a=int(rows[link.a]), b=int(rows[link.b]))
