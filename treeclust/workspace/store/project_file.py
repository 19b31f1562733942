"""The project file: one project in one file, to hand over or to keep. Plain text in a zip; no code, nothing to run.

Version 2 of a `.treeclust` file is a zip with exactly these members:

- `project.json`: `format` ("treeclust-project"), `version` (2), `written_by`, `title`; `tables`, a list with `file`,
  how it was read, and `columns` (name and type: whole, number, yes-no, time, text); `work`: the place of its `table` in
  that list, the `choice` of columns, `names` of clusters, `parameters`; `view`.
- `links.csv`: a, b, kind, certainty, author, time, note; a and b are rows of the table, counted from 0. The first line
  about two rows is the link; those after it are what further experts say of them.
- `tables/1.csv`, `tables/2.csv`, …: the tables of the work and of the runs. Text that begins like a formula has an
  apostrophe before it, which is not part of the text; an empty cell is a missing value.
- `runs.json`: every run: `asked` (table, choice, links, parameters), `result` as `python -m treeclust solve --json`
  prints it, `shown` (the number each cluster is shown with), `when`, `versions`.

In version 1 parameters, questions and results say nothing of wishes, sizes and rules: there were none.
Whoever opens it checks every number and computes every result again from its tree and table (`treeclust.ask.verify`).
The way back through Undo is not in the file.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Sequence
from typing import Any

from treeclust.core.codec import to_json
from treeclust.core.experts import SURE
from treeclust.core.version import VERSION
from treeclust.tables.reading import Table
from treeclust.workspace.document import Answer, Work
from treeclust.workspace.store.cells import frame_to_csv, text_cell, type_of
from treeclust.workspace.store.runs import shown_numbers, write_question
from treeclust.workspace.store.tables import Source, Sources, hash_of

FORMAT = "treeclust-project"
FILE_VERSION = 2
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
        "tables": [describe_table(table, i) for i, table in enumerate(tables)],
        "work": describe_work(work, None if work.table is None else place[key(work.table)]),
        "view": view,
    }
    runs = [describe_run(answer, homes[answer.id], place) for answer in answers]
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


def describe_table(table: Table, place: int) -> dict[str, Any]:
    columns = [{"name": str(name), "type": type_of(table.frame[name])} for name in table.frame.columns]
    return {"file": table_file(place), **to_json(table), "columns": columns}


def describe_work(work: Work, table: int | None) -> dict[str, Any]:
    return {
        "table": table,
        "choice": to_json(work.choice),
        "names": to_json(work.names),
        "parameters": to_json(work.parameters),
    }


def describe_run(answer: Answer, home: Source, place: dict[str, int]) -> dict[str, Any]:
    return {
        "id": answer.id,
        "asked": write_question(answer.question, home) | {"table": place[key(home.table)]},
        "result": to_json(answer.result),
        "shown": shown_numbers(answer),
        "when": to_json(answer.when),
        "versions": to_json(answer.versions),
    }


def links_to_csv(work: Work) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(LINK_COLUMNS)
    for link in work.links:
        assert work.dataset is not None
        rows = [int(work.dataset.rows[row]) for row in (link.a, link.b)]
        made = work.made.get(link.pair)
        said = [work.certainty.get(link.pair, SURE), text_cell(made.author if made else "")]
        when = made.when.isoformat() if made else ""
        writer.writerow([*rows, str(link.kind), *said, when, text_cell(work.notes.get(link.pair, ""))])
        for one in work.opinions.get(link.pair, ()):
            further = [one.certainty, text_cell(one.made.author), one.made.when.isoformat(), ""]
            writer.writerow([*rows, str(one.kind), *further])
    return out.getvalue()
