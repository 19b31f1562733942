"""Addresses of this project for others: for reading or editing, each can be taken back; and a new one for oneself."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.people import login_is_on
from treeclust.ui.shared.session import move_to, projects
from treeclust.ui.shared.state import TOKEN, project_token, this_tab
from treeclust.workspace.project import Project
from treeclust.workspace.store import Key, Role
from treeclust.workspace.store.keys import hash_of_token

MOST_SHOWN = 8
NAMES = {Role.READ: "Reading", Role.EDIT: "Editing"}
WHO = {
    False: "Whoever has the address of this page can change the project.",
    True: "This project is yours; others need an address that you make here.",
}


def share_panel(project: Project) -> None:
    if not project.may_write:
        return
    with st.popover("Share", key="share", disabled=project.is_draft, help="Addresses for others"):
        st.caption(WHO[login_is_on()])
        made = this_tab().shared
        if made is not None:
            st.markdown("Copy it now: it is not shown again.")
            st.code(address_of(made), language=None, wrap_lines=True)
        with st.container(horizontal=True):
            add_button(project, Role.READ, "New read-only address")
            if login_is_on():
                add_button(project, Role.EDIT, "New address for editing")
            else:
                st.button(
                    "Change this address", key="rotate", on_click=run_callback, args=(rotate, project),
                    help="A new one for this tab; those for editing that there were lead nowhere from then on.",
                )  # fmt: skip
        if not project.is_draft and project.ledger is not None:
            keys = projects().store.keys.listing(project.ledger.project)
            for key in keys[-MOST_SHOWN:]:
                key_line(project, key)
            if len(keys) > MOST_SHOWN:
                st.caption(f"{len(keys) - MOST_SHOWN} more, which are older.")


def add_button(project: Project, role: Role, name: str) -> None:
    st.button(name, key=f"share-{role}", on_click=run_callback, args=(add, project, role))


def key_line(project: Project, key: Key) -> None:
    here = key.hash == hash_of_token(project_token() or "")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{NAMES[key.role]}, since {key.made:%d %B %Y}{' (this page)' if here else ''}", width="stretch")
        if not here:
            name = f"revoke-{key.hash[:12]}"
            st.button("Take back", key=name, on_click=run_callback, args=(revoke, project, key.hash))


def add(project: Project, role: Role) -> None:
    project.check_allowed()
    assert project.ledger is not None
    this_tab().shared = projects().store.keys.add(project.ledger.project, role)


def revoke(project: Project, key: str) -> None:
    project.check_allowed()
    assert project.ledger is not None
    projects().store.keys.revoke(project.ledger.project, key)
    this_tab().shared = None


def rotate(project: Project) -> None:
    project.check_allowed()
    assert project.ledger is not None
    move_to(projects().store.keys.rotate(project.ledger.project, Role.EDIT))


def address_of(token: str) -> str:
    here = urlsplit(st.context.url or "")
    return f"{here.scheme}://{here.netloc}{here.path.rsplit('/', 1)[0]}/?{TOKEN}={token}"
