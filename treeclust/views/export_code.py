"""The tree as a program: a Python function, an SQL expression, JSON. Names from the file only ever appear quoted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from treeclust.dataset import Feature, FeatureKind
from treeclust.result import Result
from treeclust.tree import Leaf, Node, Tree
from treeclust.views.palette import cluster_name


def python_function(tree: Tree, names: Mapping[int, str]) -> str:
    """A function of one row, given as a mapping from column name to value."""
    lines = ["def cluster(row):", '    """The cluster of a row, a mapping from column name to value."""']

    def down(node: Node, indent: str) -> None:
        if isinstance(node, Leaf):
            lines.append(f"{indent}return {cluster_name(node.cluster, names)!a}")
            return
        lines.append(f"{indent}if {python_test(tree.features[node.feature], node.threshold)}:")
        down(node.left, indent + "    ")
        lines.append(f"{indent}else:")
        down(node.right, indent + "    ")

    down(tree.root, "    ")
    return "\n".join(lines) + "\n"


def python_test(feature: Feature, threshold: float) -> str:
    """True for the left branch."""
    column = f"row[{feature.column!a}]"
    if feature.kind is FeatureKind.CATEGORY:
        return f"str({column}) != {feature.category!a}"
    if feature.kind is FeatureKind.BOOLEAN:
        return f"not {column}"
    if feature.kind is FeatureKind.DATE:
        return f"str({column}) <= {feature.value_text(threshold)!a}"
    return f"{column} <= {threshold!r}"


def sql_case(tree: Tree, names: Mapping[int, str]) -> str:
    """A CASE expression in standard SQL."""

    def down(node: Node, indent: str) -> str:
        if isinstance(node, Leaf):
            return sql_string(cluster_name(node.cluster, names))
        test = sql_test(tree.features[node.feature], node.threshold)
        inner = indent + "  "
        left, right = down(node.left, inner), down(node.right, inner)
        return f"CASE WHEN {test}\n{inner}THEN {left}\n{inner}ELSE {right}\n{indent}END"

    return down(tree.root, "") + " AS cluster\n"


def sql_test(feature: Feature, threshold: float) -> str:
    """True for the left branch."""
    column = sql_name(feature.column)
    if feature.kind is FeatureKind.CATEGORY:
        return f"{column} <> {sql_string(str(feature.category))}"
    if feature.kind is FeatureKind.BOOLEAN:
        return f"NOT {column}"
    if feature.kind is FeatureKind.DATE:
        return f"{column} <= {sql_string(feature.value_text(threshold))}"
    return f"{column} <= {threshold!r}"


def sql_name(name: str) -> str:
    return '"' + _one_line(name).replace('"', '""') + '"'


def sql_string(text: str) -> str:
    return "'" + _one_line(text).replace("'", "''") + "'"


def _one_line(text: str) -> str:
    return "".join(c if c >= " " else " " for c in text)


def result_json(result: Result, names: Mapping[int, str], shown: Tree | None) -> str:
    """The whole answer, with the cluster names as edited; `shown` is the tree with the numbers used on screen."""
    data: dict[str, Any] = result.to_json()
    clusters = sorted({leaf.cluster for leaf in shown.leaves()}) if shown else []
    data["cluster_names"] = {str(c): cluster_name(c, names) for c in clusters}
    if shown is not None:
        data["rules"] = [
            {"cluster": rule.cluster, "size": rule.size, "conditions": list(rule.conditions)} for rule in shown.rules()
        ]
    return json.dumps(data, indent=2, allow_nan=False)
