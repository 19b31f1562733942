"""Put the clause families together: the whole formula of a problem and an objective."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.stop import Stop, never
from treeclust.paper import label_clauses as labels
from treeclust.paper import order_clauses as order
from treeclust.paper import pair_clauses as pairs
from treeclust.paper import size_clauses as sizes
from treeclust.paper import tree_clauses as tree
from treeclust.paper.smart_pairs import all_pairs, smart_pairs
from treeclust.paper.variables import Block, Blocks, Model

Family = Callable[[Model], Blocks]

TREE: tuple[Family, ...] = (
    tree.at_most_one_feature, tree.at_least_one_feature, tree.ordered_split, tree.equal_values_together,
    tree.left_turns, tree.right_turns, tree.arrival, tree.lowest_goes_left, tree.highest_goes_right,
    labels.leaf_unary, labels.row_not_below_leaf, labels.row_not_above_leaf,
)  # fmt: skip
FLAT: tuple[Family, ...] = (labels.row_unary,)
CLUSTERS: tuple[Family, ...] = (labels.early_rows, labels.open_in_order, labels.no_empty_cluster)
LINKS: tuple[Family, ...] = (
    pairs.cannot_both_first, pairs.cannot_both_last, pairs.cannot_both_between, pairs.must_not_before,
    pairs.must_not_after,
)  # fmt: skip
DIAMETER: tuple[Family, ...] = (
    pairs.separate_both_first, pairs.separate_both_last, pairs.separate_both_between, order.minus_in_order,
    order.settled_minus,
)  # fmt: skip
SPLIT: tuple[Family, ...] = (
    pairs.together_not_before, pairs.together_not_after, order.plus_in_order, order.plus_below_minus,
    order.settled_plus,
)  # fmt: skip
RULES: tuple[Family, ...] = (sizes.some_feature_where_used, sizes.tree_rules)
LIMITS: tuple[Family, ...] = (
    sizes.only_split_features, sizes.cluster_of_a_row, sizes.cluster_sizes, sizes.leaf_sizes, sizes.far_pairs_apart,
    sizes.near_pairs_together,
)  # fmt: skip
"""Beyond the paper; they have no clauses where nothing of the kind is asked for."""

REDUNDANT: dict[Family, str] = {
    tree.at_most_one_feature: "a second feature at a node is one more order that its split obeys; either one reads it",
    tree.left_turns: "(13) puts every row at its leaf; a row at another leaf too would only be bound more",
    tree.right_turns: "as for (11)",
    tree.lowest_goes_left: "an empty split can repeat a split above it instead, so the same partitions remain",
    tree.highest_goes_right: "as for (14)",
    order.plus_below_minus: "no class is empty, and no pair of it can be together and separate at once",
}
"""Families whose absence changes neither status nor optimum (they help the search); a test shows both halves."""


@dataclass(frozen=True, eq=False)
class Formula:
    """Hard clauses in blocks, unit soft clauses of weight one, and the size of each family."""

    model: Model
    hard: list[Block]
    soft: Block
    infeasible: bool
    sizes: dict[str, int] = field(default_factory=dict)

    @property
    def clauses(self) -> int:
        return sum(self.sizes.values())


def families(problem: Problem, uses_split: bool) -> tuple[Family, ...]:
    """The clause families that this kind of problem needs."""
    shape = FLAT if problem.is_flat else TREE
    if problem.min_leaf_rows > 1:  # then even the root may have to be idle
        shape = tuple(family for family in shape if family not in (tree.lowest_goes_left, tree.highest_goes_right))
    if problem.rules.bind_the_shape:
        shape = (*(family for family in shape if family is not tree.at_least_one_feature), *RULES)
    return shape + CLUSTERS + LINKS + DIAMETER + (SPLIT if uses_split else ()) + LIMITS


def encode(
    problem: Problem,
    objective: Objective,
    smart: bool = True,
    without: Collection[Family] = (),
    stopped: Stop = never,
) -> Formula:
    """The formula; `without` leaves families out (to see what each is for). Stops early, incomplete, when asked."""
    model = Model(problem, smart_pairs(problem) if smart else all_pairs(problem), objective.uses_split)
    hard: list[Block] = []
    counts: dict[str, int] = {}
    for family in families(problem, objective.uses_split):
        if family in without or stopped():
            continue
        blocks = [block for block in family(model) if block.size]
        hard += blocks
        counts[family.__name__] = sum(map(len, blocks))
    softs = objective.clauses(model)
    counts["soft"] = len(softs)
    return Formula(model, hard, softs, model.pairs.infeasible, counts)


def count_clauses(problem: Problem, objective: Objective, stopped: Stop = never) -> dict[str, int]:
    """The sizes that the formula would have, by family, without keeping it. Stops early, incomplete, when asked."""
    model = Model(problem, smart_pairs(problem), objective.uses_split)
    counts: dict[str, int] = {}
    for family in families(problem, objective.uses_split):
        if stopped():
            return counts
        counts[family.__name__] = 0
        for block in family(model):
            counts[family.__name__] += len(block) if block.size else 0
            if stopped():
                return counts
    return counts | {"soft": len(objective.clauses(model))}
