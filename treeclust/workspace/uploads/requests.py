"""Reading a file as work for a worker. Each request names a folder: the file is there, and what was read goes there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import NoneType
from typing import Any, ClassVar, Self

from treeclust.core.codec import from_json, read_fields
from treeclust.core.tree import Tree
from treeclust.jobs.end_words import EndWords
from treeclust.jobs.messages import Request
from treeclust.jobs.protocol import Limits
from treeclust.tables.new_rows import Recipe

UPLOAD = "upload"
LIMITS = Limits(seconds=60.0, memory_mb=832, patience=0.0, processor_seconds=18, output_mb=160)
FILE_WORDS = EndWords(
    memory="This file needs more memory than the {gb:g} GB that a file may take; "
    "keep the rows and columns that you need, and save them as CSV.",
    stop=f"This file takes longer to read than the {LIMITS.processor_seconds} seconds that a file may; "
    "keep the rows and columns that you need, and save them as CSV.",
    crash="This file cannot be read; it may be damaged. Save the table again, as CSV if you can.",
    no_worker="The server cannot read a file just now; try again in a minute.",
    full_queue="Too many files wait to be read on this server; try again in a minute.",
    full_share="Too many of your files wait to be read already; try again in a minute.",
)


@dataclass(frozen=True, eq=False)
class FileRequest(Request):
    folder: str
    answers: ClassVar[type] = NoneType
    words: ClassVar[EndWords] = FILE_WORDS


@dataclass(frozen=True, eq=False)
class ReadTable(FileRequest):
    """A table; what is None is guessed."""

    name: str
    header: bool | None = None
    decimal: str | None = None
    separator: str | None = None
    sheet: str | None = None
    encoding: str | None = None
    kind: ClassVar[str] = "read a table"
    handler: ClassVar[str] = "workspace.uploads.handlers.table_job"


@dataclass(frozen=True, eq=False)
class ReadLinks(FileRequest):
    kind: ClassVar[str] = "read links"
    handler: ClassVar[str] = "workspace.uploads.handlers.links_job"


@dataclass(frozen=True, eq=False)
class OpenProject(FileRequest):
    kind: ClassVar[str] = "open a project"
    handler: ClassVar[str] = "workspace.uploads.handlers.project_job"


@dataclass(frozen=True, eq=False)
class PlaceRows(FileRequest):
    """Find the clusters of the rows of a file; `names` are those of the clusters."""

    name: str
    recipe: Recipe
    tree: Tree
    names: Mapping[int, str] = field(default_factory=dict)
    header: bool | None = None
    decimal: str | None = None
    kind: ClassVar[str] = "place rows"
    handler: ClassVar[str] = "workspace.uploads.handlers.placing_job"

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        recipe = from_json(Recipe, data["recipe"])
        request: Self = read_fields(cls, data, recipe.features, recipe=recipe)
        return request
