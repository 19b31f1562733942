"""The report of one answer: gathered from the project, made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from treeclust.core.dataset import Dataset
from treeclust.core.links import Authorship
from treeclust.views.report import Subject
from treeclust.workspace.expert_words import expert_words
from treeclust.workspace.project import Answer, Project, Work
from treeclust.workspace.scores import agreement

MOST_CELLS = 400_000
"""Tables larger than this are not put into the report; it says so, and how to get them."""


def works_on(project: Project, dataset: Dataset) -> Iterator[Work]:
    """The works on this dataset, the present one first, then from the newest to the oldest."""
    history = project.history
    for work in (history.present, *(work for _, work in reversed([*history.past, *history.future]))):
        if work.dataset is dataset or (work.dataset is not None and work.dataset.hash == dataset.hash):
            yield work


def work_of(project: Project, answer: Answer) -> Work | None:
    """The latest work on the table that the answer is about: it has the names of rows, clusters and notes."""
    return next(works_on(project, answer.problem.dataset), None)


def makers(project: Project, answer: Answer) -> dict[tuple[int, int], Authorship]:
    """Who drew each link of a run: whoever did so last on this table."""
    pairs = {link.pair for link in (*answer.problem.links, *(soft.link for soft in answer.soft))}
    found: dict[tuple[int, int], Authorship] = {}
    for work in works_on(project, answer.problem.dataset):
        for pair in pairs & work.made.keys():
            found.setdefault(pair, work.made[pair])
    return found


def subject_of(project: Project, answer: Answer) -> Subject:
    work = work_of(project, answer)
    dataset = answer.problem.dataset
    scores = {} if answer.labels is None else agreement(dataset, answer.labels)
    return Subject(
        title="A table" if work is None or work.table is None else work.table.name.strip('"'),
        question=answer.question,
        result=answer.result,
        labels=answer.labels,
        tree=answer.tree,
        when=answer.when,
        origin=answer.origin,
        names={} if work is None else work.names,
        notes={} if work is None else work.notes,
        made=makers(project, answer),
        versions=answer.versions,
        reading=() if work is None else how_read(work),
        axes=project.view.axes[:2],
        known_agreement=scores["ARI"][0] if scores else None,
        with_data=dataset.values.size <= MOST_CELLS,
        experts=() if work is None else expert_words(work),
    )


def how_read(work: Work) -> tuple[str, ...]:
    """What a reader of the report has to know about the table."""
    said = [] if work.table is None else [*work.table.notes]
    if work.choice.label is not None:
        said.append(f'Known labels are in column "{work.choice.label}"; they were not used for clustering.')
    if work.choice.id is not None:
        said.append(f'Rows are named by column "{work.choice.id}".')
    return tuple(said)
