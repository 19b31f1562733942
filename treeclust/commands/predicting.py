"""`predict`: the clusters of new rows, by the tree of an answer that `solve --json` wrote."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from treeclust.commands.question import add_reading, read_data
from treeclust.errors import InputError
from treeclust.placing import NOWHERE, Recipe, place_rows
from treeclust.tree import Tree
from treeclust.views.export_placed import placed_csv

HELP = "the cluster of each row of a new table, by the tree of an earlier answer"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("result", type=Path, help="the answer, as solve --json printed it or the app saved it")
    add_reading(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of CSV")


def run(arguments: argparse.Namespace) -> int:
    """The table on stdout; what is unusual about it on stderr, one line each."""
    tree, recipe, names = load_answer(arguments.result)
    table = read_data(arguments)
    placed = place_rows(tree, recipe, table.frame)
    if arguments.json:
        labels = [None if label == NOWHERE else label for label in placed.labels.tolist()]
        print(json.dumps({"labels": labels, "remarks": placed.remarks, "warnings": placed.warnings}))
        return 0
    print(placed_csv(table.frame, placed, names), end="")
    for warning in placed.warnings:
        print(f"treeclust: {warning}", file=sys.stderr)
    return 0


def load_answer(path: Path) -> tuple[Tree, Recipe, dict[int, str]]:
    """The tree, what it asks of a table, and the names of its clusters."""
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8-sig"))
        root = data["tree"]
    except OSError:
        raise InputError(f'The answer "{path}" cannot be read; check its name.') from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(f'"{path}" is not an answer; give what solve --json printed.') from None
    if root is None:
        raise InputError(f'The answer "{path}" has no tree; only an answer with a tree can place new rows.')
    try:
        recipe = Recipe.from_json(data)
        names = {int(cluster): str(name) for cluster, name in data.get("cluster_names", {}).items()}
        return Tree.from_json(root, recipe.features), recipe, names
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(
            f'The answer "{path}" does not say how columns become features; solve again with --json.'
        ) from None
