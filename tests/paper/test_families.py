"""Each clause family on a problem small enough to write its clauses down, and the whole against a count of models."""

from __future__ import annotations

import numpy as np
import pytest
from pysat.solvers import Solver

from tests.oracle import clusterings, random_problem
from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.objectives import objective_named
from treeclust.paper import formula
from treeclust.paper import label_clauses as labels
from treeclust.paper import order_clauses as order
from treeclust.paper import pair_clauses as pairs
from treeclust.paper import soft_clauses as soft
from treeclust.paper import tree_clauses as tree
from treeclust.paper.smart_pairs import all_pairs
from treeclust.paper.variables import Model, Shape


def model(k: int = 3, depth: int | None = 2, must=(), cannot=(), k_min=None) -> Model:
    """Three rows, two features; row 1 and row 2 tie in feature 0."""
    table = [[0.0, 5.0], [1.0, 2.0], [1.0, 0.0]]
    links = Links.from_pairs(must, cannot)
    problem = Problem(Dataset.from_array(table), k, depth, links, epsilon=0.0, k_min=k_min)
    return Model(problem, all_pairs(problem), uses_split=True)


def found(family, m: Model) -> set[frozenset[int]]:
    return {frozenset(clause) for block in family(m) for clause in block.tolist()}


def wanted(*clauses) -> set[frozenset[int]]:
    return {frozenset(int(literal) for literal in clause) for clause in clauses}


def test_shape_knows_the_turns_towards_each_leaf():
    """Leaf 2 of a tree of depth 2 lies right of the root and left of the root's right child."""
    assert (Shape(2).turned_right(2), Shape(2).turned_left(2)) == ([0], [2])


def test_7_no_two_features_at_a_node():
    """Each node excludes each pair of features."""
    m = model()
    assert found(tree.at_most_one_feature, m) == wanted(*([-m.a[t, 0], -m.a[t, 1]] for t in range(3)))


def test_8_some_feature_at_each_node():
    """Each node has a clause over all features."""
    m = model()
    assert found(tree.at_least_one_feature, m) == wanted(*m.a)


def test_9_a_row_goes_left_if_its_successor_does():
    """At a node that tests feature 1, the order of rows is 2, 1, 0."""
    m = model(depth=1, k=2)
    clauses = found(tree.ordered_split, m)
    assert wanted([-m.a[0, 1], m.s[2, 0], -m.s[1, 0]], [-m.a[0, 1], m.s[1, 0], -m.s[0, 0]]) <= clauses
    assert len(clauses) == 4


def test_10_equal_values_go_the_same_way():
    """Rows 1 and 2 tie in feature 0 and nowhere else."""
    m = model(depth=1, k=2)
    assert found(tree.equal_values_together, m) == wanted([-m.a[0, 0], -m.s[1, 0], m.s[2, 0]])


def test_11_12_13_a_leaf_is_its_turns():
    """z[i, leaf 1] holds exactly if row i goes left at the root and right at its left child."""
    m = model()
    left, right, arrive = (found(f, m) for f in (tree.left_turns, tree.right_turns, tree.arrival))
    for i in range(3):
        assert wanted([-m.z[i, 1], m.s[i, 0]]) <= left
        assert wanted([-m.z[i, 1], -m.s[i, 1]]) <= right
        assert wanted([m.z[i, 1], -m.s[i, 0], m.s[i, 1]]) <= arrive
    assert (len(left), len(right), len(arrive)) == (12, 12, 12)


def test_14_15_extreme_rows_go_their_way():
    """The lowest value goes left, the highest right, whatever feature is tested."""
    m = model(depth=1, k=2)
    low, high = [-m.a[0, 1], m.s[2, 0]], [-m.a[0, 1], -m.s[0, 0]]
    assert found(tree.lowest_goes_left, m) == wanted([-m.a[0, 0], m.s[0, 0]], low)
    assert found(tree.highest_goes_right, m) == wanted([-m.a[0, 0], -m.s[1, 0]], high)


def test_16_39_unary_numbers_have_no_gap():
    """ "Comes after 2" implies "comes after 1", for leaves and, without a tree, for rows."""
    m, flat = model(), model(depth=None)
    assert found(labels.leaf_unary, m) == wanted(*([m.g[t, 0], -m.g[t, 1]] for t in range(4)))
    assert found(labels.row_unary, flat) == wanted(*([flat.x[i, 0], -flat.x[i, 1]] for i in range(3)))


def test_17_18_rows_take_the_cluster_of_their_leaf():
    """For each row, leaf and cluster, both directions."""
    m = model()
    below, above = found(labels.row_not_below_leaf, m), found(labels.row_not_above_leaf, m)
    assert wanted([-m.z[2, 3], -m.g[3, 1], m.x[2, 1]]) <= below
    assert wanted([-m.z[2, 3], m.g[3, 1], -m.x[2, 1]]) <= above
    assert len(below) == len(above) == 3 * 4 * 2


