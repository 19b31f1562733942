"""The columns of a table as a person ticks them, line by line, and the choice that the ticks make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from treeclust.core.errors import InputError
from treeclust.tables.columns import Advice, Column, ColumnChoice, ColumnKind, select_columns

ADVICE = Advice(None, "choose it as known labels on the Data page, or tick it there to cluster by it")
"""What the notes on a dataset of the app say; text columns have a button."""


@dataclass(frozen=True)
class ColumnLine:
    """A column with its switches: `measure`, it counts in distances, with its weight; `split`, tests may ask about
    it. One with neither is not used."""

    name: str
    kind: ColumnKind
    measure: bool
    split: bool
    weight: float = 1.0

    @property
    def is_measured(self) -> bool:
        return self.measure and self.weight > 0


def lines_of(columns: Sequence[Column], choice: ColumnChoice) -> list[ColumnLine]:
    used = used_names(columns, choice)
    return [
        ColumnLine(
            column.name,
            ColumnKind(choice.kinds.get(column.name, column.kind)),
            column.name in used and choice.weight_of(column.name) > 0,
            column.name in used and choice.may_split(column.name),
            choice.weights.get(column.name) or 1.0,
        )
        for column in columns
    ]


def used_names(columns: Sequence[Column], choice: ColumnChoice) -> tuple[str, ...]:
    try:
        return tuple(column.name for column in select_columns(columns, choice).used)
    except InputError:
        return ()


def choice_of_lines(columns: Sequence[Column], lines: Sequence[ColumnLine], base: ColumnChoice) -> ColumnChoice:
    """The ticks with label, id and the rest of `base`, said as briefly as possible: the same ticks, the same choice."""
    guessed = {column.name: column.kind for column in columns}
    kinds = {line.name: line.kind for line in lines if line.kind != guessed[line.name]}
    ticked = [line for line in lines if (line.is_measured or line.split) and line.name != base.label]
    plain = ColumnChoice(None, base.label, base.id, base.missing, kinds, convention=base.convention)
    used, measured, split = (
        tuple(line.name for line in some)
        for some in (ticked, [x for x in ticked if x.is_measured], [x for x in ticked if x.split])
    )
    return replace(
        plain,
        features=None if used == used_names(columns, plain) else used,
        measure=None if measured == used else measured,
        split=None if split == used else split,
        weights={line.name: line.weight for line in ticked if line.is_measured and line.weight != 1},
    )


def as_briefly(columns: Sequence[Column], choice: ColumnChoice) -> ColumnChoice:
    """The same choice in the form that `choice_of_lines` gives."""
    return choice_of_lines(columns, lines_of(columns, choice), choice)


def texts_aside(columns: Sequence[Column], choice: ColumnChoice) -> tuple[str, ...]:
    """The text columns that are not clustered by, because there are numeric ones."""
    try:
        return select_columns(columns, choice).texts
    except InputError:
        return ()


def numbers_aside(columns: Sequence[Column], choice: ColumnChoice) -> tuple[str, ...]:
    """The columns of numbers that are not clustered by, because of what they seem to say."""
    named = (choice.label, choice.id)
    return tuple(
        c.name for c in columns if c.aside and choice.kinds.get(c.name) == ColumnKind.TEXT and c.name not in named
    )


def with_numbers(columns: Sequence[Column], choice: ColumnChoice) -> ColumnChoice:
    """The choice with those columns measured and asked about."""
    aside = numbers_aside(columns, choice)
    lines = [as_number(line) if line.name in aside else line for line in lines_of(columns, choice)]
    return choice_of_lines(columns, lines, choice)


def as_number(line: ColumnLine) -> ColumnLine:
    return replace(line, kind=ColumnKind.NUMBER, measure=True, split=True)


def with_texts(columns: Sequence[Column], choice: ColumnChoice) -> ColumnChoice:
    """The choice with those text columns measured and asked about."""
    aside = texts_aside(columns, choice)
    lines = lines_of(columns, choice)
    return choice_of_lines(
        columns, [replace(x, measure=True, split=True) if x.name in aside else x for x in lines], choice
    )
