"""Clauses that rule out partitions found before, and that ask for partitions far from them.

A partition is the same as an earlier one exactly if every group still shares the cluster of its representative and the
representatives still have clusters of their own. So "another one" is one long clause over such pairs. Only groups that
the formula speaks about can be in it; the rest hides behind an escape, which is assumed false until more is in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treeclust.engine.formula.label_formula import LabelFormula
from treeclust.engine.instance.instance import Instance, Ints

TELLING = 60
"""So many groups, drawn at random, stand for all of them when partitions are to differ much."""


@dataclass(eq=False)
class BlockedPartition:
    """One partition (label per group), the representative of each cluster, the escape literal of its clause (0: none
    needed any more), and `changed[m]`, which implies that m telling groups left their representatives."""

    labels: Ints
    representative: Ints
    escape: int
    changed: list[int]


class Blocking:
    """The partitions ruled out in one formula."""

    def __init__(self, formula: LabelFormula, seed: int = 0) -> None:
        self.formula, self.instance = formula, formula.instance
        self.blocked: list[BlockedPartition] = []
        self.seen: set[bytes] = set()
        self.speaking: list[int] = []
        self._pair: dict[tuple[int, int, bool], int] = {}
        count = min(TELLING, self.instance.groups)
        self.telling = np.random.default_rng(seed).permutation(self.instance.groups)[:count]

    def is_blocked(self, labels_of_points: Ints) -> bool:
        return name_of(labels_of_points[self.instance.first_member]) in self.seen

    def block(self, labels_of_points: Ints, representatives: Sequence[int], most_changed: int) -> None:
        """Rule a partition out. The formula must speak about the representatives, one group of each cluster, and
        about the telling groups if `most_changed` of them may be asked to change."""
        labels = labels_of_points[self.instance.first_member]
        self.seen.add(name_of(labels))
        of_cluster = dict(zip(labels[list(representatives)].tolist(), representatives, strict=True))
        chosen = np.array([of_cluster[c] for c in labels.tolist()], dtype=np.int64)
        moved = [self.different(g, int(chosen[g])) for g in self.telling.tolist()] if most_changed else []
        escape = self.formula.fresh(1)
        self.formula.sat.add([[escape, *self._differences(labels, chosen, self.speaking), *self._joined(chosen)]])
        self.blocked.append(BlockedPartition(labels, chosen, escape, self._count(moved, most_changed)))

    def speak(self, groups: Sequence[int], everything: bool) -> None:
        """The formula speaks about these groups now: partitions may differ in them too."""
        known = set(self.speaking)
        new = [g for g in groups if g not in known]
        self.speaking += new
        for one in self.blocked:
            if not one.escape:
                continue
            clause = [-one.escape, *self._differences(one.labels, one.representative, new)]
            one.escape = 0 if everything else self.formula.fresh(1)
            self.formula.sat.add([[*clause, one.escape] if one.escape else clause])

    def assume(self, changed: int) -> list[int]:
        """Literals for "unlike every partition ruled out, within what the formula speaks about"; with `changed`, unlike
        in at least so many telling groups."""
        literals = [-one.escape for one in self.blocked if one.escape]
        if changed > 1:
            literals += [one.changed[min(changed, len(one.changed)) - 1] for one in self.blocked if one.changed]
        return literals

    def escapes(self) -> set[int]:
        return {-one.escape for one in self.blocked if one.escape}

    def _differences(self, labels: Ints, chosen: Ints, groups: Sequence[int]) -> list[int]:
        return [self.different(g, int(chosen[g])) for g in groups if g != chosen[g]]

    def _joined(self, chosen: Ints) -> list[int]:
        ones = np.unique(chosen).tolist()
        return [self.same(one, two) for at, one in enumerate(ones) for two in ones[:at]]

    def different(self, one: int, two: int) -> int:
        """A literal that implies different labels; false for a group and itself."""
        return self._literal(one, two, False)

    def same(self, one: int, two: int) -> int:
        """A literal that implies equal labels."""
        return self._literal(one, two, True)

    def _literal(self, one: int, two: int, same: bool) -> int:
        key = (min(one, two), max(one, two), same)
        if key not in self._pair:
            literal = self._pair[key] = self.formula.fresh(1)
            pairs = zip(self.formula.literal[one].tolist(), self.formula.literal[two].tolist(), strict=True)
            self.formula.sat.add([[-literal, -a, b if same else -b] for a, b in pairs])
        return self._pair[key]

    def _count(self, literals: list[int], most: int) -> list[int]:
        """counted[m - 1] -> at least m of the literals hold, as a sequential counter."""
        # s[i, m] -> s[i - 1, m] or l[i];  s[i, m] -> s[i - 1, m] or s[i - 1, m - 1]
        before: list[int] = []
        for literal in literals:
            size = min(len(before) + 1, most)
            first = self.formula.fresh(size)
            now = list(range(first, first + size))
            for m, here in enumerate(now):
                stay = before[m : m + 1]
                self.formula.sat.add([[-here, literal, *stay]])
                if m > 0:
                    self.formula.sat.add([[-here, before[m - 1], *stay]])
            before = now
        return before


def name_of(labels: Ints) -> bytes:
    """Equal for partitions that differ by a renaming of clusters only."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return first[inverse].astype(np.int64).tobytes()


def central_groups(instance: Instance, labels_of_points: Ints) -> list[int]:
    """For each cluster the group of the point nearest to its mean: borders move more easily than centres."""
    groups = []
    for cluster in np.unique(labels_of_points).tolist():
        members = np.flatnonzero(labels_of_points == cluster)
        offsets = instance.scaled[members] - instance.scaled[members].mean(axis=0)
        groups.append(int(instance.group_of[members[np.argmin((offsets**2).sum(axis=1))]]))
    return groups
