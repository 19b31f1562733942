"""What the caller wants of the columns of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from treeclust.core.codec import FORMS, read_fields, write_fields
from treeclust.core.errors import InputError
from treeclust.core.json_values import Special
from treeclust.tables.columns.kinds import Column, ColumnKind

Missing = Literal["refuse", "drop", "median"]
Convention = Literal[1, 2]
"""How columns become features. 1, as it was in version 0.1: text columns are features like all others, two categories
are 141 apart, of equal columns one is left out. 2: text columns are features where there are few numeric ones, two
categories are 100 apart, equal columns are all measured."""
OLDEST: Convention = 1
HEAVIEST = 10.0


@dataclass(frozen=True)
class ColumnChoice:
    """What the caller wants of the columns. `features` None takes every number, boolean and date, and categories where
    there are not two numeric columns; `kinds` overrules what a column seems to hold; `missing` says what to do where a
    value is missing.

    `measure` are the features that count in distances, each with its weight (0 to 10) in `weights` or 1; `split` are
    those that a test may ask about. None: all features. With both, they alone are the features: clusters are measured
    by the one and explained by the other.
    """

    features: tuple[str, ...] | None = None
    label: str | None = None
    id: str | None = None
    missing: Missing = "refuse"
    kinds: Mapping[str, ColumnKind] = field(default_factory=dict)
    measure: tuple[str, ...] | None = None
    split: tuple[str, ...] | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    convention: Convention = 2

    @property
    def roles(self) -> tuple[str, ...]:
        """The columns of which something is said beyond their kind."""
        return (*(self.measure or ()), *(self.split or ()), *self.weights)

    def weight_of(self, column: str) -> float:
        """What a feature counts in distances; 0 if it is not measured."""
        measured = self.measure is None or column in self.measure
        return float(self.weights.get(column, 1.0)) if measured else 0.0

    def may_split(self, column: str) -> bool:
        return self.split is None or column in self.split


def read_choice(data: Mapping[str, Any], about: Any) -> ColumnChoice:
    """What was written before there were conventions was made by the first one."""
    choice: ColumnChoice = read_fields(ColumnChoice, {"convention": OLDEST, **data})
    return choice


FORMS[ColumnChoice] = Special(write_fields, read_choice)


def check_choice(choice: ColumnChoice, columns: Sequence[Column]) -> None:
    names = [column.name for column in columns]
    for name in (*(choice.features or ()), choice.label, choice.id, *choice.kinds, *choice.roles):
        if name is not None and name not in names:
            listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
            raise InputError(f'There is no column "{name}"; the columns are {listed}.')
    for name, kind in choice.kinds.items():
        if kind not in tuple(ColumnKind):
            raise InputError(f'"{kind}" is no kind of column ("{name}"); choose one of {", ".join(ColumnKind)}.')
    if choice.missing not in get_args(Missing):
        raise InputError(f'missing = "{choice.missing}" is not known; choose refuse, drop or median.')
    if choice.label is not None and choice.label in (*(choice.features or ()), *choice.roles):
        raise InputError(
            f'Column "{choice.label}" holds the known labels, so it cannot be a feature; choose one of both.'
        )
    if choice.features is not None and not choice.features:
        raise InputError("No feature is chosen; choose at least one column to cluster by.")
    check_roles(choice)


def check_roles(choice: ColumnChoice) -> None:
    """That what is said of the columns fits together."""
    for name, weight in choice.weights.items():
        number = isinstance(weight, (int, float)) and not isinstance(weight, bool) and math.isfinite(weight)
        if not number or not 0 <= weight <= HEAVIEST:
            raise InputError(f'Column "{name}" cannot weigh {weight}; choose a number from 0 to {HEAVIEST:g}.')
        if weight and choice.measure is not None and name not in choice.measure:
            raise InputError(f'Column "{name}" has a weight but is not measured; measure it, or drop its weight.')
    for name in choice.roles:
        if choice.features is not None and name not in choice.features:
            raise InputError(f'Column "{name}" has a part to play but is no feature; add it to the features.')
    if choice.measure is not None and not any(choice.weight_of(name) for name in choice.measure):
        raise InputError("No column is measured; measure at least one, with a weight above 0.")
    if choice.split is not None and not choice.split:
        raise InputError("Tests may ask about no column; let them ask about at least one.")
