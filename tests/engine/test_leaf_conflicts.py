"""Leaf conflicts against the enumeration of every tree."""

from __future__ import annotations

import numpy as np

from tests import oracle
from tests.each import each
from treeclust.engine.bounds.leaf_conflicts import LeafConflicts, orders_of, pack
from treeclust.engine.bounds.relaxation import Relaxation
from treeclust.engine.instance.instance import prepare

PLENTY = 10**9


@each(80)
def test_separable_exactly_when_some_tree_has_conflict_free_leaves(seed: int) -> None:
    """The binary search over prefixes agrees with looking at the leaves of every tree."""
    rng = np.random.default_rng(seed)
    problem = oracle.random_problem(seed, flat=False)
    instance = prepare(problem)
    apart = np.triu(rng.random((instance.points, instance.points)) < 0.5, 1)
    apart |= apart.T
    orders = orders_of(instance.ranks)
    assert problem.depth is not None
    leaf = LeafConflicts(orders, pack(apart, orders.words), problem.depth, PLENTY)
    on_rows = apart[np.ix_(instance.point_of_row, instance.point_of_row)]

    def free(rows: int) -> bool:
        members = [i for i in range(problem.n) if rows >> i & 1]
        return not on_rows[np.ix_(members, members)].any()

    assert leaf.possible() == any(all(free(block) for block in blocks) for blocks in oracle.tree_partitions(problem))


@each(80)
def test_a_refutation_is_right_and_no_optimum_is_cut_off(seed: int) -> None:
    """At the optimal level nothing is refuted; whatever is refuted below it has no clustering."""
    problem = oracle.random_problem(seed, flat=False)
    status, value = oracle.best(problem, "md")
    relaxation = Relaxation(prepare(problem))
    if status == "optimal":
        assert value is not None
        assert not relaxation.judge(value - 1, 0, PLENTY).refuted
    elif relaxation.judge(len(problem.classes), 0, PLENTY).refuted:
        assert status == "infeasible"


def test_running_out_of_steps_proves_nothing() -> None:
    """With no steps allowed the verdict is incomplete and refutes nothing."""
    rng = np.random.default_rng(0)
    orders = orders_of(rng.integers(0, 30, (60, 3)))
    everything = ~np.eye(60, dtype=bool)
    assert not LeafConflicts(orders, pack(everything, orders.words), 3, PLENTY).possible()
    short = LeafConflicts(orders, pack(everything, orders.words), 3, 5)
    assert short.possible()
    assert short.ran_out
