"""Put the clause families together: the whole formula of a problem and an objective."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from treeclust.encoding import labels, order, pairs, tree
from treeclust.encoding.model import Block, Blocks, Model
from treeclust.encoding.smart_pairs import all_pairs, smart_pairs
from treeclust.problem import Problem
from treeclust.stop import Stop, never

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


def families(problem: Problem, wants_split: bool) -> tuple[Family, ...]:
    """The clause families that this kind of problem needs."""
    shape = FLAT if problem.is_flat else TREE
    return shape + CLUSTERS + LINKS + DIAMETER + (SPLIT if wants_split else ())


def encode(
    problem: Problem,
    soft: Callable[[Model], Block],
    wants_split: bool,
    smart: bool = True,
    without: Collection[Family] = (),
    stopped: Stop = never,
) -> Formula:
    """The formula; `without` leaves families out (to see what each is for). Stops early, incomplete, when asked."""
    model = Model(problem, smart_pairs(problem) if smart else all_pairs(problem), wants_split)
    hard: list[Block] = []
    sizes: dict[str, int] = {}
    for family in families(problem, wants_split):
        if family in without or stopped():
            continue
        blocks = [block for block in family(model) if block.size]
        hard += blocks
        sizes[family.__name__] = sum(map(len, blocks))
    softs = soft(model)
    sizes["soft"] = len(softs)
    return Formula(model, hard, softs, model.pairs.infeasible, sizes)
