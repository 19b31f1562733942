"""Why is a row where it is? Its path in words, what separates two rows, and the least change that would move one.

Rows are counted among those that are used; words have their numbers in the table, which differ where rows were dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treeclust.core.codec import FORMS, Form
from treeclust.core.dataset import SCALE, Dataset, Feature, FeatureKind
from treeclust.core.errors import InputError
from treeclust.core.tree import Leaf, Node, Split, Tree

Row = NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """One test on a row's way down: the row's value, the test, and how it went, in words."""

    feature: int
    threshold: float
    value: float
    goes_left: bool
    words: str


@dataclass(frozen=True)
class Path:
    """A row's way from the root to its leaf (leaves are numbered from the left, from 0)."""

    row: int
    steps: tuple[Step, ...]
    leaf: int
    cluster: int
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Parting:
    """What the tree does with two rows: the test at which their ways part, or None if they end in one leaf."""

    a: int
    b: int
    together: bool
    step_a: Step | None
    step_b: Step | None
    words: str


@dataclass(frozen=True)
class Move:
    """Changing one value of a row is enough to move it to another cluster. `new_value` is the nearest that does (for
    text the category); `scaled` is the size of the change where every feature runs from 0 to 100."""

    row: int
    column: str
    value: float | str
    new_value: float | str
    scaled: float
    cluster: int
    words: str


@dataclass(frozen=True)
class Reasons:
    """Why one row, or two, are where they are; `moves[i]` is None where no single value would move row i."""

    paths: tuple[Path, ...]
    parting: Parting | None
    moves: tuple[Move | None, ...]

    def __str__(self) -> str:
        words = [str(path) for path in self.paths]
        words += [] if self.parting is None else [self.parting.words]
        words += ["No single value would move it." if move is None else move.words for move in self.moves]
        return "\n".join(words)


FORMS[Parting] = Form(keys={"step_a": "at_a", "step_b": "at_b"})


def reasons_for(tree: Tree, dataset: Dataset, rows: Sequence[int]) -> Reasons:
    """The paths of one row or two, what would move each, and what parts them."""
    if not 1 <= len(rows) <= 2:
        raise InputError("why takes one row or two.")
    for row in rows:
        if not 0 <= row < dataset.n:
            raise InputError(f"Row {row} does not exist; rows are numbered 0 to {dataset.n - 1}.")
    return Reasons(
        tuple(path_of(tree, dataset, row) for row in rows),
        parting_of(tree, dataset, rows[0], rows[1]) if len(rows) == 2 else None,
        tuple(least_move(tree, dataset, row) for row in rows),
    )


def path_of(tree: Tree, dataset: Dataset, row: int) -> Path:
    """The way of a row through the tree."""
    steps: list[Step] = []
    node, leaf = tree.root, 0
    while isinstance(node, Split):
        value = float(dataset.values[row, node.feature])
        left = value <= node.threshold
        steps.append(Step(node.feature, node.threshold, value, left, step_words(tree, node, value)))
        leaf += 0 if left else count_leaves(node.left)
        node = node.left if left else node.right
    way = "; ".join(step.words for step in steps) or "the tree has no test"
    words = f"Row {dataset.rows[row]} is in cluster {node.cluster}: {way}."
    return Path(row, tuple(steps), leaf, node.cluster, words)


def step_words(tree: Tree, node: Split, value: float) -> str:
    """its petal length is 4.7 (> 2.45)"""
    feature = tree.features[node.feature]
    left = value <= node.threshold
    if feature.kind in (FeatureKind.CATEGORY, FeatureKind.BOOLEAN):
        return condition(feature, node.threshold, left)
    sign = "≤" if left else ">"
    return f"{feature.name} is {feature.value_text(value)} ({sign} {feature.value_text(node.threshold)})"


def condition(feature: Feature, threshold: float, left: bool) -> str:
    return feature.condition(None, threshold) if left else feature.condition(threshold, None)


def count_leaves(node: Node) -> int:
    return 1 if isinstance(node, Leaf) else count_leaves(node.left) + count_leaves(node.right)


