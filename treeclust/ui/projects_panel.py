"""This project's name and file, and the list of all projects."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime

import streamlit as st

from treeclust.store import SUFFIX, Listed
from treeclust.ui.project import Project
from treeclust.ui.session import AUTHOR, TOKEN, leave, obey, projects
from treeclust.views.escape import markdown_text

LIST_VARIABLE = "TREECLUST_PROJECT_LIST"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
MOST_LISTED = 12
DELETED = "deleted_project"


def project_panel(project: Project) -> None:
    """What this project is called, who draws its links, and the way to take it along or to another one."""
    with st.container(border=True, horizontal=True, vertical_alignment="bottom", key="project-panel"):
        st.text_input(
            "Project",
            project.title,
            key=f"project-title-{project.title}",
            max_chars=80,
            placeholder=table_name(project) or "Untitled",
            help="Saved as you work. Keep the address of this page: it leads back here.",
            on_change=obey,
            args=(rename_this, project),
        )
        st.text_input(
            "Your name",
            project.view.author,
            key=AUTHOR,
            max_chars=40,
            placeholder="not given",
            help="Is noted with each link that you draw.",
            on_change=obey,
            args=(name_author, project),
        )
        st.download_button(
            "Project file",
            project.to_file,
            file_name(project),
            "application/zip",
            on_click="ignore",
            key="project-file",
            disabled=project.work.table is None,
            help="Data, links, names, parameters and every run in one file. Open it here or on another computer like a "
            "table.",
        )
        st.button("New project", key="new-project", on_click=leave, help="This one stays in the list of projects.")


def rename_this(project: Project) -> None:
    project.title = " ".join(str(st.session_state[f"project-title-{project.title}"] or "").split())[:80]
    project.save_view()


def name_author(project: Project) -> None:
    project.view.author = " ".join(str(st.session_state[AUTHOR] or "").split())[:40]
    project.save_view()


def table_name(project: Project) -> str:
    return "" if project.work.table is None else project.work.table.name.strip('"')


def file_name(project: Project) -> str:
    """From the person's own words, but only what is a file name everywhere."""
    name = project.title or table_name(project)
    return (re.sub(r"[^\w -]", "_", name).strip(" _") or "project")[:60] + SUFFIX


# -- the list -------------------------------------------------------------------------------------------------------


def may_list() -> bool:
    """Only for somebody who sits at this computer: others have the address of their own project and nothing else.

    TREECLUST_PROJECT_LIST=1 shows the list to everybody who reaches the server, 0 to nobody.
    """
    wanted = os.environ.get(LIST_VARIABLE)
    if wanted in ("0", "1"):
        return wanted == "1"
    headers = st.context.headers
    host = re.sub(r":\d+$", "", str(headers.get("Host", "")))
    direct = not headers.get("X-Forwarded-For") and not headers.get("Forwarded")
    return st.get_option("server.address") in LOOPBACK and host in LOOPBACK and direct


def project_list() -> None:
    listed = projects().store.listing() if may_list() else []
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
            project_line(one)
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


def project_line(one: Listed) -> None:
    key, store = one.token[:12], projects().store
    with st.container(horizontal=True, vertical_alignment="center", key=f"project-line-{key}"):
        here = one.token == st.session_state.get(TOKEN)
        st.button(
            markdown_text(one.title), key=f"open-{key}", type="tertiary", disabled=here or one.deleted,
            on_click=leave, args=(one.token,), help="This is the project on the screen." if here else None,
        )  # fmt: skip
        st.caption(details(one), width="stretch")
        if one.deleted:
            st.button("Restore", key=f"restore-{key}", on_click=store.delete, args=(one.token, False))
            return
        with st.popover("More", key=f"more-{key}"):
            st.text_input(
                "Rename", one.title, max_chars=80, key=f"rename-{key}-{one.title}",
                on_change=lambda: rename(one, str(st.session_state[f"rename-{key}-{one.title}"] or "")),
            )  # fmt: skip
            st.button("Duplicate", key=f"copy-{key}", on_click=duplicate, args=(one,), width="stretch")
            st.button(
                "Bring back" if one.archived else "Archive", key=f"archive-{key}", width="stretch",
                on_click=store.archive, args=(one.token, not one.archived),
            )  # fmt: skip
            st.button("Delete", key=f"delete-{key}", on_click=delete, args=(one,), width="stretch")


def details(one: Listed) -> str:
    """Which table, how much was said and found, and when."""
    rows = "" if one.rows is None else f", {one.rows:,} rows"
    table = "" if one.table is None else f"{markdown_text(one.table)}{rows} · "
    links = f"{one.links} link{'' if one.links == 1 else 's'}"
    return f"{table}{links} · {one.runs} run{'' if one.runs == 1 else 's'} · {ago(one.changed)}"


def ago(when: datetime) -> str:
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 60:
        return "just now" if minutes < 1 else f"{minutes} min ago"
    return f"{minutes // 60} h ago" if minutes < 48 * 60 else f"{when:%d %B %Y}"


def rename(one: Listed, title: str) -> None:
    projects().store.rename(one.token, title)
    known = projects().known(one.token)
    if known is not None:
        known.title = " ".join(title.split())[:80]


def duplicate(one: Listed) -> None:
    projects().store.duplicate(one.token)


def delete(one: Listed) -> None:
    projects().store.delete(one.token)
    projects().forget(one.token)
    if st.session_state.get(TOKEN) == one.token:
        leave()
    st.session_state[DELETED] = (one.token, one.title)


def undo_delete() -> None:
    """For the one deleted last; the others are under "deleted" for thirty days."""
    gone = st.session_state.get(DELETED)
    if gone is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Deleted {markdown_text(gone[1])}.")
        st.button("Undo delete", key="undo-delete", on_click=restore, args=(gone[0],))


def restore(token: str) -> None:
    projects().store.delete(token, False)
    del st.session_state[DELETED]
