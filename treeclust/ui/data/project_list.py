"""The list of projects: search, open, rename, copy, archive, delete and take it back."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.numbers import counted
from treeclust.ui.shared.people import login_is_on, owner
from treeclust.ui.shared.session import leave, projects
from treeclust.ui.shared.start_token import may_list
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.ui.shared.text import one_line
from treeclust.views.escape import markdown_text
from treeclust.workspace.project import Project
from treeclust.workspace.store import Listed, Role

MOST_LISTED = 12


def listed_projects() -> list[Listed]:
    """With login one's own; without, all of the server for somebody who may see them, and none for others."""
    if login_is_on():
        person = owner()
        return [] if person is None else projects().store.listing(person)
    return projects().store.listing() if may_list() else []


def project_list(project: Project) -> None:
    listed = listed_projects()
    if not listed:
        return
    with st.expander("All projects", icon=":material/folder_open:", key="project-list"):
        undo_delete()
        search, which = st.columns([2, 1], vertical_alignment="bottom")
        words = search.text_input(
            "Search", key="project-search", placeholder="title or table", icon=":material/search:"
        )
        shown = which.segmented_control(
            "Show", ["current", "archived", "deleted"], default="current", required=True, key="project-shown"
        )
        found = matching(listed, words or "", str(shown))
        for one in found[:MOST_LISTED]:
            project_line(one, project)
        if not found:
            st.caption("No project is like that.")
        if len(found) > MOST_LISTED:
            st.caption(f"{len(found) - MOST_LISTED} more; search for them.")


def matching(listed: list[Listed], words: str, shown: str) -> list[Listed]:
    """Those whose title or table has every word."""
    kind = {"current": (False, False), "archived": (True, False)}
    wanted = [one for one in listed if one.deleted or (one.archived, one.deleted) == kind.get(shown)]
    wanted = [one for one in wanted if one.deleted == (shown == "deleted")]
    return [one for one in wanted if all(w in f"{one.title} {one.table}".lower() for w in words.lower().split())]


def project_line(one: Listed, project: Project) -> None:
    key, store = one.id[:12], projects().store
    with st.container(horizontal=True, vertical_alignment="center", key=f"project-line-{key}"):
        here = project.ledger is not None and one.id == project.ledger.project
        st.button(
            markdown_text(one.title), key=f"open-{key}", type="tertiary", disabled=here or one.deleted,
            on_click=run_callback, args=(go_to, one), help="This is the project on the screen." if here else None,
        )  # fmt: skip
        st.caption(details(one), width="stretch")
        if one.deleted:
            st.button("Restore", key=f"restore-{key}", on_click=run_callback, args=(store.delete, one.id, False))
            return
        with st.popover("More", key=f"more-{key}"):
            st.text_input(
                "Rename", one.title, max_chars=80, key=f"rename-{key}-{one.title}",
                on_change=run_callback, args=(lambda: rename(one, widget_value(f"rename-{key}-{one.title}") or ""),),
            )  # fmt: skip
            st.button("Duplicate", key=f"copy-{key}", on_click=run_callback, args=(duplicate, one), width="stretch")
            st.button(
                "Bring back" if one.archived else "Archive", key=f"archive-{key}", width="stretch",
                on_click=run_callback, args=(store.archive, one.id, not one.archived),
            )  # fmt: skip
            st.button("Delete", key=f"delete-{key}", on_click=run_callback, args=(delete, one, here), width="stretch")


def go_to(one: Listed) -> None:
    """Without login it gets an address more, because those that it has are known only to those who have them."""
    leave(one.id if login_is_on() else projects().store.keys.add(one.id, Role.EDIT))


def details(one: Listed) -> str:
    """The table, the number of links and runs, and when it was changed."""
    rows = "" if one.rows is None else f", {one.rows:,} rows"
    table = "" if one.table is None else f"{markdown_text(one.table)}{rows} · "
    return f"{table}{counted(one.links, 'link')} · {counted(one.runs, 'run')} · {ago(one.changed)}"


def ago(when: datetime) -> str:
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 60:
        return "just now" if minutes < 1 else f"{minutes} min ago"
    return f"{minutes // 60} h ago" if minutes < 48 * 60 else f"{when:%d %B %Y}"


def rename(one: Listed, title: str) -> None:
    projects().store.rename(one.id, title)
    known = projects().known(one.id)
    if known is not None:
        known.title = one_line(title, 80)


def duplicate(one: Listed) -> None:
    projects().store.duplicate(one.id)


def delete(one: Listed, here: bool) -> None:
    projects().store.delete(one.id)
    projects().forget(one.id)
    if here:
        leave()
    this_tab().deleted = (one.id, one.title)


def undo_delete() -> None:
    """For the one deleted last; the others are under "deleted" for thirty days."""
    gone = this_tab().deleted
    if gone is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Deleted {markdown_text(gone[1])}.")
        st.button("Undo delete", key="undo-delete", on_click=run_callback, args=(restore, gone[0]))


def restore(project: str) -> None:
    projects().store.delete(project, False)
    this_tab().deleted = None
