"""New rows: which cluster a tree puts each in, and where they are unlike the rows that were clustered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from treeclust.core.codec import FORMS, Form
from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.errors import InputError
from treeclust.core.tree import Labels, Leaf, Node, Rows, Tree
from treeclust.tables.columns.kinds import ColumnKind, with_text_names
from treeclust.tables.columns.measured import measure
from treeclust.tables.reading.series import plain_series, texts_of

NOWHERE = -1
"""The label of a row that misses a value which decides."""
MOST_NAMED = 5
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Recipe:
    """How the columns of a table become features. `unlisted` are the columns of categories that were seen with more
    values than became features, so that a value that is none of them may have been seen."""

    features: tuple[Feature, ...]
    unlisted: frozenset[str] = frozenset()

    @classmethod
    def of(cls, dataset: Dataset) -> Recipe:
        shares: dict[str, Floats] = {}
        for j, feature in enumerate(dataset.features):
            if feature.kind is FeatureKind.CATEGORY:
                shares[feature.column] = shares.get(feature.column, np.zeros(dataset.n)) + dataset.values[:, j]
        return cls(dataset.features, frozenset(column for column, share in shares.items() if (share < 0.5).any()))

    @property
    def columns(self) -> dict[str, list[int]]:
        """The places of each column's features."""
        places: dict[str, list[int]] = {}
        for j, feature in enumerate(self.features):
            places.setdefault(feature.column, []).append(j)
        return places


FORMS[Recipe] = Form(keys={"unlisted": "unlisted_categories"})


@dataclass(frozen=True, eq=False)
class Placed:
    """`labels[i]` is NOWHERE where a value that decides is missing; `remarks[i]` says what is unusual about row i;
    `warnings` say the same of the whole table."""

    labels: Labels
    remarks: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass
class _Reader:
    """Reads new rows column by column, and notes what is unlike the rows that were clustered."""

    recipe: Recipe
    table: pd.DataFrame
    warnings: list[str] = field(default_factory=list)
    remarks: dict[int, list[str]] = field(default_factory=dict)

    def note(self, where: Mask, what: str, words: Callable[[int], str]) -> None:
        """A remark on each row concerned, and one warning that counts them."""
        rows = np.flatnonzero(where)
        if len(rows):
            self.warnings.append(f"{_rows(len(rows))}: {what}.")
        for row in rows:
            self.remarks.setdefault(int(row), []).append(words(int(row)))

    def read(self, column: str, places: Sequence[int], values: Floats) -> None:
        features = [self.recipe.features[j] for j in places]
        series = self.table[column]
        if features[0].kind is FeatureKind.CATEGORY:
            values[:, places] = self.categories(column, features, texts_of(plain_series(series)))
        else:
            values[:, places[0]] = self.measures(features[0], series)

    def categories(self, column: str, features: Sequence[Feature], texts: Sequence[str | None]) -> Floats:
        missing = np.array([text is None for text in texts])
        seen = {feature.category for feature in features}
        fresh = np.array([text is not None and text not in seen for text in texts])
        if column not in self.recipe.unlisted:
            names = sorted({str(text) for text, new in zip(texts, fresh, strict=True) if new})
            listed = ", ".join(f'"{name}"' for name in names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
            self.note(fresh, f'"{column}" has a value never seen ({listed})', lambda i: f'{column} "{texts[i]}" is new')
        self.gaps(column, missing, next((f'"{f.category}"' for f in features if f.fill), None))
        axes = np.array([[text == feature.category for feature in features] for text in texts], dtype=np.float64)
        fills = [np.nan if feature.fill is None else feature.fill for feature in features]
        return np.where(missing[:, None], fills, axes.reshape(len(texts), len(features)))

    def measures(self, feature: Feature, series: pd.Series) -> Floats:
        values = measure(feature.column, ColumnKind(str(feature.kind)), series, False, self.warnings).values
        if feature.whole_days:
            values = np.floor(values)
        missing = np.isnan(values)
        if feature.fill is None:
            self.gaps(feature.column, missing)
        else:
            self.gaps(feature.column, missing, feature.value_text(feature.fill))
            values = np.where(missing, feature.fill, values)
        low, high = feature.value_text(feature.low), feature.value_text(feature.high)
        if feature.kind is not FeatureKind.BOOLEAN:
            name, below, above = feature.column, values < feature.low, values > feature.high
            self.note(below, f'"{name}" is below the lowest value seen ({low})', lambda i: f"{name} below {low}")
            self.note(above, f'"{name}" is above the highest value seen ({high})', lambda i: f"{name} above {high}")
        return values

    def gaps(self, column: str, missing: Mask, fill: str | None = None) -> None:
        taken = "" if fill is None else f", taken as {fill}"
        self.note(missing, f'"{column}" is missing{taken}', lambda i: f"{column} is missing{taken}")


def place_rows(tree: Tree, recipe: Recipe, frame: pd.DataFrame) -> Placed:
    """The cluster of every row of a table that has the columns the tree asks about; the others may be absent."""
    reader = _Reader(recipe, with_text_names(frame))
    values = read_values(reader, {tree.features[j].column for j in tested(tree.root)})
    labels = route(tree, values)
    lost = int((labels == NOWHERE).sum())
    if lost:
        reader.warnings.insert(0, f"{_rows(lost)} without a cluster: a value that decides is missing.")
    remarks = tuple("; ".join(reader.remarks.get(row, [])) for row in range(len(labels)))
    return Placed(labels, remarks, tuple(reader.warnings))


def feature_values(recipe: Recipe, frame: pd.DataFrame) -> Floats:
    """The rows of a table that has all the columns, as features; NaN where a value is missing and none is filled in."""
    return read_values(_Reader(recipe, with_text_names(frame)), set(recipe.columns))


def read_values(reader: _Reader, asked: set[str]) -> Floats:
    """Every feature of every row, NaN where it is not known; the columns `asked` about must be there."""
    table, columns = reader.table, reader.recipe.columns
    absent = [column for column in columns if column in asked and column not in table.columns]
    if absent:
        named = ", ".join(f'"{column}"' for column in absent)
        raise InputError(f"The table has no column {named}, which the tree asks about; add it, or correct its name.")
    values = np.full((len(table), len(reader.recipe.features)), np.nan)
    for column, places in columns.items():
        if column not in table.columns:
            continue
        try:
            reader.read(column, places, values)
        except InputError:
            if column in asked:
                raise
            reader.warnings.append(f'Column "{column}" could not be read; the tree does not ask about it.')
    return values


def tested(node: Node) -> set[int]:
    """The features that a tree asks about."""
    return set() if isinstance(node, Leaf) else {node.feature} | tested(node.left) | tested(node.right)


def route(tree: Tree, values: Floats) -> Labels:
    """As `Tree.predict`, but a row that misses a value where it is asked for ends NOWHERE."""
    labels = np.full(len(values), NOWHERE, dtype=np.intp)

    def down(node: Node, rows: Rows) -> None:
        if isinstance(node, Leaf):
            labels[rows] = node.cluster
            return
        column = values[rows, node.feature]
        down(node.left, rows[column <= node.threshold])
        down(node.right, rows[column > node.threshold])

    down(tree.root, np.arange(len(values)))
    return labels


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
