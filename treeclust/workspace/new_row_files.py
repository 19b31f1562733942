"""Files of rows that were not there when the tree was made, and the clusters that the tree gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from treeclust.core.errors import InputError
from treeclust.tables.new_rows import Recipe
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.uploads import FileReader, PlacedFile


@dataclass(frozen=True, eq=False)
class NewRows:
    """A file whose rows were placed by one answer, under the names that its clusters had, or the sentence that says why
    they could not be."""

    file: str
    answer: str
    names: Mapping[int, str]
    placed: PlacedFile | None = None
    refusal: str | None = None

    def is_about(self, project: Project, answer: Answer, file: str) -> bool:
        return (self.file, self.answer, self.names) == (file, answer.id, project.work.names)


def place_file(project: Project, answer: Answer, reader: FileReader, file: str, content: bytes, name: str) -> NewRows:
    """Read as the table of the project was read: with or without a header, with its decimal sign."""
    assert answer.tree is not None
    table, names = project.work.table, project.work.names
    known: dict[str, Any] = {} if table is None else {"header": table.header, "decimal": table.decimal}
    try:
        placed = reader.new_rows(content, name, answer.tree, Recipe.of(answer.problem.dataset), names, **known)
    except InputError as error:
        return NewRows(file, answer.id, names, refusal=str(error))
    return NewRows(file, answer.id, names, placed)
