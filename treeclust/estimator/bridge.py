"""The tree as scikit-learn's own decision tree, for everything that takes one: export_text, plot_tree, SHAP, ONNX.

scikit-learn compares 32-bit values with thresholds (`X.astype(float32) <= threshold`), so a threshold is kept where it
still parts the rows of the table after rounding, and moved between them where it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from treeclust.core.errors import InputError
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.tree import Leaf, Node, Rows, Tree
from treeclust.tables.new_rows import Recipe

NO_CHILD, NO_FEATURE = -1, -2
Values = NDArray[np.float64]


class Bridge:
    """The way to scikit-learn's trees."""

    question_: Question
    result_: Result
    recipe_: Recipe | None

    def to_sklearn(self) -> Any:
        """A fitted `DecisionTreeClassifier` that gives every row of the table its cluster.

        It predicts from X as `fit` had it; for a model of a table from `feature_table(rows)`. InputError where the tree
        parts two rows that are equal in scikit-learn's 32 bits.
        """
        check_is_fitted(self, "status_")
        tree = self.result_.tree
        if tree is None:
            raise InputError(f"There is no tree to hand over: the status is {self.result_.status}.")
        values = self.question_.problem.dataset.values
        if self.recipe_ is None:
            columns = self._columns()  # type: ignore[attr-defined]
            names = getattr(self, "feature_names_in_", None)
            made = classifier_of(tree, values, columns, self.n_features_in_)  # type: ignore[attr-defined]
        else:
            names = np.array([feature.name for feature in tree.features], dtype=object)
            made = classifier_of(tree, values, range(len(names)), len(names))
        if names is not None:
            made.feature_names_in_ = names
        return made


@dataclass(frozen=True, eq=False)
class NodeRow:
    """One node as scikit-learn keeps it: `counts` of the rows of each cluster."""

    left: int
    right: int
    feature: int
    threshold: float
    counts: Values


def classifier_of(tree: Tree, values: Values, columns: Sequence[int], width: int) -> Any:
    """The classifier; feature j of the tree is column `columns[j]` of `width`."""
    clusters = max(leaf.cluster for leaf in tree.leaves()) + 1
    rows = nodes_of(tree, values, columns, clusters)
    from sklearn.tree import DecisionTreeClassifier  # takes longer to load than a small table to fit

    made = DecisionTreeClassifier(max_depth=max(1, tree.depth))
    # fitted to as many columns and classes as there are, so that everything but the tree itself is as it should be
    made.fit(np.zeros((clusters, width)), np.arange(clusters))
    state = made.tree_.__getstate__()
    nodes = np.zeros(len(rows), dtype=state["nodes"].dtype)
    counts = np.array([row.counts for row in rows])
    share = counts / counts.sum(axis=1, keepdims=True)
    nodes["left_child"], nodes["right_child"] = [row.left for row in rows], [row.right for row in rows]
    nodes["feature"], nodes["threshold"] = [row.feature for row in rows], [row.threshold for row in rows]
    nodes["impurity"] = 1 - (share**2).sum(axis=1)
    nodes["n_node_samples"] = nodes["weighted_n_node_samples"] = counts.sum(axis=1)
    made.tree_ = type(made.tree_)(width, np.array([clusters], dtype=np.intp), 1)
    made.tree_.__setstate__(
        state | {"max_depth": tree.depth, "node_count": len(rows), "nodes": nodes, "values": share[:, None, :]}
    )
    return made


def nodes_of(tree: Tree, values: Values, columns: Sequence[int], clusters: int) -> list[NodeRow]:
    """In preorder, as scikit-learn numbers them."""
    labels = tree.predict(values)
    rows: list[NodeRow] = []

    def down(node: Node, at: Rows) -> int:
        place = len(rows)
        counts = np.bincount(labels[at], minlength=clusters).astype(np.float64)
        rows.append(NodeRow(NO_CHILD, NO_CHILD, NO_FEATURE, float(NO_FEATURE), counts))
        if isinstance(node, Leaf):
            return place
        column = values[at, node.feature]
        low = column <= node.threshold
        threshold = threshold_for(column[low], column[~low], node.threshold, tree.features[node.feature].name)
        left, right = down(node.left, at[low]), down(node.right, at[~low])
        rows[place] = NodeRow(left, right, columns[node.feature], threshold, counts)
        return place

    down(tree.root, np.arange(len(values)))
    return rows


def threshold_for(low: Values, high: Values, threshold: float, name: str) -> float:
    """The threshold, if 32-bit values fall on the same side of it; else one between them."""
    with np.errstate(over="ignore"):
        last, first = float(np.float32(low.max())), float(np.float32(high.min()))
    if last <= threshold < first:
        return threshold
    if not last < first or not np.isfinite(first):
        raise InputError(
            f'The tree parts rows by "{name}" whose values are equal in the 32 bits that scikit-learn has; scale or '
            "shift that column."
        )
    return last
