"""Which columns become features, and what there is to say about those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from treeclust.core.errors import InputError
from treeclust.tables.columns.choice import OLDEST, ColumnChoice
from treeclust.tables.columns.kinds import Column, ColumnKind, numbers_suffice
from treeclust.tables.columns.labels import likely_label
from treeclust.tables.reading.cells import to_number


@dataclass(frozen=True)
class Selection:
    """`used` become features. Set aside unasked: `texts`, because there are numbers enough; `label`, which may hold
    known labels; `unusable`, ids and free text. `doubtful` is used although it may hold known labels."""

    used: tuple[Column, ...]
    texts: tuple[str, ...] = ()
    label: str | None = None
    doubtful: str | None = None
    unusable: tuple[Column, ...] = ()


@dataclass(frozen=True)
class Advice:
    """What a note tells the reader to do, in a program or at the command line; None where a button does it."""

    include: str | None = "to include {them}, name {them} in features"
    label: str | None = "give it as label if it does, or name it in features to cluster by it"


def select_columns(columns: Sequence[Column], choice: ColumnChoice) -> Selection:
    """The columns that were asked for, or those that are usable."""
    columns = [of_kind(c, choice) for c in columns]
    asked = choice.features
    if asked is None and choice.measure is not None and choice.split is not None:
        asked = choice.roles
    if asked is not None:
        return Selection(tuple(as_feature(column) for column in columns if column.name in asked))
    return select_usable([c for c in columns if c.name not in (choice.label, choice.id)], choice)


def of_kind(column: Column, choice: ColumnChoice) -> Column:
    """The column with the kind that it is to have."""
    kind = ColumnKind(choice.kinds.get(column.name, column.kind))
    return replace(column, kind=kind, why=column.why or (column.aside if kind is ColumnKind.TEXT else ""))


def select_usable(columns: Sequence[Column], choice: ColumnChoice) -> Selection:
    usable = [c for c in columns if c.kind is not ColumnKind.TEXT or c.name in choice.roles]
    unusable = tuple(c for c in columns if c not in usable)
    named = {*choice.roles, *(name for name, kind in choice.kinds.items() if kind == ColumnKind.CATEGORY)}
    found = likely_label(columns) if choice.label is None else None
    label = found if found in usable and found is not None and found.name not in named else None
    others = [c for c in usable if c is not label]
    spare = [c for c in others if c.kind is ColumnKind.CATEGORY and c.name not in named]
    if choice.convention == OLDEST or not numbers_suffice(others):
        spare = []
    aside = label is not None and label.kind is ColumnKind.CATEGORY and choice.convention != OLDEST and bool(others)
    used = tuple(as_feature(c) for c in usable if c not in spare and not (aside and c is label))
    if not used:
        raise InputError("There is no column to cluster by; mark at least one as number, boolean, date or category.")
    name = None if label is None else label.name
    return Selection(used, tuple(c.name for c in spare), name if aside else None, None if aside else name, unusable)


def as_feature(column: Column) -> Column:
    """A column that was asked for by name is used even where it looks like an id."""
    if column.kind is not ColumnKind.TEXT:
        return column
    number = to_number(column.example) is not None and (column.is_id or bool(column.aside))
    return replace(column, kind=ColumnKind.NUMBER if number else ColumnKind.CATEGORY)


def notes_on(found: Selection, advice: Advice) -> list[str]:
    """What was set aside unasked, and what to do about it."""
    notes = [
        f'Column "{column.name}" was left out{f": {column.why}" if column.why else ""}.' for column in found.unusable
    ]
    if found.texts:
        notes.append(text_note(found.texts, advice))
    if found.label is not None:
        notes.append(label_note(found.label, advice))
    if found.doubtful is not None:
        notes.append(f'Column "{found.doubtful}" is used as a feature; if it holds known labels, say so.')
    return notes


def text_note(names: Sequence[str], advice: Advice) -> str:
    listed, one = ", ".join(f'"{name}"' for name in names), len(names) == 1
    which = f"Text column {listed} is" if one else f"Text columns {listed} are"
    said = f"{which} shown, not clustered by, because there are numeric ones"
    return said + ("." if advice.include is None else f"; {advice.include.format(them='it' if one else 'them')}.")


def label_note(name: str, advice: Advice) -> str:
    said = f'Column "{name}" may hold known labels, so it is not clustered by'
    return said + ("." if advice.label is None else f"; {advice.label.format(name=name)}.")
