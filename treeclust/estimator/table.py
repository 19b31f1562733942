"""A model of a whole table, as the app and the command line read it: text, dates, yes and no, and gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import pandas as pd

from treeclust.commands.options import placed, placed_row, places_of
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.question import Question
from treeclust.core.soft_links import SoftLink
from treeclust.core.tree import Labels, Tree
from treeclust.estimator.asked import name_of, question_of
from treeclust.estimator.given_links import Given, links_of, place_in
from treeclust.tables.columns import ColumnChoice, ColumnKind, Missing, dataset_from
from treeclust.tables.columns.kinds import with_text_names
from treeclust.tables.new_rows import Recipe, feature_values, place_rows
from treeclust.tables.reading import Table, read_file
from treeclust.tables.reading.series import plain_series

Source = pd.DataFrame | str | Path
NAME = "A table"


class FromTable:
    """What a model of a table has besides: `recipe_`, how columns become features, None for a model of an array;
    `rows_`, the numbers of the rows that were clustered; `index_`, the labels of the table's rows."""

    recipe_: Recipe | None
    index_: pd.Index | None
    tree_: Tree | None
    question_: Question
    feature_weights: Any
    split_features: Any

    @classmethod
    def from_table(
        cls,
        table: Source,
        *,
        features: Sequence[str] | None = None,
        text: Sequence[str] = (),
        label: str | None = None,
        id: str | None = None,
        missing: Missing = "refuse",
        must_link: Given = None,
        cannot_link: Given = None,
        links: Given = None,
        links_by: str | None = None,
        **parameters: Any,
    ) -> Self:
        """A model fitted to a table, or to a file with one, that need not be numbers only.

        `features` are the columns to use (every usable one by default; text only where there are not two numeric
        columns, or where `text` names it), `label` holds known classes and `id` names of the rows, both never used for
        clustering. `missing` values are refused, or their rows dropped ("drop"), or filled ("median"). Links are those
        of `fit`; where `id` is given, a row's label is its name there. The other arguments are the parameters.
        """
        model = cls(**parameters)
        read, index = as_table(table)
        names = [str(name) for name in read.frame.columns]
        choice = ColumnChoice(
            None if features is None else tuple(features),
            label,
            id,
            missing,
            dict.fromkeys(text, ColumnKind.CATEGORY),
            split=None if model.split_features is None else tuple(name_of(one, names) for one in model.split_features),
            weights=weights_by_name(model.feature_weights, names),
        )
        dataset = dataset_from(read, choice)
        if id is not None:
            index = pd.Index(read.frame[id])
        hard, soft = links_of(must_link, cannot_link, links, index, len(read.frame), links_by)
        where = places_of(dataset)
        firm = Links.of(placed(link, where) for link in hard)
        loose = tuple(SoftLink(placed(one.link, where), one.weight) for one in soft)
        model._describe(read, choice, dataset, index)
        return model._answer(question_of(model, dataset, names, firm, loose, None))  # type: ignore[attr-defined,no-any-return]

    def _describe(self, table: Table, choice: ColumnChoice, dataset: Dataset, index: pd.Index | None) -> None:
        self.table_, self.choice_, self.index_ = table, choice, index
        self.recipe_, self.rows_ = Recipe.of(dataset), dataset.rows

    def _place_of(self, row: Any) -> int:
        """Where a row is that goes by its number in the table, or by its label."""
        dataset = self.question_.problem.dataset
        return placed_row(place_in(self.index_, int(dataset.rows[-1]) + 1, None)(row), dataset)

    def _place(self, rows: Any) -> Labels:
        assert self.recipe_ is not None and self.tree_ is not None
        return place_rows(self.tree_, self.recipe_, self._as_frame(rows)).labels

    def feature_table(self, rows: Any) -> pd.DataFrame:
        """The rows as the tree sees them, one column of numbers for each feature: what `to_sklearn()` predicts from."""
        if self.recipe_ is None:
            raise InputError("Only a model of a table makes features of columns; X itself is what the tree sees.")
        values = feature_values(self.recipe_, self._as_frame(rows))
        return pd.DataFrame(values, columns=[feature.name for feature in self.recipe_.features])

    def _as_frame(self, rows: Any) -> pd.DataFrame:
        """A table; plain numbers are the columns that were used, in their order."""
        assert self.recipe_ is not None
        if isinstance(rows, pd.DataFrame):
            return rows
        values, columns = np.asarray(rows), list(self.recipe_.columns)
        if values.ndim != 2 or values.shape[1] != len(columns):
            raise InputError(f"Give a table with the columns {', '.join(columns)}.")
        return pd.DataFrame(values, columns=columns)


def as_table(table: Source) -> tuple[Table, pd.Index | None]:
    """Plain columns, rows numbered from 0; and the labels that the rows had."""
    if not isinstance(table, pd.DataFrame):
        return read_file(Path(table)), None
    named = with_text_names(table)
    plain = pd.DataFrame({name: plain_series(named[name]) for name in named.columns})
    return Table(plain, NAME), table.index


def weights_by_name(given: Any, names: Sequence[str]) -> dict[str, float]:
    if given is None:
        return {}
    if isinstance(given, pd.Series):
        given = given.to_dict()
    if not isinstance(given, Mapping):
        raise InputError("Name the columns of a table that have a weight: feature_weights={'height': 2}.")
    return {name_of(name, names): float(weight) for name, weight in given.items()}
