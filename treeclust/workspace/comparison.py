"""Two runs of a project side by side: the rows they share, and where each row went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from treeclust.core.tree import Labels, Tree
from treeclust.views.flow import Flow, flow_of
from treeclust.workspace import runs
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.reporting import work_of


@dataclass(frozen=True, eq=False)
class Side:
    """A run in the colours of the first run. `moved` are the rows that are in another cluster in the other run."""

    answer: Answer
    labels: Labels | None
    tree: Tree | None
    moved: runs.Rows


@dataclass(frozen=True, eq=False)
class Comparison:
    """`rows` are the shared rows, by their place in each run; None if the runs are about different tables. Where rows
    cannot be followed `flow` is None. `names` are those of the first run's clusters."""

    sides: tuple[Side, Side]
    rows: tuple[runs.Rows, runs.Rows] | None
    flow: Flow | None
    names: Mapping[int, str]


def compare(project: Project, one: Answer, two: Answer) -> Comparison:
    rows, work = runs.shared_rows(project, one, two), work_of(project, one)
    names = {} if work is None else work.names
    if rows is None or one.labels is None or two.labels is None or two.tree is None:
        nobody = np.array([], dtype=np.intp)
        sides = Side(one, one.labels, one.tree, nobody), Side(two, two.labels, two.tree, nobody)
        return Comparison(sides, rows, None, names)
    labels, tree = runs.like_first(one.labels, two.labels, two.tree, rows)
    flow = flow_of(one.labels[rows[0]], labels[rows[1]])
    sides = Side(one, one.labels, one.tree, rows[0][flow.moved]), Side(two, labels, tree, rows[1][flow.moved])
    return Comparison(sides, rows, flow, names)
