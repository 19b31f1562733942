"""What a person may ask of the tree itself: which columns it asks about, and how large it may grow."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from treeclust.core.errors import InputError
from treeclust.core.tree import Leaf, Node, Tree


@dataclass(frozen=True)
class TreeRules:
    """`never`: columns that no test asks about. `root`: the column of the first test, if there is any test.
    `max_columns` different columns, `max_leaves` leaves at most. `once`: no column twice on a path."""

    never: tuple[str, ...] = ()
    root: str | None = None
    max_columns: int | None = None
    max_leaves: int | None = None
    once: bool = False

    @property
    def bind_the_shape(self) -> bool:
        """Does any rule go beyond which columns may be asked about?"""
        return self.root is not None or self.max_columns is not None or self.max_leaves is not None or self.once

    def check(self, columns: Collection[str], clusters: int, depth: int | None) -> None:
        """InputError where a rule names what is not there, or cannot hold at all."""
        if depth is None and (self.never or self.bind_the_shape):
            raise InputError("Rules about the tree need a tree; choose a depth, or drop the rules.")
        if columns and set(columns) <= set(self.never):
            raise InputError("The rules leave no column to ask about; allow at least one.")
        for name in (*self.never, *([] if self.root is None else [self.root])):
            if name not in columns:
                raise InputError(f'A rule names the column "{name}", which no test can ask about; choose another.')
        if self.root in self.never:
            raise InputError(f'The column "{self.root}" is to be asked first and never; drop one of these rules.')
        if self.max_columns is not None and self.max_columns < 1:
            raise InputError(f"max_columns = {self.max_columns} is out of range: choose a whole number from 1 on.")
        if self.max_leaves is not None and self.max_leaves < clusters:
            raise InputError(
                f"max_leaves = {self.max_leaves} is out of range: {clusters} clusters need as many leaves; "
                "allow more leaves or fewer clusters."
            )


def broken_rule(tree: Tree, rules: TreeRules, min_leaf_rows: int) -> str | None:
    """The first rule that a tree breaks, in words; None if it obeys them all."""
    leaves = list(tree.leaves())
    columns = tested_columns(tree, tree.root)
    if columns & set(rules.never):
        return f'the tree asks about "{min(columns & set(rules.never))}"'
    if rules.root is not None and not isinstance(tree.root, Leaf):
        first = tree.features[tree.root.feature].column
        if first != rules.root:
            return f'the first test is on "{first}", not on "{rules.root}"'
    if rules.max_columns is not None and len(columns) > rules.max_columns:
        return f"the tree asks about {len(columns)} columns, not {rules.max_columns}"
    if rules.max_leaves is not None and len(leaves) > rules.max_leaves:
        return f"the tree has {len(leaves)} leaves, not {rules.max_leaves}"
    if rules.once and asks_twice(tree, tree.root, frozenset()):
        return "a path asks about one column twice"
    smallest = min(leaf.size for leaf in leaves)
    return f"a leaf has {smallest} rows, not {min_leaf_rows}" if smallest < min_leaf_rows else None


def tested_columns(tree: Tree, node: Node) -> set[str]:
    if isinstance(node, Leaf):
        return set()
    own = {tree.features[node.feature].column}
    return own | tested_columns(tree, node.left) | tested_columns(tree, node.right)


def asks_twice(tree: Tree, node: Node, above: frozenset[str]) -> bool:
    if isinstance(node, Leaf):
        return False
    column = tree.features[node.feature].column
    below = above | {column}
    return column in above or asks_twice(tree, node.left, below) or asks_twice(tree, node.right, below)
