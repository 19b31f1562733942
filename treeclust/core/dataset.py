"""The table to be clustered: numeric features in original units, and the same scaled to [0, 100]."""

from __future__ import annotations

import datetime
import hashlib
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from treeclust.core.decimals import last_moment, shortest_decimal, shortest_moment, whole_digits
from treeclust.core.errors import InputError

SCALE = 100.0
"""Every feature is scaled to [0, SCALE], as in the paper; ε, MD and MS are in these units."""
MOST_WEIGHT = 10.0
DateOrder = Literal["iso", "year", "day", "month"]
"""How a column writes its dates. iso: as 2024-05-31 18:00, which sorts like text; day or month: some are written like
03/04/2024, and that comes first; year: none is written so."""


class FeatureKind(StrEnum):
    NUMBER = "number"
    BOOLEAN = "boolean"
    CATEGORY = "category"
    DATE = "date"


@dataclass(frozen=True)
class Feature:
    """One axis of the data. A text column gives one feature per category, 1 where the row has that category;
    a date is a number of days since 1970-01-01, and `whole_days` says that no row has a time of day. In distances it
    runs from 0 to 100 times its `weight`; `split`: a test of the tree may ask about it. `one_hot`: two categories
    differ in two such features, which together count once. `fill` is what a missing value counts as, if gaps are to be
    filled."""

    column: str
    low: float
    high: float
    kind: FeatureKind = FeatureKind.NUMBER
    category: str | None = None
    whole_days: bool = False
    weight: float = 1.0
    split: bool = True
    one_hot: bool = False
    date_order: DateOrder = "year"
    fill: float | None = None

    @property
    def name(self) -> str:
        return self.column if self.category is None else f"{self.column} = {self.category}"

    @property
    def role(self) -> str:
        """In words, where it is not to count once and stand in the tree."""
        counts = [] if self.weight == 1 else [f"weight {self.weight:g}" if self.weight else "not measured"]
        return ", ".join(counts + ([] if self.split else ["not in the tree"]))

    def threshold_between(self, low: float, high: float) -> float:
        """The most readable threshold with low ≤ threshold < high."""
        if self.kind is FeatureKind.DATE:
            return shortest_moment(low, high)
        return shortest_decimal(low, high) if self.kind is FeatureKind.NUMBER else (low + high) / 2

    def value_text(self, value: float) -> str:
        """The value as a person writes it, in original units and with every digit that it has."""
        if self.kind is FeatureKind.DATE:
            value = math.floor(value) if self.whole_days else value  # up to noon and up to that day are then the same
            moment = datetime.datetime(1970, 1, 1) + last_moment(value)
            return moment.date().isoformat() if value == int(value) else exact_moment(moment)
        text = repr(float(value)).removesuffix(".0")
        return f"{value:.1f}".removesuffix(".0") if "e+" in text and abs(value) < 1e15 else text

    def threshold_text(self, threshold: float) -> str:
        """So that the printed test is true of the cells as the table writes them, and not only as they are read."""
        if self.kind is FeatureKind.DATE and not self.whole_days and threshold == int(threshold):
            return f"{self.value_text(threshold)} 00:00"  # the day alone would seem to include its evening
        digits = whole_digits(threshold) if self.kind is FeatureKind.NUMBER else None
        return digits or self.value_text(threshold)

    def condition(self, above: float | None, up_to: float | None) -> str:
        """The test `above < value ≤ up_to` in words; either end may be open."""
        if self.kind in (FeatureKind.CATEGORY, FeatureKind.BOOLEAN):
            return self._yes_or_no(above is not None)
        if above is None:
            return f"{self.name} ≤ {self.threshold_text(up_to)}" if up_to is not None else f"any {self.name}"
        if up_to is None:
            return f"{self.name} > {self.threshold_text(above)}"
        return f"{self.threshold_text(above)} < {self.name} ≤ {self.threshold_text(up_to)}"

    def _yes_or_no(self, yes: bool) -> str:
        if self.kind is FeatureKind.BOOLEAN:
            return f"{self.column} = {'yes' if yes else 'no'}"
        return f"{self.column} {'=' if yes else '≠'} {self.category}"


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
        """A fingerprint of names and values: equal for equal data. Weights and roles count where there are any, so
        that data without them keeps the fingerprint that it had before there were such things."""
        digest = hashlib.sha256(repr([f.name for f in self.features]).encode())
        digest.update(np.ascontiguousarray(self.values).tobytes())
        roles = [(float(f.weight), f.split, f.one_hot) for f in self.features]
        if set(roles) != {(1.0, True, False)}:
            digest.update(repr(roles).encode())
        return digest.hexdigest()

    def with_roles(self, weights: Mapping[str, float], split: Collection[str] | None = None) -> Dataset:
        """The same rows; columns count by these weights (1 if not named), and tests ask about these columns only."""
        for column, weight in weights.items():
            if not 0 <= weight <= MOST_WEIGHT:
                raise InputError(f'The weight of "{column}" is {weight}; choose a number from 0 to {MOST_WEIGHT:g}.')
        features = tuple(
            replace(f, weight=weights.get(f.column, f.weight), split=f.split and (split is None or f.column in split))
            for f in self.features
        )
        if not any(f.weight for f in features):
            raise InputError("No column is measured, so nothing is near or far; give at least one a weight above 0.")
        if not any(f.split for f in features):
            raise InputError("No test may ask about any column; allow at least one.")
        return replace(self, features=features)

    @classmethod
    def from_array(
        cls,
        values: ArrayLike,
        names: Sequence[str] | None = None,
        known: Sequence[Any] | NDArray[Any] | None = None,
    ) -> Dataset:
        """A dataset from plain numbers; constant columns are left out, of equal ones one is asked about: both noted."""
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
        drop_equal: bool = False,
    ) -> Dataset:
        """Leave out features that are constant; of equal ones all are measured and one is asked about. `drop_equal`
        leaves out the others, as it was done once, which changes the distances. What is done is said."""
        kept: list[tuple[int, Feature]] = []
        said = list(notes)
        asked: dict[bytes, Feature] = {}
        for j, feature in enumerate(features):
            if not np.isfinite(feature.high - feature.low):
                raise InputError(f'The values of column "{feature.name}" are too large to compare; rescale or drop it.')
            key = (values[:, j] + 0.0).tobytes()
            twin = asked.get(key) if feature.split else None
            if feature.low == feature.high:
                said.append(f'Column "{feature.name}" is constant and was left out.')
            elif twin is None:
                kept.append((j, feature))
                if feature.split:
                    asked[key] = feature
            elif drop_equal and twin.weight == feature.weight:
                said.append(f'Column "{feature.name}" equals "{twin.name}" and was left out.')
            else:
                said.append(equal_words(feature, twin))
                kept.append((j, replace(feature, split=False)))
        check_roles([feature for _, feature in kept])
        chosen = np.ascontiguousarray(values[:, [j for j, _ in kept]])
        return cls(tuple(feature for _, feature in kept), chosen, rows, row_names, known, known_names, tuple(said))


def equal_words(feature: Feature, twin: Feature) -> str:
    both = "both are measured, and " if feature.weight and twin.weight else ""
    return f'Column "{feature.name}" equals "{twin.name}": {both}tests ask about "{twin.name}" only.'


def check_roles(features: Sequence[Feature]) -> None:
    if not features:
        raise InputError("No column has two different values, so there is nothing to split; choose other columns.")
    if not any(feature.weight for feature in features):
        raise InputError("No column that is measured has two different values; measure another one.")
    if not any(feature.split for feature in features):
        raise InputError("No column that tests may ask about has two different values; let them ask about another one.")


def index_known(
    known: Sequence[Any] | NDArray[Any] | None,
) -> tuple[NDArray[np.intp] | None, tuple[str, ...]]:
    """Known classes as indices into their sorted names."""
    if known is None:
        return None, ()
    names, index = np.unique(np.asarray(known), return_inverse=True)
    return index.astype(np.intp), tuple(str(name) for name in names)


def exact_moment(moment: datetime.datetime) -> str:
    """To the minute, or as far as it goes."""
    whole = not moment.second and not moment.microsecond
    return moment.isoformat(" ", "minutes" if whole else "auto")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
