"""Trees: thresholds, predictions, rules in words, JSON."""

from __future__ import annotations

import json

import numpy as np

from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.tree import Leaf, Split, Tree, flat_solution, grow

TABLE = np.array([[0.0, 10.0], [1.0, 10.0], [4.0, 20.0], [6.0, 20.0], [6.0, 30.0]])
DATA = Dataset.from_array(TABLE, ["width", "length"])


def grown(features, lefts, clusters, depth=2):
    """Grow from tables by node number."""
    return grow(
        DATA,
        depth,
        feature=lambda t: features[t],
        goes_left=lambda t, rows: np.isin(rows, list(lefts[t])),
        cluster=lambda t: clusters[t],
    )


def test_thresholds_are_the_shortest_decimals_between_the_rows_that_meet():
    """Rows 2, 3 and 4 reach the right child; 20 and 30 meet there."""
    solution = grown({1: 0, 2: 0, 3: 1}, {1: {0, 1}, 2: {0, 1}, 3: {2, 3}}, {4: 2, 5: 2, 6: 0, 7: 1})
    tree = solution.tree
    assert isinstance(tree.root, Split) and tree.root.threshold == 2.0
    assert isinstance(tree.root.right, Split) and tree.root.right.threshold == 20.0
    assert tree.root.left == Leaf(0, 2)
    assert solution.labels.tolist() == [0, 0, 1, 1, 2]


def test_sibling_leaves_of_one_cluster_become_one():
    """And so on upwards: a tree with one cluster is a single leaf."""
    solution = grown({1: 0, 2: 0, 3: 1}, {1: {0, 1}, 2: {0}, 3: {2, 3}}, {4: 1, 5: 1, 6: 1, 7: 1})
    assert solution.tree.root == Leaf(0, 5)


def test_predict_sends_new_rows_down_the_tree():
    """A value equal to the threshold goes left."""
    tree = grown({1: 0}, {1: {0, 1}}, {2: 0, 3: 1}, depth=1).tree
    assert tree.predict(np.array([[2.0, 0.0], [2.1, 0.0], [-9.0, 0.0]])).tolist() == [0, 1, 0]


def test_repeated_tests_collapse_to_an_interval():
    """width ≤ 5, then width > 0: one condition."""
    solution = grown({1: 0, 2: 0, 3: 0}, {1: {0, 1, 2}, 2: {0}, 3: {3, 4}}, {4: 0, 5: 1, 6: 2, 7: 2})
    assert [str(rule) for rule in solution.tree.rules()] == [
        "width ≤ 0 → cluster 0",
        "0 < width ≤ 5 → cluster 1",
        "width > 5 → cluster 2",
    ]


def test_categories_booleans_and_dates_read_as_words():
    """A one-hot split says "colour = red", a boolean yes or no, a date is a date."""
    red = Feature("colour", 0, 1, FeatureKind.CATEGORY, "red")
    assert (red.condition(0.5, None), red.condition(None, 0.5)) == ("colour = red", "colour ≠ red")
    member = Feature("member", 0, 1, FeatureKind.BOOLEAN)
    assert (member.condition(0.5, None), member.condition(None, 0.5)) == ("member = yes", "member = no")
    since = Feature("since", 0, 20000, FeatureKind.DATE, whole_days=True)
    assert since.condition(None, 18262.0) == "since ≤ 2020-01-01"
    seen = Feature("seen", 0, 20000.5, FeatureKind.DATE)
    assert seen.condition(None, 18262.0) == "seen ≤ 2020-01-01 00:00", "the evening of that day is not meant"
    assert from_json(Feature, json.loads(json.dumps(to_json(red)))) == red


def test_json_goes_out_and_comes_back():
    """The tree read back is equal, and so are its predictions."""
    tree = grown({1: 0, 2: 0, 3: 1}, {1: {0, 1}, 2: {0, 1}, 3: {2, 3}}, {4: 2, 5: 2, 6: 0, 7: 1}).tree
    assert from_json(Tree, json.loads(json.dumps(to_json(tree))), DATA.features) == tree


def test_flat_labels_are_numbered_by_first_appearance():
    """2, 2, 0 becomes 0, 0, 1."""
    assert flat_solution(np.array([2, 2, 0])).labels.tolist() == [0, 0, 1]


def test_two_features_of_one_name_stay_apart_in_json():
    """A column called "a = b" beside category b of column a: the tree that comes back asks what it asked."""
    features = (Feature("a = b", 0.0, 9.0), Feature("a", 0.0, 1.0, FeatureKind.CATEGORY, "b"))
    tree = Tree(Split(0, 4.5, Leaf(0, 1), Split(1, 0.5, Leaf(1, 1), Leaf(2, 1), 2), 3), features)
    again = from_json(Tree, json.loads(json.dumps(to_json(tree))), features)
    assert again == tree
