"""Which columns may be something else than features: the known labels, what names the rows, a year, a count of rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from treeclust.tables.columns.choice import ColumnChoice
from treeclust.tables.columns.kinds import Column, ColumnKind, numbers_suffice

MOST_LABELS = 20
_NAMES = frozenset(
    ("label", "class", "target", "cluster", "segment", "species", "group", "diagnosis", "type", "outcome", "quality",
     "variety", "category")
)  # fmt: skip


def likely_label(columns: Sequence[Column]) -> Column | None:
    """The column to propose as known labels, if there is one; never to be taken as such without a word.

    A text column that is only called like "fuel type", or not at all, is proposed where it would not be clustered by.
    """
    few = [c for c in columns if 2 <= c.distinct <= MOST_LABELS and not c.is_id]
    plain = (ColumnKind.CATEGORY, ColumnKind.BOOLEAN, ColumnKind.NUMBER)
    named = [c for c in few if c.kind in plain and c.name.strip().lower() in _NAMES]
    all_texts = [c for c in columns if c.kind is ColumnKind.CATEGORY]
    texts = [c for c in few if c in all_texts] if numbers_suffice(columns) else []
    called = [c for c in texts if last_word(c.name) in _NAMES]
    alone = texts if all_texts == list(columns[-1:]) else []
    return next((found[-1] for found in (named, called, alone) if found), None)


def last_word(name: str) -> str:
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)
    return words[-1].lower() if words else ""


def suggest_choice(columns: Sequence[Column]) -> ColumnChoice:
    """A choice to start from: the first id column, and the column that may hold the known labels. A year and a count
    of the rows are text, which is not clustered by, where there are other numbers enough."""
    row_id = next((column.name for column in columns if column.is_id), None)
    label = likely_label(columns)
    aside = [column for column in columns if column.aside and column is not label]
    others = [column for column in columns if column not in (*aside, label)]
    kinds = {column.name: ColumnKind.TEXT for column in aside if numbers_suffice(others)}
    return ColumnChoice(label=None if label is None else label.name, id=row_id, kinds=kinds)
