"""Tables by content: the same table, opened a hundred times, is kept once."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

import pandas as pd

from treeclust.core.codec import FORMS, Form, read_fields, to_json
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.remembering import remembered
from treeclust.tables.columns import ColumnChoice, dataset_from
from treeclust.tables.reading import Table
from treeclust.workspace.column_table import ADVICE

ABOUT = tuple(field.name for field in fields(Table) if field.name != "frame")
FORMS[Table] = Form(left_out=("frame",))
_HASHES: WeakKeyDictionary[Table, str] = WeakKeyDictionary()


def content_of(table: Table) -> bytes:
    """The cells as a Parquet file: names, types and every value exactly."""
    out = io.BytesIO()
    table.frame.to_parquet(out, engine="pyarrow", index=False)
    return out.getvalue()


def hash_of(table: Table) -> str:
    if table not in _HASHES:
        _HASHES[table] = hashlib.sha256(content_of(table)).hexdigest()
    return _HASHES[table]


def table_from(content: bytes, about: dict[str, Any]) -> Table:
    table: Table = read_fields(Table, about, frame=pd.read_parquet(io.BytesIO(content), engine="pyarrow"))
    _HASHES[table] = hashlib.sha256(content).hexdigest()
    return table


@remembered
def table_bytes(table: Table) -> int:
    return int(table.frame.memory_usage(deep=True).sum())


def about_table(table: Table) -> dict[str, Any]:
    """Where it is kept, and how it was read."""
    return {"hash": hash_of(table), **to_json(table)}


@dataclass(frozen=True, eq=False)
class Source:
    """A dataset, and the table and choice it was made of."""

    table: Table
    choice: ColumnChoice
    dataset: Dataset | None


Key = tuple[str, str]
Shared = WeakValueDictionary[Key, Source]
"""What some project of this server has made and still uses."""


class Sources:
    """Each table and each dataset is made once, so that equal ones are the same object."""

    def __init__(self, fetch: Callable[[str], bytes], shared: Shared | None = None) -> None:
        self.fetch = fetch
        self._shared: Shared = WeakValueDictionary() if shared is None else shared
        self._tables: dict[str, Table] = {}
        self._made: dict[Key, Source] = {}
        self._homes: dict[int, Source] = {}

    def know(self, source: Source) -> None:
        """A dataset that is there already."""
        key = (key_of(about_table(source.table)), key_of(to_json(source.choice)))
        if source.dataset is not None:
            self._homes.setdefault(id(source.dataset), source)
        self._made.setdefault(key, source)
        self._shared.setdefault(key, source)
        self._tables.setdefault(key[0], source.table)

    def make(self, about: dict[str, Any], choice: ColumnChoice) -> Source:
        key = (key_of(about), key_of(to_json(choice)))
        known = self._made.get(key) or self._shared.get(key)
        if known is not None:
            self.know(known)
        else:
            table = self._table(about)
            try:
                dataset = dataset_from(table, choice, ADVICE)
            except InputError:
                dataset = None
            self.know(Source(table, choice, dataset))
        return self._made[key]

    def home(self, dataset: Dataset) -> Source:
        """What this dataset was made of."""
        return self._homes[id(dataset)]

    def held_bytes(self) -> int:
        """What the tables and the values of their datasets take in memory, nearly."""
        made = [*self._made.values()]
        tables = {source.table for source in made}
        datasets = {source.dataset for source in made if source.dataset is not None}
        return sum(map(table_bytes, tables)) + sum(dataset.values.nbytes for dataset in datasets)

    def _table(self, about: dict[str, Any]) -> Table:
        key = key_of(about)
        if key not in self._tables:
            self._tables[key] = table_from(self.fetch(about["hash"]), about)
        return self._tables[key]


def key_of(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
