"""What a report is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from treeclust.core.dataset import Dataset
from treeclust.core.links import Authorship, Link
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.soft_links import SoftLink
from treeclust.core.tree import Labels, Tree
from treeclust.core.version import library_versions


@dataclass(frozen=True)
class LinkFact:
    """One link as the report tells it; `kept` is None without an answer, `made` where nobody knows who drew it."""

    link: Link
    certainty: str
    kept: bool | None
    note: str
    made: Authorship | None


@dataclass(frozen=True, eq=False)
class Subject:
    """One answer with its question. `labels` and `tree` have the cluster numbers that `names` belong to; `notes` and
    `made` hold remarks and makers by pair of rows; `reading` are sentences on how the table was read; `axes` are the
    names of the axes to plot first; `versions` is what computed the answer; `experts` are sentences on how far those
    who drew links agree."""

    title: str
    question: Question
    result: Result
    labels: Labels | None
    tree: Tree | None
    when: datetime
    origin: str | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    made: Mapping[tuple[int, int], Authorship] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=library_versions)
    reading: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()
    known_agreement: float | None = None
    with_data: bool = True
    experts: tuple[str, ...] = ()

    @property
    def problem(self) -> Problem:
        return self.question.problem

    @property
    def objective(self) -> str:
        return self.question.objective

    @property
    def soft(self) -> tuple[SoftLink, ...]:
        return self.question.soft

    @property
    def dataset(self) -> Dataset:
        return self.problem.dataset

    def row(self, row: int) -> str:
        """A row by its id, or by its number in the file."""
        names = self.dataset.row_names
        return names[row] if names is not None else str(self.dataset.rows[row])

    def links(self) -> Iterator[LinkFact]:
        """Sure links first, then those that may break."""
        certain = [(link, "sure") for link in self.problem.links]
        for link, word in certain + [(one.link, one.word) for one in self.soft]:
            kept = None if self.labels is None else link.holds(self.labels)
            yield LinkFact(link, word, kept, self.notes.get(link.pair, ""), self.made.get(link.pair))
