"""The tree as a program: a Python function, an SQL expression. Names from the file only ever appear quoted."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from treeclust.core.dataset import DateOrder, Feature, FeatureKind
from treeclust.core.decimals import last_moment, whole_digits
from treeclust.core.tree import Leaf, Node, Split, Tree
from treeclust.tables.reading.cells import YES_OR_NO
from treeclust.views.palette import cluster_name
from treeclust.views.sql_dates import mysql_moment, sql_moment

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
    """Where the table has whole days, a time of day does not matter: the test is whether the next day has begun. Else
    it is the last millionth of a second that is read as at most the threshold."""
    if feature.whole_days:
        next_day = datetime.timedelta(days=math.floor(threshold) + 1)
        return Moment((EPOCH + next_day).date().isoformat(), True)
    return Moment((EPOCH + last_moment(threshold)).isoformat(" ", "microseconds"), False)


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
    column, left = f"row[{feature.column!a}]", filled_left(feature, threshold)
    if feature.kind is FeatureKind.CATEGORY:
        fill = "" if left is None else f", {('' if left else feature.category)!a}"
        return f"text({column}{fill}) != {feature.category!a}"
    if feature.kind is FeatureKind.BOOLEAN:
        return f"not yes({column}{'' if left is None else f', {not left}'})"
    if feature.kind is FeatureKind.DATE:
        limit = moment(feature, threshold)
        order = f", {feature.date_order!a}" if feature.date_order in ("day", "month") else ""
        fill = "" if left is None else f", fill={('' if left else '~')!a}"
        return f"date({column}{order}{fill}) {'<' if limit.before else '<='} {limit.text!a}"
    return f"number({column}{'' if left is None else ', LEFT' if left else ', RIGHT'}) <= {threshold!r}"


def filled_left(feature: Feature, threshold: float) -> bool | None:
    """Where a missing value goes: it counts as the value that gaps were filled with; None if they were not."""
    return None if feature.fill is None else feature.fill <= threshold


@dataclass(frozen=True)
class SqlDialect:
    """How names and texts are quoted, and how dates and texts are compared. MySQL takes a text in double quotes for a
    string, a backslash for an escape, and red for RED: what is safe in one dialect is not in the other, so each says
    which it is for."""

    words: str
    quote: str
    backslash: str
    exact_text: str
    moment: Callable[[str, DateOrder], str]

    def name(self, name: str) -> str:
        plain = "".join(c if c >= " " else " " for c in name)
        return self.quote + plain.replace(self.quote, 2 * self.quote) + self.quote

    def string(self, text: str) -> str:
        return "'" + text.replace("\0", "").replace("\\", self.backslash).replace("'", "''") + "'"


STANDARD_SQL = SqlDialect("standard SQL (PostgreSQL, SQLite), not for MySQL", '"', "\\", "{}", sql_moment)
MYSQL = SqlDialect("MySQL and MariaDB only", "`", "\\\\", "CONVERT({} USING utf8mb4) COLLATE utf8mb4_bin", mysql_moment)


def sql_case(tree: Tree, names: Mapping[int, str], dialect: SqlDialect = STANDARD_SQL) -> str:
    """A CASE expression; NULL where a value that decides is missing."""

    def down(node: Node, indent: str) -> str:
        if isinstance(node, Leaf):
            return dialect.string(cluster_name(node.cluster, names))
        return branch(node, indent, partial(down, indent=indent + "  "))

    def branch(node: Split, indent: str, inner: Callable[[Node], str]) -> str:
        low, high = sql_tests(tree.features[node.feature], node.threshold, dialect)
        space = indent + "  "
        return (
            f"CASE WHEN {low}\n{space}THEN {inner(node.left)}\n"
            f"{space}WHEN {high}\n{space}THEN {inner(node.right)}\n{indent}END"
        )

    return f"-- {dialect.words}\n{down(tree.root, '')} AS cluster\n"


def sql_tests(feature: Feature, threshold: float, dialect: SqlDialect) -> tuple[str, str]:
    """The tests for left and for right. Neither holds for NULL, unless gaps were filled: then the one that holds for
    what they were filled with."""
    low, high = sql_sides(feature, threshold, dialect)
    left = filled_left(feature, threshold)
    if left is None:
        return low, high
    null = f"{dialect.name(feature.column)} IS NULL"
    return (f"{low} OR {null}", high) if left else (low, f"{high} OR {null}")


def sql_sides(feature: Feature, threshold: float, dialect: SqlDialect) -> tuple[str, str]:
    column = dialect.name(feature.column)
    if feature.kind is FeatureKind.CATEGORY:
        value = dialect.string(str(feature.category))
        text = dialect.exact_text.format(column)
        return f"{text} <> {value}", f"{text} = {value}"
    if feature.kind is FeatureKind.BOOLEAN:
        low, high = (", ".join(map(dialect.string, words)) for words in (NO, YES))
        word = f"LOWER(TRIM(CAST({column} AS CHAR(5))))"
        return f"{word} IN ({low})", f"{word} IN ({high})"
    if feature.kind is FeatureKind.DATE:
        limit = moment(feature, threshold)
        low, high = ("<", ">=") if limit.before else ("<=", ">")
        written = dialect.moment(column, feature.date_order)
        return f"{written} {low} {dialect.string(limit.text)}", f"{written} {high} {dialect.string(limit.text)}"
    literal = whole_digits(threshold) or repr(threshold)
    return f"{column} <= {literal}", f"{column} > {literal}"
