"""The table to be clustered: numeric features in original units, and the same scaled to [0, 100]."""

from __future__ import annotations

import datetime
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from treeclust.errors import InputError

SCALE = 100.0
"""Every feature is scaled to [0, SCALE], as in the paper; ε, MD and MS are in these units."""


class FeatureKind(StrEnum):
    NUMBER = "number"
    BOOLEAN = "boolean"
    CATEGORY = "category"
    DATE = "date"


@dataclass(frozen=True)
class Feature:
    """One axis of the data. A text column gives one feature per category, 1 where the row has that category;
    a date is a number of days since 1970-01-01, and `whole_days` says that no row has a time of day."""

    column: str
    low: float
    high: float
    kind: FeatureKind = FeatureKind.NUMBER
    category: str | None = None
    whole_days: bool = False

    @property
    def name(self) -> str:
        return self.column if self.category is None else f"{self.column} = {self.category}"

    def value_text(self, value: float) -> str:
        """The value as a person writes it, in original units."""
        if self.kind is FeatureKind.DATE:
            value = math.floor(value) if self.whole_days else value  # up to noon and up to that day are then the same
            moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(days=value)
            return moment.date().isoformat() if value == int(value) else moment.isoformat(" ", "minutes")
        text = f"{value:.6g}"
        return f"{value:.1f}".removesuffix(".0") if "e+" in text and abs(value) < 1e15 else text

    def condition(self, above: float | None, up_to: float | None) -> str:
        """The test `above < value ≤ up_to` in words; either end may be open."""
        if self.kind in (FeatureKind.CATEGORY, FeatureKind.BOOLEAN):
            return self._yes_or_no(above is not None)
        if above is None:
            return f"{self.name} ≤ {self.value_text(up_to)}" if up_to is not None else f"any {self.name}"
        if up_to is None:
            return f"{self.name} > {self.value_text(above)}"
        return f"{self.value_text(above)} < {self.name} ≤ {self.value_text(up_to)}"

    def _yes_or_no(self, yes: bool) -> str:
        if self.kind is FeatureKind.BOOLEAN:
            return f"{self.column} = {'yes' if yes else 'no'}"
        return f"{self.column} {'=' if yes else '≠'} {self.category}"

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name, "column": self.column, "kind": str(self.kind), "category": self.category,
            "low": self.low, "high": self.high, "whole_days": self.whole_days,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Feature:
        return cls(
            data["column"],
            float(data["low"]),
            float(data["high"]),
            FeatureKind(data["kind"]),
            data["category"],
            bool(data.get("whole_days", False)),
        )


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows × features. `rows[i]` is the row number of row i in the table it came from (rows with missing values may
    have been dropped); `known` holds the known class of each row, as an index into `known_names`."""

    features: tuple[Feature, ...]
    values: NDArray[np.float64]
    rows: NDArray[np.intp]
    row_names: tuple[str, ...] | None = None
    known: NDArray[np.intp] | None = None
    known_names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.values.setflags(write=False)

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def summary(self) -> str:
        """What will be clustered, in one line: 150 rows × 4 features, 3 known labels."""
        size = f"{_count(self.n, 'row')} × {_count(len(self.features), 'feature')}"
        return size if self.known is None else f"{size}, {_count(len(self.known_names), 'known label')}"

    @cached_property
    def scaled(self) -> NDArray[np.float64]:
        """Each feature from its lowest value at 0 to its highest at 100."""
        low = np.array([f.low for f in self.features])
        high = np.array([f.high for f in self.features])
        scaled: NDArray[np.float64] = (self.values - low) / (high - low) * SCALE
        scaled.setflags(write=False)
        return scaled

    @cached_property
    def hash(self) -> str:
        """A fingerprint of names and values: equal for equal data."""
        digest = hashlib.sha256(repr([f.name for f in self.features]).encode())
        digest.update(np.ascontiguousarray(self.values).tobytes())
        return digest.hexdigest()

    @classmethod
    def from_array(
        cls,
        values: ArrayLike,
        names: Sequence[str] | None = None,
        known: Sequence[Any] | NDArray[Any] | None = None,
    ) -> Dataset:
        """A dataset from plain numbers; constant and duplicate columns are left out and noted."""
        table = np.array(values, dtype=np.float64)
        if table.ndim != 2 or table.size == 0:
            raise InputError("The data must be a table with at least one row and one numeric column.")
        columns = [f"x{j}" for j in range(table.shape[1])] if names is None else [str(name) for name in names]
        bad = np.argwhere(~np.isfinite(table))
        if len(bad):
            row, column = bad[0]
            what = "missing" if np.isnan(table[row, column]) else "infinite"
            raise InputError(f'Row {row}, column "{columns[column]}": the value is {what}; fill it or drop the row.')
        features = [
            Feature(name, float(column.min()), float(column.max()))
            for name, column in zip(columns, table.T, strict=True)
        ]
        classes, names_of = index_known(known)
        return cls.build(features, table, np.arange(len(table)), known=classes, known_names=names_of)

    @classmethod
    def build(
        cls,
        features: Sequence[Feature],
        values: NDArray[np.float64],
        rows: NDArray[np.intp],
        row_names: tuple[str, ...] | None = None,
        known: NDArray[np.intp] | None = None,
        known_names: tuple[str, ...] = (),
        notes: Sequence[str] = (),
    ) -> Dataset:
        """Leave out features that cannot separate anything (constant, or equal to an earlier one), and say so."""
        keep: list[int] = []
        said = list(notes)
        seen: dict[bytes, str] = {}
        for j, feature in enumerate(features):
            column = values[:, j] + 0.0
            twin = seen.get(column.tobytes())
            if feature.low == feature.high:
                said.append(f'Column "{feature.name}" is constant and was left out.')
            elif twin is not None:
                said.append(f'Column "{feature.name}" equals "{twin}" and was left out.')
            else:
                seen[column.tobytes()] = feature.name
                keep.append(j)
            if not np.isfinite(feature.high - feature.low):
                raise InputError(f'The values of column "{feature.name}" are too large to compare; rescale or drop it.')
        if not keep:
            raise InputError("No column has two different values, so there is nothing to split; choose other columns.")
        kept = np.ascontiguousarray(values[:, keep])
        return cls(tuple(features[j] for j in keep), kept, rows, row_names, known, known_names, tuple(said))


def index_known(
    known: Sequence[Any] | NDArray[Any] | None,
) -> tuple[NDArray[np.intp] | None, tuple[str, ...]]:
    """Known classes as indices into their sorted names."""
    if known is None:
        return None, ()
    names, index = np.unique(np.asarray(known), return_inverse=True)
    return index.astype(np.intp), tuple(str(name) for name in names)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
