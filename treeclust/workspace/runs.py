"""The runs of a project: what each asked and found, how two of them differ, and how one is asked again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

import numpy as np
from numpy.typing import NDArray

from treeclust.core.errors import InputError
from treeclust.core.links import Link, Links
from treeclust.core.relabel import keep_identity, renumber, with_free_numbers
from treeclust.core.tree import Labels, Tree
from treeclust.objectives import objective_named
from treeclust.views.asked import Lines, limit_lines, wish_lines
from treeclust.workspace import solving
from treeclust.workspace.project import SURE, Answer, Project
from treeclust.workspace.reporting import makers, work_of
from treeclust.workspace.scores import agreement

STATUS = {
    "optimal": "optimal within ε",
    "feasible": "best so far",
    "infeasible": "no such tree",
    "unknown": "nothing found",
}
Rows = NDArray[np.intp]
Said = dict[tuple[int, int], tuple[Link | None, str]]
"""By pair of rows: the link, and how certain it was."""


def time_words(when: datetime, zone: tzinfo = UTC) -> str:
    return when.astimezone(zone).strftime("%-d %b %H:%M:%S")


def last_change(answers: Sequence[Answer]) -> tuple[int, int]:
    """The last run and the one before it to put beside it: the latest that is another clustering, if there is any."""
    last = len(answers) - 1
    earlier = range(last - 1, -1, -1)
    return next((i for i in earlier if not same_clusters(answers[i], answers[last])), max(0, last - 1)), last


def same_clusters(one: Answer, two: Answer) -> bool:
    """Do two runs give the same rows the same labels, or neither any?"""
    if one.labels is None or two.labels is None:
        return one.labels is two.labels
    return np.array_equal(one.labels, two.labels)


def ticked_runs(lines: Sequence[int], count: int) -> tuple[int, int] | None:
    """The two runs, older first, of two lines of a list that shows the newest of `count` runs first."""
    chosen = sorted(count - 1 - line for line in lines if 0 <= line < count)
    return (chosen[0], chosen[1]) if len(chosen) == 2 else None


def clusters_asked(answer: Answer) -> str:
    p = answer.problem
    return str(p.k) if p.least_clusters == p.k else f"{p.least_clusters}–{p.k}"


def run_facts(answer: Answer) -> dict[str, str | int | float | None]:
    """A line of the history."""
    result, scores = answer.result, {}
    if answer.labels is not None:
        scores = agreement(answer.problem.dataset, answer.labels)
    return {
        "k": clusters_asked(answer),
        "Depth": answer.problem.depth,
        "ε": answer.problem.epsilon,
        "Objective": objective_named(answer.objective).label,
        "Links": len(answer.problem.links) + len(answer.soft),
        "Diameter": result.md,
        "Split": result.ms,
        "Status": STATUS[str(result.status)],
        "Leaves": None if answer.tree is None else len(list(answer.tree.leaves())),
        "ARI": scores["ARI"][0] if scores else None,
        "Seconds": result.seconds,
        "From": answer.origin or "Solve",
    }


def changed_parameters(first: Answer, second: Answer) -> list[tuple[str, str, str]]:
    """(what, in the first run, in the second run) for whatever was asked differently, links aside."""
    asked = [
        ("Clusters k", clusters_asked(first), clusters_asked(second)),
        ("Tree depth", str(first.problem.depth), str(second.problem.depth)),
        ("Tolerance ε", f"{first.problem.epsilon:g}", f"{second.problem.epsilon:g}"),
        ("Objective", *(objective_named(run.objective).label for run in (first, second))),
        ("Distance", first.problem.metric, second.problem.metric),
        *zip_lines(wish_lines(first.question.wishes), wish_lines(second.question.wishes)),
        *zip_lines(limit_lines(first.problem), limit_lines(second.problem)),
        ("Rows", f"{first.problem.n:,}", f"{second.problem.n:,}"),
        ("Features", features_words(first), features_words(second)),
    ]
    return [(what, one, two) for what, one, two in asked if one != two]


def zip_lines(first: Lines, second: Lines) -> Iterator[tuple[str, str, str]]:
    for (what, one), (_, two) in zip(first, second, strict=True):
        yield what, one, two


def features_words(answer: Answer) -> str:
    features = answer.problem.dataset.features
    return ", ".join(f"{one.name} ({one.role})" if one.role else one.name for one in features)


def shared_rows(project: Project, first: Answer, second: Answer) -> tuple[Rows, Rows] | None:
    """The rows that both runs are about, by their place in each; None if the runs are about different tables."""
    one, two = first.problem.dataset, second.problem.dataset
    if one is two or one.hash == two.hash:
        return np.arange(one.n), np.arange(two.n)
    works = work_of(project, first), work_of(project, second)
    if works[0] is None or works[1] is None or works[0].table is not works[1].table:
        return None
    _, at_one, at_two = np.intersect1d(one.rows, two.rows, return_indices=True)
    return at_one.astype(np.intp), at_two.astype(np.intp)


def like_first(first: Labels, second: Labels, tree: Tree, rows: tuple[Rows, Rows]) -> tuple[Labels, Tree]:
    """The second run with the numbers, and so the colours and names, that its rows have in the first."""
    shared = keep_identity(first[rows[0]], second[rows[1]])
    numbers = with_free_numbers(shared, {int(cluster) for cluster in second})
    return renumber(second, numbers), tree.relabelled(numbers)


@dataclass(frozen=True)
class LinkChange:
    """One pair of rows that was linked in either run, in the rows of the second run; None where it was not linked."""

    pair: tuple[int, int]
    before: Link | None
    after: Link | None
    certainty: tuple[str, str]
    kept: tuple[bool | None, bool | None]

    @property
    def what(self) -> str:
        if self.before is None:
            return "added"
        if self.after is None:
            return "removed"
        if self.before.kind is not self.after.kind:
            return "kind changed"
        return "same" if self.certainty[0] == self.certainty[1] else "certainty changed"

    @property
    def link(self) -> Link:
        found = self.after or self.before
        assert found is not None
        return Link(*self.pair, found.kind)


def link_changes(first: Answer, second: Answer, rows: tuple[Rows, Rows]) -> tuple[LinkChange, ...]:
    """Pair by pair: what was said in each run, and whether each answer keeps it. Changes first."""
    place = {int(a): int(b) for a, b in zip(*rows, strict=True)}
    back = {b: a for a, b in place.items()}
    before: Said = {Link(place[x.a], place[x.b], x.kind).pair: (x, word) for x, word in said(first, place)}
    after: Said = {link.pair: (link, word) for link, word in said(second, back)}
    nothing: tuple[Link | None, str] = (None, SURE)
    changes = []
    for pair in dict.fromkeys([*after, *before]):
        old, new = before.get(pair, nothing), after.get(pair, nothing)
        link = new[0] or old[0]
        assert link is not None
        there, here = Link(back[pair[0]], back[pair[1]], link.kind), Link(pair[0], pair[1], link.kind)
        kept = tuple(
            None if run.labels is None else one.holds(run.labels) for run, one in ((first, there), (second, here))
        )
        changes.append(LinkChange(pair, old[0], new[0], (old[1], new[1]), (kept[0], kept[1])))
    return tuple(sorted(changes, key=lambda change: change.what == "same"))


def said(answer: Answer, known: Mapping[int, int]) -> Iterator[tuple[Link, str]]:
    """The links of a run between known rows, each with how certain it was."""
    for link in answer.problem.links:
        if link.a in known and link.b in known:
            yield link, SURE
    for soft in answer.soft:
        if soft.link.a in known and soft.link.b in known:
            yield soft.link, soft.word


def open_run(project: Project, answer: Answer) -> None:
    """Its question becomes the one on the screen, as one undoable step, with its answer."""
    work, asked = work_of(project, answer), answer.problem
    if work is None or asked.depth is None:
        raise InputError("The table of this run is no longer open here; open its file again on the Data page.")
    certainty = {soft.link.pair: soft.word for soft in answer.soft}
    links = Links.of([*asked.links, *(soft.link for soft in answer.soft)])
    project.history.step(
        "open an earlier run",
        table=work.table,
        choice=work.choice,
        dataset=asked.dataset,
        links=links,
        certainty=certainty,
        made=makers(project, answer),
        notes=work.notes,
        names=work.names,
        parameters=project.work.parameters.asking(answer.question),
    )
    if project.current_answer is not answer:
        solving.take(project, answer.result, answer.question, answer.origin)
