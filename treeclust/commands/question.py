"""What every command asks for: the table, the links, k, depth and ε."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path

from treeclust.columns import ColumnChoice, ColumnKind, make_dataset
from treeclust.dataset import Dataset
from treeclust.distances import METRICS
from treeclust.errors import InputError
from treeclust.links import Link, Links
from treeclust.objectives import objectives
from treeclust.problem import Problem
from treeclust.reading import Table, read_file
from treeclust.soft import SoftLink, read_links
from treeclust.stop import Deadline, Stop, never


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The table, and how to read it."""
    parser.add_argument("data", type=Path, help="CSV, TSV, Excel or Parquet file with a header")
    parser.add_argument("--no-header", action="store_true", help="the first row is data, not column names")
    parser.add_argument("--decimal", choices=[".", ","], help="the decimal sign (default: guessed)")
    parser.add_argument("--separator", metavar="CHARACTER", help="what separates columns (default: guessed)")
    parser.add_argument("--sheet", metavar="NAME", help="sheet of an Excel file (default: the first with data)")


def add_question(parser: argparse.ArgumentParser) -> None:
    add_reading(parser)
    parser.add_argument("-k", type=int, required=True, help="number of clusters")
    parser.add_argument("-d", "--depth", type=int, default=3, help="depth of the tree (default 3)")
    parser.add_argument(
        "--epsilon", type=float, default=0.1, help="how exact, in scaled units of 0 to 100 (default 0.1)"
    )
    parser.add_argument("--objective", default="md-ms", choices=sorted(objectives()), help="default md-ms")
    parser.add_argument("--links", type=Path, help="CSV with header a,b,kind: two 0-based rows and must or cannot")
    parser.add_argument("--label-column", metavar="NAME", help="known classes; never used for clustering")
    parser.add_argument("--id-column", metavar="NAME", help="names of the rows; never used for clustering")
    parser.add_argument("--features", metavar="A,B,…", help="columns to use (default: every usable column)")
    parser.add_argument("--missing", choices=["refuse", "drop", "median"], default="refuse", help="missing values")
    parser.add_argument(
        "--text", metavar="A,B,…", help="columns whose values are categories, even if they look like numbers"
    )
    parser.add_argument("--metric", choices=sorted(METRICS), default="euclidean", help="distance on scaled features")
    parser.add_argument("--k-min", type=int, metavar="N", help="allow as few as N clusters (default: exactly k)")
    parser.add_argument("--flat", action="store_true", help="clusters without a tree")
    parser.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="stop then with the best answer so far")


def seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError("choose a number of seconds above 0")
    return value


def at_least_one(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("choose a whole number from 1")
    return value


def read_data(arguments: argparse.Namespace) -> Table:
    return read_file(
        arguments.data,
        header=not arguments.no_header,
        decimal=arguments.decimal,
        separator=arguments.separator,
        sheet=arguments.sheet,
    )


def load_table(arguments: argparse.Namespace) -> Dataset:
    """The dataset that the options ask for; what reading and choosing had to say is in its notes."""
    table = read_data(arguments)
    kinds = dict.fromkeys(names_of(arguments.text) or (), ColumnKind.CATEGORY)
    features = names_of(arguments.features)
    choice = ColumnChoice(features, arguments.label_column, arguments.id_column, arguments.missing, kinds)
    dataset = make_dataset(table.frame, choice)
    return replace(dataset, notes=table.notes + dataset.notes)


def names_of(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(name.strip() for name in text.split(","))


def links_of(arguments: argparse.Namespace, dataset: Dataset) -> Links:
    """Links of the file, renumbered to the rows that are used; a link to a dropped row is an error."""
    if arguments.links is None:
        return Links()
    place = places_of(dataset)
    return Links.of(placed(link, place) for link in Links.from_csv(links_text(arguments)))


def soft_links_of(arguments: argparse.Namespace, dataset: Dataset) -> tuple[Links, tuple[SoftLink, ...]]:
    """Hard and soft links of the file, as the column `certainty` says; all soft if there is none."""
    if arguments.links is None:
        return Links(), ()
    place = places_of(dataset)
    hard, soft = read_links(links_text(arguments))
    softs = tuple(SoftLink(placed(one.link, place), one.weight) for one in soft)
    Links(tuple(one.link for one in softs)).check_rows(dataset.n)
    return Links.of(placed(link, place) for link in hard), softs


def links_text(arguments: argparse.Namespace) -> str:
    try:
        text: str = arguments.links.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise InputError(f'The links file "{arguments.links}" cannot be read; check its name.') from None
    return text


def places_of(dataset: Dataset) -> dict[int, int]:
    """Where the rows of the file are now; empty if none was dropped."""
    if len(dataset.rows) == dataset.rows[-1] + 1:
        return {}
    return {int(row): at for at, row in enumerate(dataset.rows)}


def placed(link: Link, place: dict[int, int]) -> Link:
    """The link between the rows that are used; rows that never were are left to the check of all links."""
    if not place:
        return link
    for row in (link.a, link.b):
        if row not in place and 0 <= row <= max(place):
            raise InputError(f"Link {link}: row {row} was dropped for missing values; fill them or remove the link.")
    return Link(place.get(link.a, link.a), place.get(link.b, link.b), link.kind)


def problem_of(arguments: argparse.Namespace, dataset: Dataset, links: Links) -> Problem:
    depth = None if arguments.flat else arguments.depth
    return Problem(dataset, arguments.k, depth, links, arguments.epsilon, arguments.k_min, arguments.metric)


def stop_of(arguments: argparse.Namespace) -> Stop:
    return never if arguments.time_limit is None else Deadline(arguments.time_limit)
