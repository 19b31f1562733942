"""The project file: one project in one file, to hand over or to keep. Plain text in a zip; no code, nothing to run.

Version 1 of a `.treeclust` file is a zip with exactly these members:

- `project.json`: `format` ("treeclust-project"), `version` (1), `written_by`, `title`; `tables`, a list with `file`,
  how it was read, and `columns` (name and type: whole, number, yes-no, time, text); `work`: the place of its `table` in
  that list, the `choice` of columns, `names` of clusters, `parameters`; `view`.
- `links.csv`: a, b, kind, certainty, author, time, note; a and b are rows of the table, counted from 0.
- `tables/1.csv`, `tables/2.csv`, …: the tables of the work and of the runs. Text that begins like a formula has an
  apostrophe before it, which is not part of the text; an empty cell is a missing value.
- `runs.json`: every run: `asked` (table, choice, links, parameters), `result` as `python -m treeclust solve --json`
  prints it, `shown` (the number each cluster is shown with), `when`, `versions`.

Whoever opens it checks every number and computes every result again from its tree and table (`treeclust.verify`).
The way back through Undo is not in the file.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from treeclust.reading import Table
from treeclust.store.cells import frame_to_csv, text_cell, type_of
from treeclust.store.runs import asked_of, asked_to_json, shown_to_json
from treeclust.store.tables import ABOUT, Source, Sources, hash_of
from treeclust.version import VERSION
from treeclust.work import SURE, Answer, Work

FORMAT = "treeclust-project"
FILE_VERSION = 1
SUFFIX = ".treeclust"
PROJECT, LINKS, RUNS = "project.json", "links.csv", "runs.json"
LINK_COLUMNS = ["a", "b", "kind", "certainty", "author", "time", "note"]


def table_file(place: int) -> str:
    return f"tables/{place + 1}.csv"


def project_file(title: str, work: Work, answers: Sequence[Answer], view: dict[str, Any], sources: Sources) -> bytes:
    """Everything but the way back, as one file."""
    homes = {answer.id: sources.home(answer.problem.dataset) for answer in answers}
    tables = list({key(t): t for t in (work.table, *(home.table for home in homes.values())) if t is not None}.values())
    place = {key(table): i for i, table in enumerate(tables)}
    about = {
        "format": FORMAT,
        "version": FILE_VERSION,
        "written_by": VERSION,
        "title": title,
        "tables": [table_to_json(table, i) for i, table in enumerate(tables)],
        "work": work_to_json(work, None if work.table is None else place[key(work.table)]),
        "view": view,
    }
    runs = [run_to_json(answer, homes[answer.id], place) for answer in answers]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(PROJECT, json.dumps(about, indent=1, ensure_ascii=False))
        file.writestr(LINKS, links_to_csv(work))
        file.writestr(RUNS, json.dumps(runs))
        for i, table in enumerate(tables):
            file.writestr(table_file(i), frame_to_csv(table.frame))
    return out.getvalue()


def key(table: Table) -> str:
    return f"{hash_of(table)} {table.name}"


def table_to_json(table: Table, place: int) -> dict[str, Any]:
    columns = [{"name": str(name), "type": type_of(table.frame[name])} for name in table.frame.columns]
    return {"file": table_file(place), **{name: getattr(table, name) for name in ABOUT}, "columns": columns}


def work_to_json(work: Work, table: int | None) -> dict[str, Any]:
    return {
        "table": table,
        "choice": work.choice.to_json(),
        "names": {str(cluster): name for cluster, name in work.names.items()},
        "parameters": asdict(work.parameters),
    }


def run_to_json(answer: Answer, home: Source, place: dict[str, int]) -> dict[str, Any]:
    asked = asked_to_json(asked_of(answer), home) | {"table": place[key(home.table)]}
    return {
        "id": answer.id,
        "asked": asked,
        "result": answer.result.to_json(),
        "shown": shown_to_json(answer),
        "when": answer.when.isoformat(),
        "versions": dict(answer.versions),
    }


def links_to_csv(work: Work) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(LINK_COLUMNS)
    for link in work.links:
        assert work.dataset is not None
        rows = [int(work.dataset.rows[row]) for row in (link.a, link.b)]
        made = work.made.get(link.pair)
        said = [work.certainty.get(link.pair, SURE), text_cell(made.author if made else "")]
        when = made.when.isoformat() if made else ""
        writer.writerow([*rows, str(link.kind), *said, when, text_cell(work.notes.get(link.pair, ""))])
    return out.getvalue()
