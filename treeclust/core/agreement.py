"""What several clusterings of one table agree on: which pairs of rows are together in all, in none, in some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treeclust.core.tree import Labels


@dataclass(frozen=True, eq=False)
class Agreement:
    """Rows that are together in every clustering form a block; `block[i]` is that of row i, and `together[p, q]` counts
    the clusterings in which blocks p and q share a cluster. Small even for many rows, because blocks are few."""

    clusterings: int
    block: Labels
    together: NDArray[np.int32]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        return np.bincount(self.block, minlength=len(self.together)).astype(np.int64)

    def share(self, a: int, b: int) -> float:
        """In which share of the clusterings are rows a and b together?"""
        return float(self.together[self.block[a], self.block[b]]) / self.clusterings

    @cached_property
    def pairs(self) -> dict[str, int]:
        """How many pairs of rows are together in all clusterings, in none, in some."""
        weight = np.outer(self.sizes, self.sizes)
        total = int(self.sizes.sum())
        everywhere = int(weight[self.together == self.clusterings].sum() - total) // 2
        nowhere = int(weight[self.together == 0].sum()) // 2
        return {"all": everywhere, "none": nowhere, "some": total * (total - 1) // 2 - everywhere - nowhere}

    @property
    def unanimous(self) -> bool:
        return self.pairs["some"] == 0

    def unsure(self) -> NDArray[np.float64]:
        """For every row the share of other rows about which the clusterings disagree with respect to it."""
        disputed = (self.together > 0) & (self.together < self.clusterings)
        of_block: NDArray[np.float64] = disputed @ self.sizes / max(1, int(self.sizes.sum()) - 1)
        return of_block[self.block]


def agreement_of(labellings: Sequence[Labels]) -> Agreement:
    """Compare clusterings, given as one label per row each."""
    table = np.stack([np.asarray(labels) for labels in labellings], axis=1)
    kinds, block = np.unique(table, axis=0, return_inverse=True)
    together = np.zeros((len(kinds), len(kinds)), dtype=np.int32)
    for labels in kinds.T:
        together += labels[:, None] == labels
    return Agreement(len(labellings), block.reshape(-1).astype(np.intp), together)
