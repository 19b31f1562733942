"""The table of links, the latest on top: state, certainty, price, author, note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from treeclust.core.closure import redundant
from treeclust.core.experts import disputes
from treeclust.core.link_prices import Force, Price
from treeclust.core.links import Authorship, Link
from treeclust.core.soft_links import CERTAINTY
from treeclust.core.tree import Labels
from treeclust.jobs.messages import PriceLinks
from treeclust.ui.shared.callbacks import attempt, run_callback
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.workspace import edits
from treeclust.workspace.fingerprint import fingerprint
from treeclust.workspace.project import SURE, Project, Work

TABLE_HEIGHT = 214
Pair = tuple[int, int]


@dataclass(frozen=True)
class LinkRow:
    """One line of the table; `implied` means that earlier links already say so."""

    link: Link
    a: str
    b: str
    state: str
    implied: bool
    certainty: str
    price: str
    note: str
    by: str


def link_rows(project: Project) -> tuple[LinkRow, ...]:
    """The latest first: what was just clicked should be seen, however many links there are."""
    work, answer = project.work, project.current_answer
    assert work.dataset is not None
    labels = None if answer is None else answer.labels
    implied = redundant(work.links, work.dataset.n)
    prices = known_prices(project)
    disputed = {one.pair for one in disputes(work.said)}
    return tuple(
        LinkRow(
            link,
            edits.row_label(work.dataset, link.a),
            edits.row_label(work.dataset, link.b),
            state_of(link, labels) + (", disputed" if link.pair in disputed else ""),
            link in implied,
            work.certainty.get(link.pair, SURE),
            price_words(prices.get(link)),
            work.notes.get(link.pair, ""),
            "; ".join(filter(None, [author_words(work.made.get(link.pair)), *opinion_words(work, link)])),
        )
        for link in reversed(work.links.items)
    )


def author_words(made: Authorship | None) -> str:
    """Who drew the link, and on which day; nothing where nobody gave a name."""
    return "" if made is None or not made.author else f"{made.author}, {made.when:%d %b %Y}"


def opinion_words(work: Work, link: Link) -> list[str]:
    """What further experts say of the same rows."""
    return [
        f"{one.made.author} {'agrees' if one.kind is link.kind else f'says {one.kind}'}"
        for one in work.opinions.get(link.pair, ())
    ]


def state_of(link: Link, labels: Labels | None) -> str:
    if labels is None:
        return "not solved"
    return "kept" if link.holds(labels) else "broken"


def known_prices(project: Project) -> dict[Link, Price]:
    """Prices found for the answer on the screen."""
    job, answer = project.side.get(PriceLinks.kind), project.current_answer
    if job is None or answer is None or job.about != answer.id or job.result is None:
        return {}
    return {price.link: price for price in job.result.prices}


def price_words(price: Price | None) -> str:
    """What the best tree would be without the link."""
    if price is None or price.force is Force.UNKNOWN:
        return ""
    if price.force is Force.FREE:
        return "no better"
    figures = [f"{name} {value:.1f}" for name, value in (("MD", price.md), ("MS", price.ms)) if value is not None]
    return ", ".join(figures) + ("" if price.proved else " or better")


def link_table(project: Project, rows: tuple[LinkRow, ...], on_delete: Callable[[list[Pair]], None]) -> None:
    frame = pd.DataFrame(
        {
            "Kind": [str(row.link.kind) for row in rows],
            "Row A": [row.a for row in rows],
            "Row B": [row.b for row in rows],
            "State": [row.state + (" (implied)" if row.implied else "") for row in rows],
            "Certainty": [row.certainty for row in rows],
            **({"Without it": [row.price for row in rows]} if any(row.price for row in rows) else {}),
            **({"By": [row.by for row in rows]} if any(row.by for row in rows) else {}),
            "Note": [row.note for row in rows],
            "Delete": [False for _ in rows],
        }
    )
    key = table_key(project)
    st.data_editor(
        frame,
        key=key,
        hide_index=True,
        height=TABLE_HEIGHT,
        width="stretch",
        disabled=["Kind", "Row A", "Row B", "State", "Without it", "By"],
        on_change=run_callback,
        args=(table_changed, project, key, tuple(row.link.pair for row in rows), on_delete),
        column_config={
            "State": st.column_config.TextColumn(
                help="kept or broken by the tree on screen; implied: earlier links already say so; disputed: experts "
                "contradict each other, and what they say is weighed"
            ),
            "Certainty": st.column_config.SelectboxColumn(
                options=list(CERTAINTY),
                required=True,
                help="Sure links always hold. Others may contradict them or each other: what weighs least is broken",
            ),
            "Without it": st.column_config.TextColumn(
                help="Diameter (MD) and split (MS) of the best tree if this link were not there"
            ),
            "Note": st.column_config.TextColumn(help="Why? Double-click to write a note", max_chars=200),
            "Delete": st.column_config.CheckboxColumn(
                help="Tick to delete this link; Undo brings it back", width="small"
            ),
        },
    )


def table_key(project: Project) -> str:
    """A new one whenever the links change: under a key it has had before, the browser would show old edits again."""
    work = project.work
    now = fingerprint(work.links.items, work.notes, work.certainty, work.opinions)
    return f"link-table-{this_tab().link_table.of(now)}"


def table_changed(project: Project, key: str, pairs: tuple[Pair, ...], on_delete: Callable[[list[Pair]], None]) -> None:
    """Boxes ticked to delete, certainties chosen, or notes written, in the table. `pairs` are its lines as drawn: links
    may have come from another tab since."""
    edited = {pairs[int(index)]: cells for index, cells in widget_value(key).get("edited_rows", {}).items()}
    for pair, cells in edited.items():
        if "Note" in cells:
            edits.set_note(project, pair, str(cells["Note"] or ""))
        if "Certainty" in cells:
            set_certainty(project, pair, str(cells["Certainty"]))
    gone = [pair for pair, cells in edited.items() if cells.get("Delete")]
    if gone:
        on_delete(gone)


def set_certainty(project: Project, pair: Pair, word: str) -> None:
    """Sure links may not contradict each other; after a refusal the table is drawn anew, without the edit."""
    if not attempt(lambda: edits.set_certainty(project, [pair], word)):
        this_tab().link_table.forget()
