"""What a person can do to a project: functions that change it by one undoable step, or refuse in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.experts import check_each
from treeclust.core.links import Authorship, Kind, Link, LinkConflict, Links
from treeclust.core.soft_links import CERTAINTY
from treeclust.tables.columns import ColumnChoice, columns_of, dataset_from, suggest_choice
from treeclust.tables.reading import Table
from treeclust.workspace.column_table import ADVICE
from treeclust.workspace.document import Opinion, signed
from treeclust.workspace.parameters import BEGIN
from treeclust.workspace.project import MOST_STEPS, SURE, Parameters, Project, Work
from treeclust.workspace.quota import check_memory

Certainty = Mapping[tuple[int, int], str]
MOST_LINKS = 20_000
MOST_BY_HAND = 50
"""Links that a browser can have drawn before the server has heard of the first."""
SECOND = "give a second opinion"
P = ParamSpec("P")
T = TypeVar("T")


def alone(edit: Callable[Concatenate[Project, P], T]) -> Callable[Concatenate[Project, P], T]:
    """An edit that no other window of the same project gets in between of."""

    @wraps(edit)
    def locked(project: Project, /, *args: P.args, **options: P.kwargs) -> T:
        with project.lock:
            return edit(project, *args, **options)

    return locked


def dataset_of(project: Project) -> Dataset:
    dataset = project.work.dataset
    if dataset is None:
        raise InputError("There is no data yet; choose a file or a sample first.")
    return dataset


def split_columns(dataset: Dataset) -> list[str]:
    """The columns that a test may ask about, in order."""
    return list(dict.fromkeys(feature.column for feature in dataset.features if feature.split))


def row_label(dataset: Dataset, row: int) -> str:
    """How a row is called on screen: by its id, or by its number in the file."""
    return dataset.row_names[row] if dataset.row_names is not None else str(dataset.rows[row])


# -- data -------------------------------------------------------------------------------------------------------


@alone
def load_table(project: Project, /, table: Table, choice: ColumnChoice | None = None, **parameters: Any) -> None:
    """Begin with another table; undo brings the old one back, links and all."""
    check_memory(project)
    choice = choice or suggest_choice(columns_of(table))
    dataset = None
    with suppress(InputError):
        dataset = dataset_from(table, choice, ADVICE)
    k = len(dataset.known_names) if dataset is not None and 2 <= len(dataset.known_names) <= 8 else 3
    settings = Parameters(**{**BEGIN, "k": k, "depth": max(3, (k - 1).bit_length()), **parameters})
    project.history.step(
        "open other data",
        table=table,
        choice=choice,
        dataset=dataset,
        links=Links(),
        notes={},
        certainty={},
        opinions={},
        names={},
        parameters=settings,
    )
    project.view.axes, project.view.picked = (), False
    project.skipped, project.view.asking = set(), False
    project.warnings.settle()


@alone
def choose_columns(project: Project, choice: ColumnChoice) -> None:
    """Use other columns of the same table; links stay with their rows, and rules with their columns, where those are
    still there."""
    work = project.work
    if work.table is None:
        raise InputError("There is no data yet; choose a file or a sample first.")
    check_memory(project)
    dataset = dataset_from(work.table, choice, ADVICE)
    fields = {"names": {}, "parameters": work.parameters.for_columns(split_columns(dataset)), **carried(work, dataset)}
    project.history.step("choose columns", choice=choice, dataset=dataset, **fields)
    project.view.axes, project.view.picked = (), False


def carried(work: Work, new: Dataset) -> dict[str, Any]:
    """The links and all that is said of them, by row number of the file, without those whose rows are gone."""
    if work.dataset is None:
        return {}
    place = {int(row): i for i, row in enumerate(new.rows)}
    there = {i: place[int(row)] for i, row in enumerate(work.dataset.rows) if int(row) in place}
    moved = [Link(there[x.a], there[x.b], x.kind) for x in work.links if x.a in there and x.b in there]
    fields: dict[str, Any] = {"links": Links.of(moved)}
    for name in ("notes", "certainty", "made", "opinions"):
        said = getattr(work, name)
        fields[name] = {(there[a], there[b]): x for (a, b), x in said.items() if a in there and b in there}
    return fields


# -- links ------------------------------------------------------------------------------------------------------


@alone
def set_links(project: Project, links: Links, what: str, certainty: Certainty | None = None) -> None:
    """Replace all links, and how certain they are if that is said."""
    dataset_of(project)
    work, after = project.work, with_links(project.work, links, certainty, project.history.who())
    if (after.links, after.certainty) != (work.links, work.certainty):
        project.history.step(what, links=after.links, certainty=after.certainty, opinions=after.opinions)


def with_links(work: Work, links: Links, certainty: Certainty | None = None, author: str = "") -> Work:
    """The work with these links instead of its own, the new ones by this author; refused if there are too many, or if
    sure ones contradict each other that are not of different experts."""
    assert work.dataset is not None
    if len(links) > MOST_LINKS:
        raise InputError(f"{len(links)} links are too many; keep to {MOST_LINKS}.")
    links.check_rows(work.dataset.n)
    stay = {link.pair for link in set(links.items) & set(work.links.items)}
    said = {pair: word for pair, word in work.certainty.items() if pair in stay} | dict(certainty or {})
    unsure = {link.pair: said[link.pair] for link in links if said.get(link.pair, SURE) != SURE}
    opinions = {pair: said for pair, said in work.opinions.items() if pair in stay}
    after = replace(work, links=links, certainty=unsure, opinions=opinions, made=signed(work, links, author))
    refuse_contradiction(after)
    return after


def refuse_contradiction(work: Work) -> None:
    """Links that are not sure, and those of different experts, may say whatever they like: the answer breaks those that
    cost least."""
    assert work.dataset is not None
    try:
        check_each(work.said, work.dataset.n)
    except LinkConflict as conflict:
        raise InputError(f"Not possible: {conflict_words(work.dataset, conflict.chain)}") from None


def conflict_words(dataset: Dataset, chain: Sequence[Link]) -> str:
    """The chain in the names that are on screen."""
    *path, last = (f"{row_label(dataset, x.a)}–{row_label(dataset, x.b)} {x.kind}" for x in chain)
    return f"{', '.join(path)}, but {last}. Remove one of these links first, or make it unsure."


@alone
def add_links(project: Project, links: Iterable[Link], what: str, certainty: Certainty | None = None) -> int:
    """Add links to those that are there; says how many are new. About pairs that another expert has linked, they are
    second opinions."""
    work, given = project.work, Links.of(links)
    further = [link for link in given if is_of_another(work, link.pair, project.history.who())]
    known = {(link.pair, link.kind) for link in (*work.links, *further)}
    fresh = [link for link in given if (link.pair, link.kind) not in known]
    set_links(project, Links.of([*work.links, *fresh]), what, certainty)
    for link in further:
        add_opinion(project, link, (certainty or {}).get(link.pair, SURE))
    return len(fresh) + len(further)


def is_of_another(work: Work, pair: tuple[int, int], who: str) -> bool:
    """Has another expert, known by name, linked this pair?"""
    return bool(who) and work.author_of(pair) not in ("", who)


@alone
def add_opinion(project: Project, link: Link, certainty: str = SURE) -> None:
    """What a further expert says of a linked pair, beside what others said of it; a second time replaces the first."""
    work, who = project.work, project.history.who()
    others = [one for one in work.opinions.get(link.pair, ()) if one.made.author != who]
    mine = Opinion(link.kind, certainty, Authorship(who, datetime.now(UTC)))
    after = replace(work, opinions={**work.opinions, link.pair: (*others, mine)})
    refuse_contradiction(after)
    project.history.step(SECOND, opinions=after.opinions)


@alone
def delete_links(project: Project, pairs: Iterable[tuple[int, int]]) -> None:
    gone = set(pairs)
    left = [link for link in project.work.links if link.pair not in gone]
    what = "delete a link" if len(gone) == 1 else f"delete {len(gone)} links"
    set_links(project, Links.of(left), what)


@alone
def take_browser_links(project: Project, items: object, known: Links | None = None) -> None:
    """The list a browser sent, trusted in nothing. What differs from the links `known` to it is done here to the links
    as they are now: one step for each link, or one for all where nobody can have drawn so many by hand."""
    dataset = dataset_of(project)
    wanted = Links.of(browser_links(items, dataset.n))
    now = project.work.links
    old = set(now if known is None else known)
    gone, fresh = old - set(wanted), [link for link in wanted if link not in old]
    after = Links.of([*(link for link in now if link not in gone), *fresh])
    with_links(project.work, after, author=project.history.who())
    if len(gone) + len(fresh) > MOST_BY_HAND:
        set_links(project, after, "change many links")
        return
    for link in gone & set(now):
        delete_links(project, [link.pair])
    for link in fresh:
        add_links(project, [link], "add a link")


def browser_links(items: object, n: int) -> list[Link]:
    if not isinstance(items, list) or len(items) > MOST_LINKS:
        raise InputError("The links from the browser could not be read; reload the page.")
    links = []
    for item in items:
        match item:
            case [int(a), int(b), "must" | "cannot" as kind] if 0 <= a < n and 0 <= b < n and a != b:
                links.append(Link(a, b, Kind(kind)))
            case _:
                raise InputError("The links from the browser could not be read; reload the page.")
    return links


@alone
def link_rows(project: Project, a: int, b: int, kind: Kind) -> None:
    """A link between two rows given by their numbers in the file."""
    dataset = dataset_of(project)
    place = {int(row): i for i, row in enumerate(dataset.rows)}
    for row in (a, b):
        if row not in place:
            raise InputError(f"Row {row} is not among the rows used; choose from 0 to {int(dataset.rows.max())}.")
    if a == b:
        raise InputError("A link needs two different rows.")
    link = Link(place[a], place[b], kind)
    others = [old for old in project.work.links if old.pair != link.pair]
    set_links(project, Links.of([*others, link]), "add a link")


@alone
def set_note(project: Project, pair: tuple[int, int], note: str) -> None:
    project.history.step("note on a link", notes={**project.work.notes, pair: note.strip()[:200]})


@alone
def set_certainty(project: Project, pairs: Iterable[tuple[int, int]], word: str) -> None:
    """How certain these links are; what is not sure may be broken where links clash."""
    if word not in CERTAINTY:
        raise InputError(f'"{word}" is not a certainty; choose {", ".join(CERTAINTY)}.')
    set_links(project, project.work.links, "how certain a link is", dict.fromkeys(pairs, word))


# -- names and parameters -----------------------------------------------------------------------------------------


@alone
def rename_cluster(project: Project, cluster: int, name: str) -> None:
    clean = " ".join(name.split())[:40]
    if clean != project.work.names.get(cluster, ""):
        project.history.step("rename a cluster", names={**project.work.names, cluster: clean})


@alone
def set_parameters(project: Project, parameters: Parameters) -> None:
    if parameters != project.work.parameters:
        project.history.step("change a parameter", parameters=parameters)


@alone
def undo(project: Project) -> None:
    project.history.undo()


@alone
def redo(project: Project) -> None:
    project.history.redo()


@alone
def travel(project: Project, steps: int) -> None:
    """So many steps back (negative) or forth, as far as there are any."""
    step = undo if steps < 0 else redo
    for _ in range(min(abs(steps), MOST_STEPS)):
        step(project)
