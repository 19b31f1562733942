"""`--near`: the tree that the next one is to stay near to, from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from treeclust.core.codec import from_json
from treeclust.core.earlier_tree import EarlierTest, EarlierTree
from treeclust.core.errors import InputError
from treeclust.core.given_files import read_json


def earlier_tree(path: Path) -> EarlierTree:
    """From what `solve --json` printed, or from the file that a report comes with."""
    try:
        data = read_json(path)
        if "tests" in data:
            tree: EarlierTree = from_json(EarlierTree, data)
            return tree
        return from_nested(data["tree"])
    except InputError:
        raise
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"{path.name} holds no tree to stay near to; use what `solve --json` printed.") from error


def from_nested(root: dict[str, Any]) -> EarlierTree:
    """A tree as results have it in JSON."""
    tests: list[EarlierTest] = []
    leaves: list[tuple[int, int]] = []

    def down(node: dict[str, Any], number: int) -> None:
        if "cluster" in node:
            leaves.append((number, int(node["cluster"])))
            return
        tests.append(EarlierTest(number, str(node["feature"]), float(node["threshold"])))
        down(node["left"], 2 * number)
        down(node["right"], 2 * number + 1)

    down(root, 1)
    return EarlierTree(tuple(tests), tuple(leaves))
