"""The clusters in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from treeclust.core.tree import Rule, Tree
from treeclust.tables.new_rows import tested
from treeclust.views.palette import cluster_name


@dataclass(frozen=True)
class ClusterRule:
    """All the ways into one cluster; each alternative is one leaf."""

    cluster: int
    name: str
    size: int
    alternatives: tuple[str, ...]


def cluster_rules(tree: Tree, names: Mapping[int, str]) -> tuple[ClusterRule, ...]:
    by_cluster: dict[int, list[Rule]] = {}
    for rule in tree.rules():
        by_cluster.setdefault(rule.cluster, []).append(rule)
    return tuple(
        ClusterRule(
            cluster,
            cluster_name(cluster, names),
            sum(rule.size for rule in rules),
            tuple(" and ".join(rule.conditions) or "every row" for rule in rules),
        )
        for cluster, rules in sorted(by_cluster.items())
    )


def asked_columns(tree: Tree) -> tuple[str, ...]:
    """The columns that the tree asks about, in the order of the table."""
    places = sorted(tested(tree.root))
    return tuple(dict.fromkeys(tree.features[j].column for j in places))


def rules_text(tree: Tree, names: Mapping[int, str]) -> str:
    """One paragraph per cluster, as one would read it to a colleague."""
    parts = []
    for rule in cluster_rules(tree, names):
        ways = "\n   or ".join(rule.alternatives)
        parts.append(f"{rule.name} ({rule.size} rows) if\n      {ways}\n")
    return "\n".join(parts)
