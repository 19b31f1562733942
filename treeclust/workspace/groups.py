"""Links for whole groups of rows, as few as it takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import pdist, squareform

from treeclust.core.closure import join
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.workspace.edits import add_links, dataset_of
from treeclust.workspace.project import Project

MOST_IN_GROUP = 2_000
MOST_BETWEEN_GROUPS = 300


def link_groups(project: Project, how: object, a: object, b: object) -> str:
    """Tie a group together, keep two groups apart, or both; says what was added."""
    fresh, rows = links_for_groups(dataset_of(project), project.work.links, how, a, b)
    count = add_links(project, fresh, f"add {len(fresh)} links to groups")
    return f"Added {count} {'link' if count == 1 else 'links'}: the fewest that say it for {rows} rows."


def links_for_groups(dataset: Dataset, links: Links, how: object, a: object, b: object) -> tuple[list[Link], int]:
    """The fewest links that say it, beside those that are there; and for how many rows."""
    one, two = _rows(a, dataset.n), _rows(b, dataset.n)
    fresh: list[Link] = []
    if how in ("must", "both"):
        fresh += [*spanning_links(dataset, one), *spanning_links(dataset, two)]
    if how == "both":
        fresh.append(Link(one[0], two[0], Kind.CANNOT))
    elif how == "cannot":
        fresh += between_links(links, dataset.n, one, two)
    return fresh, len(one) + len(two)


def _rows(rows: object, n: int) -> list[int]:
    if not isinstance(rows, list) or not all(isinstance(r, int) and 0 <= r < n for r in rows):
        raise InputError("The group from the browser could not be read; draw it again.")
    if len(rows) > MOST_IN_GROUP:
        raise InputError(f"A group of {len(rows)} rows is too large to link; take at most {MOST_IN_GROUP}.")
    return sorted(set(rows))


def spanning_links(dataset: Dataset, rows: Sequence[int]) -> list[Link]:
    """Must-links along the shortest tree that joins the rows: as few links, and as short lines, as possible."""
    if len(rows) < 2:
        return []
    distances = squareform(pdist(dataset.scaled[list(rows)])) + 1e-9
    ends = np.argwhere(minimum_spanning_tree(distances).toarray() > 0)
    return [Link(rows[min(i, j)], rows[max(i, j)], Kind.MUST) for i, j in ends]


def between_links(links: Links, n: int, one: Sequence[int], two: Sequence[int]) -> list[Link]:
    """One cannot-link per pair of must-linked parts of the two groups: that is all it takes."""
    component, _ = join(links, n)
    first = {int(component[row]): row for row in reversed(one)}
    second = {int(component[row]): row for row in reversed(two)}
    count = len(first) * len(second)
    if count > MOST_BETWEEN_GROUPS:
        raise InputError(
            f"That would take {count} cannot-links; must-link each group first (then one is enough), "
            'use "Two separate clusters", or draw smaller groups.'
        )
    return [Link(a, b, Kind.CANNOT) for a in first.values() for b in second.values()]