def test_19_20_21_clusters_open_in_order_and_none_is_empty():
    """Row 1 is in cluster 1, row 2 not in cluster 3; row 3 needs an earlier row in cluster 2 for cluster 3."""
    m = model()
    assert found(labels.early_rows, m) == wanted([-m.x[0, 0]], [-m.x[1, 1]])
    assert found(labels.open_in_order, m) == wanted([-m.x[2, 1], m.x[0, 0], m.x[1, 0]])
    assert found(labels.no_empty_cluster, m) == wanted(m.x[:, 1])
    assert found(labels.no_empty_cluster, model(k_min=1)) == set()


def test_22_to_26_links():
    """A cannot-link excludes each cluster for both rows at once; a must-link equates every digit."""
    m = model(must=[(0, 1)], cannot=[(1, 2)])
    x = m.x
    assert found(pairs.cannot_both_first, m) == wanted([x[1, 0], x[2, 0]])
    assert found(pairs.cannot_both_last, m) == wanted([-x[1, 1], -x[2, 1]])
    assert found(pairs.cannot_both_between, m) == wanted([-x[1, 0], -x[2, 0], x[1, 1], x[2, 1]])
    assert found(pairs.must_not_before, m) == wanted([-x[0, 0], x[1, 0]], [-x[0, 1], x[1, 1]])
    assert found(pairs.must_not_after, m) == wanted([x[0, 0], -x[1, 0]], [x[0, 1], -x[1, 1]])


def test_27_to_31_distance_classes():
    """The same clauses as for links, guarded by the class of the pair: rows 1 and 2 are closest, class 0."""
    m = model()
    x, minus, plus = m.x, m.b_minus[0], m.b_plus[0]
    assert wanted([minus, x[1, 0], x[2, 0]]) <= found(pairs.separate_both_first, m)
    assert wanted([minus, -x[1, 1], -x[2, 1]]) <= found(pairs.separate_both_last, m)
    assert wanted([minus, -x[1, 0], -x[2, 0], x[1, 1], x[2, 1]]) <= found(pairs.separate_both_between, m)
    assert wanted([-plus, -x[1, 1], x[2, 1]]) <= found(pairs.together_not_before, m)
    assert wanted([-plus, x[1, 1], -x[2, 1]]) <= found(pairs.together_not_after, m)
    assert len(found(pairs.separate_both_first, m)) == 3


def test_32_33_34_classes_are_ordered():
    """b⁻ and b⁺ are true up to a class and false beyond it, and b⁺ never beyond b⁻."""
    m = model()
    last = len(m.b_minus) - 1
    assert wanted([-m.b_minus[last], m.b_minus[last - 1]]) <= found(order.minus_in_order, m)
    assert wanted([-m.b_plus[last], m.b_plus[last - 1]]) <= found(order.plus_in_order, m)
    assert wanted([-m.b_plus[last], m.b_minus[last]]) <= found(order.plus_below_minus, m)
    assert len(found(order.minus_in_order, m)) == len(found(order.plus_in_order, m)) == last


def test_37_38_one_soft_clause_per_class():
    """¬b⁻ for a small diameter, b⁺ for a large split."""
    m = model()
    assert soft.close_classes(m).ravel().tolist() == (-m.b_minus).tolist()
    assert soft.together_classes(m).ravel().tolist() == m.b_plus.tolist()


@pytest.mark.parametrize("seed", range(60))
def test_models_are_the_feasible_partitions_once_each(seed):
    """Projected on the labels, the hard clauses have exactly the clusterings that brute force lists, each once."""
    problem = random_problem(seed, most_rows=6, most_depth=2)
    m = Model(problem, all_pairs(problem), uses_split=False)
    shape = formula.FLAT if problem.is_flat else formula.TREE
    seen = []
    with Solver("glucose4") as solver:
        for family in shape + formula.CLUSTERS + formula.LINKS:
            for block in family(m):
                solver.append_formula(block.tolist())
        while solver.solve():
            value = np.zeros(m.count + 1, dtype=bool)
            value[[v for v in solver.get_model() if v > 0]] = True
            seen.append(tuple(value[m.x].sum(axis=1).tolist()))
            solver.add_clause([int(-v if value[v] else v) for v in m.x.ravel()])
    assert sorted(seen) == sorted(clusterings(problem))


@pytest.mark.parametrize("name", ["md", "md-ms"])
def test_counting_is_as_writing(name):
    """The sizes of every family without the formula; stopped at once, it counts nothing."""
    for seed in range(5):
        problem = random_problem(np.random.default_rng(seed))
        written = formula.encode(problem, objective_named(name)).sizes
        assert formula.count_clauses(problem, objective_named(name)) == written
        assert formula.count_clauses(problem, objective_named(name), lambda: True) == {}