def parting_of(tree: Tree, dataset: Dataset, a: int, b: int) -> Parting:
    """The test that parts two rows, or why none does."""
    one, two = path_of(tree, dataset, a), path_of(tree, dataset, b)
    together = one.cluster == two.cluster
    first, second = dataset.rows[a], dataset.rows[b]
    if one.leaf == two.leaf:
        words = f"Rows {first} and {second} pass the same tests and end in the same leaf, of cluster {one.cluster}."
        return Parting(a, b, together, None, None, words)
    at = next(i for i, (s, t) in enumerate(zip(one.steps, two.steps, strict=False)) if s.goes_left != t.goes_left)
    step_a, step_b = one.steps[at], two.steps[at]
    words = f"Row {first}: {step_a.words}; row {second}: {step_b.words}."
    if together:
        words += f" They end in different leaves, but both leaves belong to cluster {one.cluster}."
    else:
        words += f" So row {first} ends in cluster {one.cluster} and row {second} in cluster {two.cluster}."
    return Parting(a, b, together, step_a, step_b, words)


def least_move(tree: Tree, dataset: Dataset, row: int) -> Move | None:
    """The smallest change of one value, in scaled units, that moves the row to another cluster; None if no single
    value can. Exact: with the other values fixed, each leaf asks for one interval of the changed one."""
    return min(all_moves(tree, dataset, row), key=lambda move: (move.scaled, move.cluster), default=None)


def all_moves(tree: Tree, dataset: Dataset, row: int) -> Iterator[Move]:
    """For every column and every leaf of another cluster that changing this column alone can reach, the least."""
    own = path_of(tree, dataset, row).cluster
    for j, feature in enumerate(tree.features):
        if feature.kind is not FeatureKind.CATEGORY:
            yield from number_moves(tree, dataset, row, own, j)
    for column in dict.fromkeys(f.column for f in tree.features if f.kind is FeatureKind.CATEGORY):
        yield from category_moves(tree, dataset, row, own, column)


def number_moves(tree: Tree, dataset: Dataset, row: int, own: int, j: int) -> Iterator[Move]:
    feature, values = tree.features[j], dataset.values[row]
    value = float(values[j])
    for above, up_to, cluster in intervals(tree.root, values, j, -np.inf, np.inf):
        new = nearest_inside(feature, value, above, up_to)
        if cluster != own and new is not None:
            ends = (None if above == -np.inf else above, None if up_to == np.inf else up_to)
            was = f" (it is {feature.value_text(value)})" if feature.kind is not FeatureKind.BOOLEAN else ""
            words = f"With {feature.condition(*ends)}{was}, row {dataset.rows[row]} would be in cluster {cluster}."
            scaled = abs(new - value) / (feature.high - feature.low) * SCALE
            yield Move(row, feature.column, value, new, scaled, cluster, words)


def intervals(node: Node, values: Row, j: int, above: float, up_to: float) -> Iterator[tuple[float, float, int]]:
    """(above, up to, cluster) of each leaf that the row can reach when feature j is free."""
    if isinstance(node, Leaf):
        yield above, up_to, node.cluster
    elif node.feature != j:
        child = node.left if values[node.feature] <= node.threshold else node.right
        yield from intervals(child, values, j, above, up_to)
    else:
        yield from intervals(node.left, values, j, above, min(up_to, node.threshold))
        yield from intervals(node.right, values, j, max(above, node.threshold), up_to)


def nearest_inside(feature: Feature, value: float, above: float, up_to: float) -> float | None:
    """The value with above < value ≤ up_to nearest to the given one, as the feature can take it; None if none can."""
    if feature.kind is FeatureKind.BOOLEAN:
        new = feature.low + feature.high - value
    elif value > up_to:
        new = float(np.floor(up_to)) if feature.whole_days else up_to
    elif value <= above:
        new = float(np.floor(above)) + 1 if feature.whole_days else float(np.nextafter(above, np.inf))
    else:
        new = value
    return new if above < new <= up_to else None


def category_moves(tree: Tree, dataset: Dataset, row: int, own: int, column: str) -> Iterator[Move]:
    """A text column gives one feature per category: another category changes two of them at once."""
    places = [j for j, f in enumerate(tree.features) if f.column == column and f.kind is FeatureKind.CATEGORY]
    value = next((tree.features[j].category for j in places if dataset.values[row, j] == tree.features[j].high), None)
    for j in places:
        changed = dataset.values[row].copy()
        changed[places] = [tree.features[i].high if i == j else tree.features[i].low for i in places]
        cluster = int(tree.predict(changed[None, :])[0])
        new = tree.features[j].category
        if cluster != own and new is not None:
            was = f" (it is {value})" if value is not None else ""
            words = f"With {column} = {new}{was}, row {dataset.rows[row]} would be in cluster {cluster}."
            yield Move(row, column, value or "", new, SCALE, cluster, words)
