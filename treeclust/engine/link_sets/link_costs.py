"""What broken links cost, and the clauses that keep the cost within a limit: the generalized totalizer (Joshi, Martins,
Manquinho 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treeclust.core.links import Kind, Link
from treeclust.core.soft_links import WEIGHT_TOLERANCE
from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.formula.tree_formula import Bools
from treeclust.engine.instance.instance import Floats, Instance, Ints


@dataclass(frozen=True, eq=False)
class LinkCosts:
    """Links between points, what each costs when it is broken, and the most that a clustering may cost."""

    ends: Ints
    is_must: Bools
    weights: Floats
    limit: float

    def broken(self, labels: Ints) -> Ints:
        """The places of the links that these labels of the points break."""
        ends = labels[self.ends]
        broken: Ints = np.flatnonzero((ends[:, 0] == ends[:, 1]) != self.is_must)
        return broken

    def affordable(self, labels: Ints) -> bool:
        return float(self.weights[self.broken(labels)].sum()) <= self.limit + WEIGHT_TOLERANCE


def link_costs_of(instance: Instance, links: Sequence[Link], weights: Sequence[float], limit: float) -> LinkCosts:
    ends = instance.point_of_row[np.array([link.pair for link in links], dtype=np.int64).reshape(-1, 2)]
    is_must = np.array([link.kind is Kind.MUST for link in links], dtype=np.bool_)
    return LinkCosts(ends, is_must, np.array(weights, dtype=np.float64), limit)


def add_switches(formula: LabelFormula, ends: Ints, is_must: Bools) -> list[int]:
    """A variable per link: switch -> same label (must), or switch -> never the same label (cannot)."""
    groups = formula.instance.group_of[ends]
    formula.bring_in(groups.ravel().tolist())
    first = formula.fresh(len(ends))
    switches = list(range(first, first + len(ends)))
    for switch, must, (one, two) in zip(switches, is_must, formula.literal[groups].tolist(), strict=True):
        both = zip(one, two, strict=True)
        formula.sat.add([[-switch, -a, b if must else -b] for a, b in both])
    return switches


def add_cost_limit(formula: LabelFormula, price: LinkCosts) -> list[int]:
    """Every link gets a switch, and those that are off cost at most the limit; returns the switches."""
    switches = add_switches(formula, price.ends, price.is_must)
    add_sums(formula, price, switches)
    return switches


def add_sums(formula: LabelFormula, price: LinkCosts, switches: Sequence[int]) -> dict[float, int]:
    """Links that are switched off cost at most the limit; returns literals for "at least so much is broken"."""
    nodes: list[dict[float, int]] = []
    for switch, weight in zip(switches, price.weights.tolist(), strict=True):
        if weight > price.limit + WEIGHT_TOLERANCE:
            formula.sat.add([[switch]])
        else:
            nodes.append({weight: -switch})
    while len(nodes) > 1:
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        nodes = [join(formula, *pair, price.limit) for pair in pairs] + nodes[len(nodes) & ~1 :]
    return nodes[0] if nodes else {}


def join(formula: LabelFormula, one: dict[float, int], two: dict[float, int], limit: float) -> dict[float, int]:
    """Literals for "at least so much is broken" over two sets of links, from those over each; sums above the limit
    are forbidden at once."""
    joined: dict[float, int] = {}
    clauses = []
    for a, b in [(a, b) for a in (0.0, *one) for b in (0.0, *two) if a or b]:
        given = [-literal for literal in (one.get(a), two.get(b)) if literal is not None]
        total = round(a + b, 9)
        if total > limit + WEIGHT_TOLERANCE:
            clauses.append(given)
            continue
        if total not in joined:
            joined[total] = formula.fresh(1)
        clauses.append([*given, joined[total]])
    formula.sat.add(clauses)
    return joined
