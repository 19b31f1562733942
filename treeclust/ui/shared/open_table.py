"""A sample or an uploaded file becomes the table of the project."""

from __future__ import annotations

from typing import Any

from treeclust.tables.reading import read_file
from treeclust.tables.reading.workbooks import WORKBOOKS
from treeclust.tables.samples import SAMPLES, Sample
from treeclust.ui.shared.job_requests import start_solve
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.people import owner
from treeclust.ui.shared.session import files, leave, projects
from treeclust.ui.shared.state import UploadedFile, this_tab
from treeclust.workspace import edits
from treeclust.workspace.project import Project, Work
from treeclust.workspace.quota import check_room
from treeclust.workspace.store import SUFFIX

WORKSPACE = "pages/workspace.py"
TYPES = ["csv", "tsv", "txt", *WORKBOOKS, "parquet", SUFFIX.removeprefix(".")]
DEMO = "iris"
LIVE_ROWS = 500


def open_demo(project: Project) -> None:
    """Solved and live, so that the first link shows at once what links do."""
    open_sample(project, next(sample for sample in SAMPLES if sample.name == DEMO))
    project.view.guide = True
    start_solve(project)


def open_sample(project: Project, sample: Sample) -> None:
    table, before = read_file(sample.path), project.work
    edits.load_table(project, table, sample.choice, **sample.question)
    begin_anew(project, before)


def open_file(project: Project, content: bytes, name: str, **options: Any) -> None:
    """An uploaded file; its name is shown, never used as a path. A project file becomes a project of its own."""
    check_room(projects().store, project, owner(), len(content))
    if name.lower().endswith(SUFFIX):
        with files().project(content) as rows:
            token = projects().add(rows, owner())
        leave(token)
        return
    table, before = files().table(content, name, **options), project.work
    edits.load_table(project, table)
    begin_anew(project, before)
    this_tab().source = UploadedFile(table, name, content)


def begin_anew(project: Project, before: Work) -> None:
    """No guide, no question, and no warning about the table before, but for links that went with it. Small tables are
    solved again after each link: the answer is there before one has looked up."""
    tab, project.view.guide = this_tab(), False
    table = project.work.table
    tab.set_asking(project, False)
    tab.forget_answers()
    tab.set_live(project, table is not None and len(table.frame) <= LIVE_ROWS)
    tab.dismiss_warnings(project)
    if before.table is not None and len(before.links):
        name = before.table.name.strip('"')
        many = counted(len(before.links), "link")
        project.warnings.add(f"{many} of {name} went with that table; Undo in the workspace brings both back.")
