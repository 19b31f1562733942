"""What a worker does with a file that somebody has uploaded. Loading this loads all that reading needs."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from treeclust.core.errors import InputError, one_line
from treeclust.jobs.channel import Channel
from treeclust.tables.new_rows import place_rows
from treeclust.tables.reading import read_file
from treeclust.views.export_placed import placed_csv, placed_words
from treeclust.workspace.link_files import links_in
from treeclust.workspace.store import open_project_file, project_rows
from treeclust.workspace.uploads import forms
from treeclust.workspace.uploads.requests import LIMITS, UPLOAD, OpenProject, PlaceRows, ReadLinks, ReadTable

for name in ("charset_normalizer", "pyarrow.parquet", "scipy.spatial.distance"):
    import_module(name)  # workers that are forked from here have it then


@contextmanager
def output_limit() -> Iterator[None]:
    """Writing more than is allowed is a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        raise InputError(
            f"This file holds more than {LIMITS.output_mb} MB of values; keep the rows and columns that you need."
        ) from error


def table_job(request: ReadTable, channel: Channel) -> None:
    folder = Path(request.folder)
    options = {name: getattr(request, name) for name in ("header", "decimal", "separator", "sheet", "encoding")}
    table = read_file((folder / UPLOAD).read_bytes(), request.name, **options)
    forms.check_memory(table)
    with output_limit():
        forms.write_table(folder, table)


def links_job(request: ReadLinks, channel: Channel) -> None:
    folder = Path(request.folder)
    with output_limit():
        forms.write_links(folder, links_in((folder / UPLOAD).read_bytes()))


def project_job(request: OpenProject, channel: Channel) -> None:
    folder = Path(request.folder)
    opened = open_project_file((folder / UPLOAD).read_bytes())
    for source in opened.sources:
        forms.check_memory(source.table)
    with output_limit():
        forms.write_project(folder, project_rows(opened))


def placing_job(request: PlaceRows, channel: Channel) -> None:
    folder = Path(request.folder)
    content = (folder / UPLOAD).read_bytes()
    table = read_file(content, request.name, header=request.header, decimal=request.decimal)
    placed = place_rows(request.tree, request.recipe, table.frame)
    csv = placed_csv(table.frame, placed, request.names).encode()
    words, warnings = placed_words(placed, request.names), tuple(one_line(warning) for warning in placed.warnings)
    with output_limit():
        forms.write_placed(folder, forms.PlacedFile(csv, len(placed.labels), one_line(words, 2000), warnings))
