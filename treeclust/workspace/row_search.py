"""Rows as things that have names: found by name, number or value, and meant by name where a row is asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.remembering import KeptWith
from treeclust.tables.reading import Table
from treeclust.workspace.edits import row_label
from treeclust.workspace.store.tables import table_bytes

MOST_CELLS, MOST_BYTES = 1_000_000, 64 * 2**20
"""In larger tables only names are searched."""
MOST_LETTERS = 200
"""Of what is searched for."""
MOST_NAMED = 5
Rows = NDArray[np.intp]
TEXTS: KeptWith[Dataset, tuple[str, ...]] = KeptWith()


def find_rows(dataset: Dataset, table: Table | None, words: str) -> Rows:
    """The rows in whose name, number or cells every word occurs; those whose name it is come first."""
    whole = words[:MOST_LETTERS].strip().casefold()
    wanted = dict.fromkeys(whole.split())
    texts = TEXTS.get(dataset, table is None, lambda: row_texts(dataset, table))
    found = [i for i, text in enumerate(texts) if all(word in text for word in wanted)]
    named = {i for i in found if row_label(dataset, i).casefold() == whole}
    return np.array([*sorted(named), *(i for i in found if i not in named)], dtype=np.intp)


def row_texts(dataset: Dataset, table: Table | None) -> tuple[str, ...]:
    """What is searched of each row."""
    names = [row_label(dataset, i) for i in range(dataset.n)]
    if table is None or table.frame.size > MOST_CELLS or table_bytes(table) > MOST_BYTES:
        return tuple(name.casefold() for name in names)
    frame = table.frame.iloc[dataset.rows]
    columns = [map(str, frame.iloc[:, j].tolist()) for j in range(frame.shape[1])]
    return tuple(" ".join(cells).casefold() for cells in zip(names, *columns, strict=True))


def row_named(dataset: Dataset, text: str) -> int:
    """The one row that is called so, or has this number in the file; InputError if there is none, or several."""
    wanted = text.strip()
    names = dataset.row_names or ()
    found = [i for i, name in enumerate(names) if name == wanted]
    found = found or [i for i, name in enumerate(names) if name.casefold() == wanted.casefold()]
    if not found and wanted.isdecimal():
        found = np.flatnonzero(dataset.rows == int(wanted)).tolist()
    if len(found) == 1:
        return int(found[0])
    if found:
        numbers = ", ".join(str(dataset.rows[i]) for i in found[:MOST_NAMED])
        raise InputError(f'{len(found)} rows are called "{wanted}"; give the number of the one you mean: {numbers}.')
    like = [names[i] for i in range(len(names)) if wanted and wanted.casefold() in names[i].casefold()][:MOST_NAMED]
    hint = f"did you mean {', '.join(like)}?" if like else f"numbers go from 0 to {int(dataset.rows.max())}."
    raise InputError(f'No row is called "{wanted}" or has that number among the rows used; {hint}')
