"""What every command asks for: the table, the links, k, depth and ε."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path

from treeclust.commands.column_options import ADVICE, add_columns, choice_of
from treeclust.commands.guard import INTERRUPT
from treeclust.commands.near_option import earlier_tree
from treeclust.core.dataset import Dataset
from treeclust.core.distances import METRICS
from treeclust.core.errors import InputError
from treeclust.core.experts import experts_of, read_said, weighed
from treeclust.core.given_files import read_given, text_in
from treeclust.core.links import Link, Links
from treeclust.core.problem import Problem
from treeclust.core.rules import TreeRules
from treeclust.core.soft_links import SoftLink, read_links
from treeclust.core.stop import Deadline, Stop, any_of
from treeclust.core.suggestions import Pair
from treeclust.core.wishes import PREFERENCES, Wishes
from treeclust.engine import load_engine
from treeclust.objectives import objectives
from treeclust.tables.columns import make_dataset
from treeclust.tables.reading import Table, read_file

MOST_COUNTED = 1_000_000_000


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The table, and how to read it."""
    parser.add_argument("data", type=Path, help="CSV, TSV, Excel, OpenDocument or Parquet file with a header")
    parser.add_argument("--no-header", action="store_true", help="the first row is data, not column names")
    parser.add_argument("--decimal", choices=[".", ","], help="the decimal sign (default: guessed)")
    parser.add_argument("--separator", metavar="CHARACTER", help="what separates columns (default: guessed)")
    parser.add_argument("--sheet", metavar="NAME", help="sheet of a workbook (default: the first with data)")
    parser.add_argument("--encoding", metavar="NAME", help="letters of a text file, such as cp1251 (default: guessed)")


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
    add_columns(parser)
    parser.add_argument("--metric", choices=sorted(METRICS), default="euclidean", help="distance on scaled features")
    parser.add_argument("--k-min", type=int, metavar="N", help="allow as few as N clusters (default: exactly k)")
    parser.add_argument("--flat", action="store_true", help="clusters without a tree")
    add_limits(parser)
    parser.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="stop then with the best answer so far")


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Sizes, bounds, and rules about the tree."""
    limits = parser.add_argument_group("sizes and bounds")
    limits.add_argument("--min-rows", type=int, default=1, metavar="N", help="rows of a cluster, at least (default 1)")
    limits.add_argument("--max-rows", type=int, metavar="N", help="rows of a cluster, at most")
    limits.add_argument("--min-leaf-rows", type=int, default=1, metavar="N", help="rows of a leaf, at least")
    limits.add_argument("--max-diameter", type=float, metavar="X", help="no two rows of a cluster are farther apart")
    limits.add_argument("--min-split", type=float, metavar="X", help="no two rows of different clusters are nearer")
    rules = parser.add_argument_group("rules about the tree")
    rules.add_argument("--max-leaves", type=int, metavar="N", help="leaves, at most")
    rules.add_argument("--max-columns", type=int, metavar="N", help="different columns in the tree, at most")
    rules.add_argument("--never", action="append", default=[], metavar="COL", help="no test on this column; repeatable")
    rules.add_argument("--root", metavar="COL", help="the column of the first test")
    rules.add_argument("--once", action="store_true", help="no column twice on a path")


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """Which of the equally good answers is wanted."""
    wishes = parser.add_argument_group("among equally good answers")
    wishes.add_argument(
        "--prefer",
        choices=PREFERENCES,
        default=PREFERENCES[0],
        help="compact clusters (default), the simplest tree, or what the search finds first",
    )
    wishes.add_argument(
        "--slack",
        type=float,
        default=0.0,
        metavar="PERCENT",
        help="a diameter so much wider will do",
    )
    wishes.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same answer")
    wishes.add_argument(
        "--assume",
        action="store_true",
        help="let what a committee of clusterings agrees on stand in for links that nobody gave; they are listed",
    )
    wishes.add_argument(
        "--assume-not", default="", metavar="A-B,C-D", help="pairs of rows that nothing is assumed about"
    )
    wishes.add_argument(
        "--near", type=Path, metavar="FILE", help="stay near to the tree of this file, which `solve --json` printed"
    )


def wishes_of(arguments: argparse.Namespace, n: int) -> Wishes:
    near = None if arguments.near is None else earlier_tree(arguments.near)
    refused = tuple(sorted(pairs_of(arguments.assume_not, n, "--assume-not")))
    return Wishes(arguments.prefer, arguments.slack, arguments.seed, near, arguments.assume, refused)


def pairs_of(text: str, n: int, option: str) -> set[Pair]:
    """3-7,10-12"""
    pairs: set[Pair] = set()
    for part in filter(None, text.split(",")):
        ends = part.split("-")
        if len(ends) != 2 or not all(is_row(end.strip(), n) for end in ends):
            raise InputError(f'{option} "{part}" is not a pair of rows; write two row numbers from 0 to {n - 1}: 3-7.')
        a, b = sorted(map(int, ends))
        pairs.add((a, b))
    return pairs


def is_row(text: str, n: int) -> bool:
    """Plain digits only: ² is a digit to Python, but no number; and a number of thousands of digits is none either."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(n)) and int(text) < n


def seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError("choose a number of seconds above 0")
    return value


def at_least_one(text: str) -> int:
    value = int(text)
    if not 1 <= value <= MOST_COUNTED:
        raise argparse.ArgumentTypeError(f"choose a whole number from 1 to {MOST_COUNTED:,}")
    return value


def read_data(arguments: argparse.Namespace) -> Table:
    return read_file(
        arguments.data,
        header=not arguments.no_header,
        decimal=arguments.decimal,
        separator=arguments.separator,
        sheet=arguments.sheet,
        encoding=arguments.encoding,
    )


def load_table(arguments: argparse.Namespace) -> Dataset:
    """The dataset that the options ask for; what reading and choosing had to say is in its notes."""
    table = read_data(arguments)
    dataset = make_dataset(table.frame, choice_of(arguments), ADVICE)
    return replace(dataset, notes=table.notes + dataset.notes)


def links_of(arguments: argparse.Namespace, dataset: Dataset) -> Links:
    """Links of the file, renumbered to the rows that are used; a link to a dropped row is an error."""
    if arguments.links is None:
        return Links()
    place = places_of(dataset)
    return Links.of(placed(link, place) for link in Links.from_csv(links_text(arguments)))


def soft_links_of(arguments: argparse.Namespace, dataset: Dataset) -> tuple[Links, tuple[SoftLink, ...]]:
    """Hard and soft links of the file, as the column `certainty` says; all soft if there is none. Where a column
    `author` names several experts, what they dispute is weighed."""
    if arguments.links is None:
        return Links(), ()
    place = places_of(dataset)
    text = links_text(arguments)
    said = read_said(text)
    hard, soft = weighed(said, dataset.n) if len(experts_of(said)) > 1 else read_links(text)
    softs = tuple(SoftLink(placed(one.link, place), one.weight) for one in soft)
    Links(tuple(one.link for one in softs)).check_rows(dataset.n)
    return Links.of(placed(link, place) for link in hard), softs


def links_text(arguments: argparse.Namespace) -> str:
    try:
        return text_in(read_given(arguments.links))
    except (OSError, UnicodeDecodeError):
        raise InputError(f'The links file "{arguments.links}" cannot be read; check its name.') from None


def places_of(dataset: Dataset) -> dict[int, int]:
    """Where the rows of the file are now; empty if none was dropped."""
    if len(dataset.rows) == dataset.rows[-1] + 1:
        return {}
    return {int(row): at for at, row in enumerate(dataset.rows)}


def placed_row(row: int, dataset: Dataset) -> int:
    """Where a row of the file is among those that are used."""
    last = int(dataset.rows[-1])
    if not 0 <= row <= last:
        raise InputError(f"Row {row} does not exist; rows are numbered 0 to {last}.")
    place = places_of(dataset)
    if place and row not in place:
        raise InputError(f"Row {row} was dropped for missing values; fill them, or choose another row.")
    return place.get(row, row)


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
    rules = TreeRules(
        tuple(arguments.never), arguments.root, arguments.max_columns, arguments.max_leaves, arguments.once
    )
    return Problem(
        dataset, arguments.k, depth, links, arguments.epsilon, arguments.k_min, arguments.metric,
        arguments.min_rows, arguments.max_rows, arguments.min_leaf_rows, arguments.max_diameter, arguments.min_split,
        rules,
    )  # fmt: skip


def stop_of(arguments: argparse.Namespace) -> Stop:
    """When the time is up, or at Ctrl-C. The time begins when everything is loaded."""
    asked = INTERRUPT.listen()
    if arguments.time_limit is None:
        return asked
    load_engine()
    return any_of(asked, Deadline(arguments.time_limit))
