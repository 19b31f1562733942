"""Links from elsewhere: CSV files, with the row numbers of the table's own file, and known labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from treeclust.core.errors import InputError
from treeclust.core.given_files import text_in
from treeclust.core.links import Link, Links, read_certain
from treeclust.core.soft_links import CERTAINTY
from treeclust.lab.random_links import random_links
from treeclust.workspace.edits import MOST_LINKS, add_links, alone, dataset_of
from treeclust.workspace.project import SURE, Project


def links_in(content: bytes) -> list[tuple[Link, str | None]]:
    """The links of a file, each with the word for how certain it is."""
    try:
        text = text_in(content)
    except UnicodeDecodeError:
        raise InputError("The links file is not text in UTF-8; save it as CSV (UTF-8) and try again.") from None
    links = read_certain(text)
    if len(links) > MOST_LINKS:
        raise InputError(f"{len(links)} links are too many; keep to {MOST_LINKS}.")
    return links


def import_links(project: Project, read: Sequence[tuple[Link, str | None]]) -> int:
    """Add the links of a file, and how certain they are, in one step."""
    dataset = dataset_of(project)
    place = {int(row): i for i, row in enumerate(dataset.rows)}
    missing = [row for link, _ in read for row in (link.a, link.b) if row not in place]
    if missing:
        raise InputError(f"Row {missing[0]} of the links file is not among the rows used; check the row numbers.")
    unknown = [word for _, word in read if word and word not in CERTAINTY]
    if unknown:
        raise InputError(f'"{unknown[0]}" in the links file is no certainty; write {", ".join(CERTAINTY)}, or nothing.')
    links = [Link(place[link.a], place[link.b], link.kind) for link, _ in read]
    words = {link.pair: word for link, (_, word) in zip(links, read, strict=True) if word}
    return add_links(project, links, f"import {len(Links.of(links))} links", words)


def export_links(project: Project) -> str:
    """The links; with a column for certainty if any is not sure."""
    dataset, work = dataset_of(project), project.work
    certain = all(work.certainty.get(link.pair, SURE) == SURE for link in work.links)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["a", "b", "kind"] if certain else ["a", "b", "kind", "certainty"])
    for link in work.links:
        cells = [int(dataset.rows[link.a]), int(dataset.rows[link.b]), str(link.kind)]
        writer.writerow(cells if certain else [*cells, work.certainty.get(link.pair, SURE)])
    return out.getvalue()


@alone
def links_from_labels(project: Project, kappa: float, seed: int) -> int:
    """Random true links, as the paper draws them for its experiments."""
    dataset = dataset_of(project)
    if dataset.known is None:
        raise InputError("There are no known labels; choose a label column on the Data page.")
    if kappa * dataset.n > MOST_LINKS:
        raise InputError(f"κ = {kappa:g} would add {kappa * dataset.n:.0f} links; keep to {MOST_LINKS}.")
    links = random_links(dataset.known, kappa, seed)
    return add_links(project, links, f"add {len(links)} links from the known labels")
