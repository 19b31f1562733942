"""What the Data page offers beside the ticks: text columns that were set aside, and the new way of measuring."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from treeclust.core.errors import InputError
from treeclust.core.remembering import remembered
from treeclust.tables.columns import OLDEST, ColumnChoice, Missing, columns_of, dataset_from
from treeclust.tables.reading import Table
from treeclust.workspace.column_table import used_names, with_numbers, with_texts
from treeclust.workspace.edits import alone, choose_columns
from treeclust.workspace.project import Project, Work

REMEDIES: dict[Missing, str] = {"drop": "Leave out {rows}", "median": "Fill the gaps with typical values"}


def table_of(project: Project) -> Table:
    table = project.work.table
    if table is None:
        raise InputError("There is no data yet; choose a file or a sample first.")
    return table


@alone
def include_texts(project: Project) -> None:
    """Cluster by the text columns, too, that were set aside."""
    columns = columns_of(table_of(project))
    choose_columns(project, with_texts(columns, project.work.choice))


@alone
def include_numbers(project: Project) -> None:
    """Cluster by the years and counts of rows, too, that were set aside."""
    columns = columns_of(table_of(project))
    choose_columns(project, with_numbers(columns, project.work.choice))


@alone
def measure_as_new(project: Project) -> None:
    """The same columns, measured as in a new project."""
    choose_columns(project, in_new_convention(table_of(project), project.work.choice))


@dataclass(frozen=True)
class Remedy:
    """A choice of columns that does give a dataset, and the words of its button."""

    words: str
    choice: ColumnChoice


def remedies(project: Project, choice: ColumnChoice) -> list[Remedy]:
    """What to do about missing values, where they are why a choice gives no dataset."""
    table, found = table_of(project), []
    for missing, words in REMEDIES.items() if choice.missing == "refuse" else ():
        other = replace(choice, missing=missing)
        with suppress(InputError):
            gone = len(table.frame) - dataset_from(table, other).n
            found.append(Remedy(words.format(rows="1 row" if gone == 1 else f"{gone} rows"), other))
    return found


def in_new_convention(table: Table, choice: ColumnChoice) -> ColumnChoice:
    used = used_names(columns_of(table), choice)
    return replace(choice, features=used, convention=ColumnChoice().convention)


@remembered
def is_measured_as_before(work: Work) -> bool:
    """Would a new project measure the same columns in another way?"""
    if work.table is None or work.dataset is None or work.choice.convention != OLDEST:
        return False
    later = dataset_from(work.table, in_new_convention(work.table, work.choice))
    return later.features != work.dataset.features
