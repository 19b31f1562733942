"""What the server does with a file that somebody sends, without the page around it: the same readers, the same edits,
the same database."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.hostile.case import Case
from tests.workspace.store.made import answer_to, data
from treeclust.tables.new_rows import Recipe
from treeclust.workspace import edits
from treeclust.workspace.column_table import ADVICE
from treeclust.workspace.link_files import export_links, import_links
from treeclust.workspace.project import Project, why_unusable
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store
from treeclust.workspace.uploads import FileReader

assert ADVICE


class HostileServer:
    """One reader, one database and one project that everything is sent to."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(f"sqlite:///{Path(self.folder.name) / 'projects.db'}")
        self.projects, self.reader = Projects(self.store, most=2), FileReader()
        self.project = self.projects.create()[1]

    def receive(self, case: Case) -> str:
        """What there is to say of it afterwards; InputError if it was refused."""
        ways = {"table": self.table, "links": self.links, "project": self.open, "new rows": self.new_rows}
        return ways[case.kind](case)

    def table(self, case: Case) -> str:
        table = self.reader.table(case.content, case.name, **case.options)
        edits.load_table(self.project, table)
        self.check(self.project)
        return why_unusable(self.project.work) or "a table"

    def links(self, case: Case) -> str:
        edits.load_table(self.project, data("blobs.csv", 0)["table"], data("blobs.csv", 0)["choice"])
        count = import_links(self.project, self.reader.links(case.content))
        export_links(self.project)
        return f"{count} links"

    def open(self, case: Case) -> str:
        """Opened, found again by a server that has just started, and written to a file that opens again."""
        with self.reader.project(case.content) as rows:
            token = self.projects.add(rows)
        found = Projects(self.store).find(token)
        assert found is not None
        self.check(found)
        with self.reader.project(found.to_file()) as again:
            assert again.title == found.title
        return "a project"

    def new_rows(self, case: Case) -> str:
        work = data("blobs.csv", 0)
        self.project.history.step("open other data", **work)
        answer = answer_to(self.project.work)
        assert answer.tree is not None
        placed = self.reader.new_rows(
            case.content, case.name, answer.tree, Recipe.of(answer.problem.dataset), {0: "<b>"}, **case.options
        )
        return f"{placed.count} rows"

    def check(self, project: Project) -> None:
        """It is in the database, and a project file can be made of it."""
        project.save_view()
        assert not project.unsaved, "it could not be saved"
        project.to_file()

    def close(self) -> None:
        self.reader.jobs.close()
        self.store.close()
        self.folder.cleanup()
