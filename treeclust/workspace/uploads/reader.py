"""The server's side of reading a file: write it into a folder, give it to a worker, wait, take what it has written."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from treeclust.core.errors import InputError
from treeclust.core.system import is_running
from treeclust.core.tree import Tree
from treeclust.jobs.local import LocalJobs
from treeclust.jobs.process import COMMAND
from treeclust.jobs.protocol import Jobs, JobView, State
from treeclust.jobs.shares import Shares
from treeclust.tables.new_rows import Recipe
from treeclust.tables.reading import Table
from treeclust.workspace.store.importing import ProjectRows
from treeclust.workspace.uploads import forms
from treeclust.workspace.uploads.requests import (
    FILE_WORDS,
    LIMITS,
    UPLOAD,
    FileRequest,
    OpenProject,
    PlaceRows,
    ReadLinks,
    ReadTable,
)

WORKER = (*COMMAND, "workspace.uploads.handlers")
"""Solves and files can have the same workers: whoever forks them has then loaded what both need."""
AT_ONCE = 2
FILE_SHARES = Shares(at_once=1)
"""Whoever sends many files that take long keeps half of the readers at most."""
BUSY = f"The server is busy, and did not get through this file within {LIMITS.seconds:g} seconds; try again later."
NO_DISK = "The server has no place to put the file; make sure that its disk is not full, and try again."
PREFIX = "treeclust-uploads-"


class FileReader:
    """Whoever asks waits, for at most the time of LIMITS; nobody else does. Every method ends in what was in the file,
    or in InputError. `asker` tells who asks now: files are read in turn, as solves are."""

    def __init__(self, jobs: Jobs | None = None, asker: Callable[[], str] = lambda: "reader") -> None:
        self.jobs: Jobs = LocalJobs(AT_ONCE, FILE_SHARES, command=WORKER) if jobs is None else jobs
        self.asker = asker
        sweep()
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)

    def table(
        self,
        content: bytes,
        name: str,
        *,
        header: bool | None = None,
        decimal: str | None = None,
        separator: str | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
    ) -> Table:
        options = (name, header, decimal, separator, sheet, encoding)
        with self._read(content, lambda folder: ReadTable(folder, *options)) as folder:
            return forms.read_table(folder)

    def links(self, content: bytes) -> list[forms.CertainLink]:
        with self._read(content, ReadLinks) as folder:
            return forms.read_links(folder)

    @contextmanager
    def project(self, content: bytes) -> Iterator[ProjectRows]:
        with self._read(content, OpenProject) as folder:
            yield forms.read_project(folder)

    def new_rows(
        self,
        content: bytes,
        name: str,
        tree: Tree,
        recipe: Recipe,
        names: Mapping[int, str],
        header: bool | None = None,
        decimal: str | None = None,
    ) -> forms.PlacedFile:
        with self._read(
            content, lambda folder: PlaceRows(folder, name, recipe, tree, names, header, decimal)
        ) as folder:
            return forms.read_placed(folder)

    @contextmanager
    def _read(self, content: bytes, request: Callable[[str], FileRequest]) -> Iterator[Path]:
        """A folder with what a worker made of the content."""
        with self._own_folder(content) as folder:
            self._run(request(str(folder)))
            yield folder

    @contextmanager
    def _own_folder(self, content: bytes) -> Iterator[Path]:
        try:
            folder = Path(tempfile.mkdtemp(dir=self.folder))
        except OSError as error:
            raise InputError(NO_DISK) from error
        try:
            try:
                (folder / UPLOAD).write_bytes(content)
            except OSError as error:
                raise InputError(NO_DISK) from error
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _run(self, request: FileRequest) -> None:
        job = self.jobs.submit(request, LIMITS, self.asker())
        try:
            view = self._wait(job)
        finally:
            self.jobs.cancel(job)
        if view is None:
            raise InputError(FILE_WORDS.crash)
        if not view.ended:
            raise InputError(BUSY)
        if view.state is not State.DONE:
            raise InputError(view.message or FILE_WORDS.crash)

    def _wait(self, job: str) -> JobView | None:
        """The job when it has ended, or when it has taken too long."""
        until, pause = time.monotonic() + LIMITS.seconds, 0.005
        while True:
            view = self.jobs.look(job)
            if view is None or view.ended or time.monotonic() > until:
                return view
            time.sleep(pause)
            pause = min(0.1, 1.5 * pause)


def sweep() -> None:
    """Remove what servers have left behind that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).split("-")[0]
        if owner.isdecimal() and not is_running(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
