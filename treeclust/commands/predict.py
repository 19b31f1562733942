"""`predict`: the clusters of new rows, by the tree of an answer that `solve --json` wrote."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from treeclust.commands.options import add_reading, read_data
from treeclust.core.codec import from_json
from treeclust.core.errors import InputError, one_line
from treeclust.core.given_files import read_json
from treeclust.core.tree import Tree
from treeclust.tables.new_rows import NOWHERE, Recipe, place_rows
from treeclust.views.export_placed import placed_csv
from treeclust.views.palette import cluster_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("result", type=Path, help="the answer, as solve --json printed it or the app saved it")
    add_reading(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of CSV")


def run(arguments: argparse.Namespace) -> int:
    """The table on stdout; what is unusual about it on stderr, one line each."""
    tree, recipe, names = load_answer(arguments.result)
    table = read_data(arguments)
    try:
        placed = place_rows(tree, recipe, table.frame)
    except OverflowError:
        raise InputError(f'"{arguments.result}" holds a number that no answer has; solve again with --json.') from None
    if arguments.json:
        labels = [None if label == NOWHERE else label for label in placed.labels.tolist()]
        print(json.dumps({"labels": labels, "remarks": placed.remarks, "warnings": placed.warnings}))
        return 0
    names = {leaf.cluster: f"cluster {leaf.cluster}" for leaf in tree.leaves()} | names
    print(placed_csv(table.frame, placed, names, first=0), end="")
    for warning in placed.warnings:
        print(one_line(f"treeclust: {warning}"), file=sys.stderr)
    return 0


def load_answer(path: Path) -> tuple[Tree, Recipe, dict[int, str]]:
    """The tree, what it asks of a table, and the names that were given to its clusters: on screen those without one are
    numbered from 1, here as `labels` are."""
    try:
        data: dict[str, Any] = read_json(path)
        root = data["tree"]
    except InputError:
        raise
    except OSError:
        raise InputError(f'The answer "{path}" cannot be read; check its name.') from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(f'"{path}" is not an answer; give what solve --json printed.') from None
    if root is None:
        raise InputError(f'The answer "{path}" has no tree; only an answer with a tree can place new rows.')
    try:
        recipe = from_json(Recipe, data)
        named = ((int(cluster), str(name)) for cluster, name in data.get("cluster_names", {}).items())
        names = {cluster: name for cluster, name in named if name != cluster_name(cluster, {})}
        return from_json(Tree, root, recipe.features), recipe, names
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise InputError(
            f'The answer "{path}" does not say how columns become features; solve again with --json.'
        ) from None
