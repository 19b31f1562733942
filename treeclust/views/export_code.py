"""The tree as a program: a Python function, an SQL expression. Names from the file only ever appear quoted."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from treeclust.dataset import Feature, FeatureKind
from treeclust.reading.cells import YES_OR_NO
from treeclust.tree import Leaf, Node, Split, Tree
from treeclust.views.palette import cluster_name

EPOCH = datetime.datetime(1970, 1, 1)
START = (Path(__file__).parent / "cluster_start.py.txt").read_text(encoding="utf-8")
"""The beginning of the Python file: how values are read."""
YES, NO = ((*(word for word, value in YES_OR_NO.items() if value == meant), f"{meant:.0f}") for meant in (1.0, 0.0))


@dataclass(frozen=True)
class Moment:
    """A threshold on dates as text: values `before` it go left, or those up to it. ISO dates sort like their text."""

    text: str
    before: bool


def moment(feature: Feature, threshold: float) -> Moment:
    """Where the table has whole days, a time of day does not matter: the test is whether the next day has begun."""
    if feature.whole_days:
        return Moment((EPOCH + datetime.timedelta(days=math.floor(threshold) + 1)).date().isoformat(), True)
    return Moment((EPOCH + datetime.timedelta(days=threshold)).isoformat(" ", "microseconds"), False)


def python_function(tree: Tree, names: Mapping[int, str]) -> str:
    """A function of one row, given as a mapping from column name to value."""
    lines = ["def follow(row):", '    """From the root of the tree to the name of a cluster."""']

    def down(node: Node, indent: str) -> None:
        if isinstance(node, Leaf):
            lines.append(f"{indent}return {cluster_name(node.cluster, names)!a}")
            return
        lines.append(f"{indent}if {python_test(tree.features[node.feature], node.threshold)}:")
        down(node.left, indent + "    ")
        lines.append(f"{indent}else:")
        down(node.right, indent + "    ")

    down(tree.root, "    ")
    words = f"YES, NO = {YES!a}, {NO!a}\n"
    return START.replace("YES, NO = (), ()\n", words) + "\n".join(lines) + "\n"


def python_test(feature: Feature, threshold: float) -> str:
    """True for the left branch."""
    column = f"row[{feature.column!a}]"
    if feature.kind is FeatureKind.CATEGORY:
        return f"text({column}) != {feature.category!a}"
    if feature.kind is FeatureKind.BOOLEAN:
        return f"not yes({column})"
    if feature.kind is FeatureKind.DATE:
        limit = moment(feature, threshold)
        return f"date({column}) {'<' if limit.before else '<='} {limit.text!a}"
    return f"number({column}) <= {threshold!r}"


def sql_case(tree: Tree, names: Mapping[int, str]) -> str:
    """A CASE expression in standard SQL; NULL where a value that decides is missing."""

    def down(node: Node, indent: str) -> str:
        if isinstance(node, Leaf):
            return sql_string(cluster_name(node.cluster, names))
        return branch(node, indent, partial(down, indent=indent + "  "))

    def branch(node: Split, indent: str, inner: Callable[[Node], str]) -> str:
        low, high = sql_tests(tree.features[node.feature], node.threshold)
        space = indent + "  "
        return (
            f"CASE WHEN {low}\n{space}THEN {inner(node.left)}\n"
            f"{space}WHEN {high}\n{space}THEN {inner(node.right)}\n{indent}END"
        )

    return down(tree.root, "") + " AS cluster\n"


def sql_tests(feature: Feature, threshold: float) -> tuple[str, str]:
    """The tests for left and for right; neither holds for NULL."""
    column = sql_name(feature.column)
    if feature.kind is FeatureKind.CATEGORY:
        value = sql_string(str(feature.category))
        return f"{column} <> {value}", f"{column} = {value}"
    if feature.kind is FeatureKind.BOOLEAN:
        low, high = (", ".join(map(sql_string, words)) for words in (NO, YES))
        word = f"LOWER(CAST({column} AS CHAR(5)))"
        return f"{word} IN ({low})", f"{word} IN ({high})"
    if feature.kind is FeatureKind.DATE:
        limit = moment(feature, threshold)
        low, high = ("<", ">=") if limit.before else ("<=", ">")
        return f"{column} {low} {sql_string(limit.text)}", f"{column} {high} {sql_string(limit.text)}"
    return f"{column} <= {threshold!r}", f"{column} > {threshold!r}"


def sql_name(name: str) -> str:
    return '"' + "".join(c if c >= " " else " " for c in name).replace('"', '""') + '"'


def sql_string(text: str) -> str:
    return "'" + text.replace("\0", "").replace("'", "''") + "'"
