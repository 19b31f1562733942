"""What the caller wants of the columns of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from treeclust.columns.kinds import Column, ColumnKind
from treeclust.errors import InputError

Missing = Literal["refuse", "drop", "median"]
_LABEL_NAMES = ("label", "class", "target", "cluster", "segment", "species", "group")


@dataclass(frozen=True)
class ColumnChoice:
    """What the caller wants of the columns. `features` None takes every number, boolean, date and category;
    `kinds` overrules what a column seems to hold; `missing` says what to do where a value is missing."""

    features: tuple[str, ...] | None = None
    label: str | None = None
    id: str | None = None
    missing: Missing = "refuse"
    kinds: Mapping[str, ColumnKind] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "features": None if self.features is None else list(self.features),
            "label": self.label,
            "id": self.id,
            "missing": self.missing,
            "kinds": {name: str(kind) for name, kind in self.kinds.items()},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ColumnChoice:
        features = data["features"]
        kinds = {str(name): ColumnKind(kind) for name, kind in data["kinds"].items()}
        chosen = None if features is None else tuple(str(name) for name in features)
        return cls(chosen, data["label"], data["id"], data["missing"], kinds)


def may_hold_labels(column: Column) -> bool:
    """By its name."""
    return column.name.lower() in _LABEL_NAMES and not column.is_id and not column.constant


def suggest_choice(columns: Sequence[Column]) -> ColumnChoice:
    """A choice to start from: the first id column, and a column whose name says that it holds the known labels."""
    row_id = next((column.name for column in columns if column.is_id), None)
    labels = [c.name for c in columns if may_hold_labels(c)]
    return ColumnChoice(label=labels[-1] if labels else None, id=row_id)


def check_choice(choice: ColumnChoice, columns: Sequence[Column]) -> None:
    names = [column.name for column in columns]
    for name in (*(choice.features or ()), choice.label, choice.id, *choice.kinds):
        if name is not None and name not in names:
            listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
            raise InputError(f'There is no column "{name}"; the columns are {listed}.')
    for name, kind in choice.kinds.items():
        if kind not in tuple(ColumnKind):
            raise InputError(f'"{kind}" is no kind of column ("{name}"); choose one of {", ".join(ColumnKind)}.')
    if choice.missing not in get_args(Missing):
        raise InputError(f'missing = "{choice.missing}" is not known; choose refuse, drop or median.')
    if choice.label is not None and choice.label in (choice.features or ()):
        raise InputError(
            f'Column "{choice.label}" holds the known labels, so it cannot be a feature; choose one of both.'
        )
    if choice.features is not None and not choice.features:
        raise InputError("No feature is chosen; choose at least one column to cluster by.")
