"""A checked project file as what the database keeps of a project: one step, its runs, its tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from treeclust.workspace.document import Work
from treeclust.workspace.store.changes import change
from treeclust.workspace.store.ledger import summary_of
from treeclust.workspace.store.opening import Opened
from treeclust.workspace.store.runs import row_of, write_question
from treeclust.workspace.store.tables import content_of, hash_of

Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class ProjectRows:
    """`change` leads from nothing to the work; `runs` are rows of the database without project and number; `tables`
    have their content by its hash."""

    title: str
    view: Row
    summary: Row
    change: Row
    runs: Iterable[Row]
    tables: Mapping[str, bytes]


def project_rows(opened: Opened) -> ProjectRows:
    homes = {id(source.dataset): source for source in opened.sources if source.dataset is not None}
    runs = [
        {
            "id": answer.id,
            "asked": json.dumps(write_question(answer.question, homes[id(answer.problem.dataset)])),
            **row_of(answer),
        }
        for answer in opened.answers
    ]
    tables = {hash_of(source.table): content_of(source.table) for source in opened.sources}
    return ProjectRows(opened.title, opened.view, summary_of(opened.work), change(Work(), opened.work), runs, tables)
