"""What every command asks about the columns: which are used, measured and asked about, and how much each counts."""

from __future__ import annotations

import argparse
import csv

from treeclust.tables.columns import Advice, ColumnChoice, ColumnKind

ADVICE = Advice(
    "to include {them}, name {them} in --text",
    "give it as --label-column if it does, or name it in --text to cluster by it",
)


def add_columns(parser: argparse.ArgumentParser) -> None:
    """What is made of the columns."""
    columns = parser.add_argument_group("columns", "a name with a comma stands in quotation marks: '\"a, b\",c'")
    columns.add_argument(
        "--features",
        metavar="A,B,…",
        help="columns to use (default: every usable one, text only where there are not two numeric columns)",
    )
    columns.add_argument(
        "--text", metavar="A,B,…", help="columns to use whose values are categories, even if they look like numbers"
    )
    columns.add_argument(
        "--measure", metavar="A,B,…", help="only these count in distances (default: every column that is used)"
    )
    columns.add_argument(
        "--split",
        metavar="A,B,…",
        help="only these stand in the tree; with --measure: explain by these what was measured by those",
    )
    columns.add_argument(
        "--weight",
        type=weight,
        action="append",
        default=[],
        metavar="COL=W",
        help="a column counts W times in distances, from 0 to 10 (repeatable)",
    )
    columns.add_argument("--missing", choices=["refuse", "drop", "median"], default="refuse", help="missing values")


def weight(text: str) -> tuple[str, float]:
    """A column and its weight; the name may have equals signs in it."""
    name, _, number = text.rpartition("=")
    try:
        return name.strip(), float(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no COLUMN=WEIGHT, such as height=2") from None


def choice_of(arguments: argparse.Namespace) -> ColumnChoice:
    return ColumnChoice(
        names_of(arguments.features),
        arguments.label_column,
        arguments.id_column,
        arguments.missing,
        dict.fromkeys(names_of(arguments.text) or (), ColumnKind.CATEGORY),
        names_of(arguments.measure),
        names_of(arguments.split),
        dict(arguments.weight),
    )


def names_of(text: str | None) -> tuple[str, ...] | None:
    """As in a line of CSV: a name with a comma stands in quotation marks."""
    if text is None:
        return None
    line = " ".join(text.split())  # as in the names that are read from a file
    return tuple(name.strip() for name in next(csv.reader([line], skipinitialspace=True), []))
