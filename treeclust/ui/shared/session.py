"""Between a browser tab and its project: the token in the address, the store of projects, the runner of jobs."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from treeclust.core.errors import InputError
from treeclust.jobs.choice import chosen_jobs
from treeclust.jobs.runner import Runner
from treeclust.ui.shared.once import OncePerServer
from treeclust.ui.shared.people import current_person, login_is_on, login_page, owner
from treeclust.ui.shared.state import TOKEN, begin_tab, clear_tab, follow_token, project_token, this_tab
from treeclust.views.escape import markdown_text
from treeclust.workspace import settings
from treeclust.workspace.housekeeping import Housekeeper
from treeclust.workspace.project import Project
from treeclust.workspace.projects import IDLE_MB, Projects
from treeclust.workspace.saving import Saver
from treeclust.workspace.store import READ_ONLY, Store
from treeclust.workspace.uploads import WORKER, FileReader

ASSETS = Path(__file__).parent / "assets"
LOGGED_IN: dict[str, str] = {}
"""The person in each browser tab, by the tab's session."""


@OncePerServer
def projects() -> Projects:
    """Every project of this server's database."""
    store = Store()
    store.sweep()
    return Projects(store, idle_bytes=settings.whole("TREECLUST_IDLE_MB", IDLE_MB) * settings.MB)


@OncePerServer
def jobs() -> Runner:
    """One runner for the whole server; it ends the jobs of tabs that were closed."""
    return chosen_jobs(settings.solves_at_once(), settings.shares(), is_connected, person_of, WORKER)


@OncePerServer
def files() -> FileReader:
    """Reads what people upload, on this machine, also if solves run elsewhere."""
    return FileReader(asker=lambda: person_of(watcher()))


def is_connected(session: str) -> bool:
    return not Runtime.exists() or Runtime.instance().is_active_session(session)


def watcher() -> str:
    context = get_script_run_ctx()
    return "nobody" if context is None else context.session_id


def person_of(session: str) -> str:
    """Whoever is logged in there; without login every tab is somebody."""
    return LOGGED_IN.get(session, session)


def current_project() -> Project:
    """The project named in the address, or a new one. The address is set on every run: navigation drops it."""
    try:
        jobs()
        project = open_project()
    except InputError as error:
        st.error(markdown_text(str(error)))
        st.stop()
    projects().note_tab(watcher(), project)
    project.history.who = lambda: author(project)
    project.allow = check_access
    keep_address(project)
    saver()
    housekeeper()
    return project


def open_project() -> Project:
    ask_to_log_in()
    tab = this_tab()
    address = project_token() or st.query_params.get(TOKEN)
    if not address:
        address, project = projects().create(owner())
    else:
        access = projects().access(address, owner())
        if access is None:
            no_such_project()
        own = tab.own if tab.own is not None and tab.own.is_of(access) else None
        project = own or projects().open(access, address)
    tab.own = project if project.is_draft or not project.may_write else None
    begin_tab(address, project)
    return project


def keep_address(project: Project) -> None:
    """Of a project that is in the database; one with nothing in it has none yet."""
    address = project_token()
    if address and not project.is_draft and st.query_params.get(TOKEN) != address:
        st.query_params[TOKEN] = address


def check_access() -> None:
    """Before anything is changed: an address may have been taken back since the page was drawn. The address is read
    where no run is cut off: a step would be counted as done and not be done."""
    address = this_tab().project if get_script_run_ctx() is not None else None
    if not address:
        return
    logged_out = login_is_on() and owner() is None
    access = None if logged_out else projects().access(address, owner())
    if access is None:
        raise InputError("This address no longer opens the project; ask for a new one.")
    if not access.may_write:
        raise InputError(READ_ONLY)


def ask_to_log_in() -> None:
    """Where there is a login, whoever has not logged in sees nothing else."""
    person = owner()
    if person is None:
        if login_is_on():
            login_page()
        return
    for session in [*LOGGED_IN]:  # a copy: others log in meanwhile
        if not is_connected(session):
            LOGGED_IN.pop(session, None)
    LOGGED_IN[watcher()] = person


def no_such_project() -> NoReturn:
    """For a wrong token: nothing about any project."""
    st.header("No such project", anchor=False)
    st.markdown("The address is not complete, or the project was deleted.")
    st.button("Start a new project", type="primary", on_click=leave)
    st.stop()


def leave(token: str | None = None) -> None:
    """Go to another project, or a new one; nothing of the old one stays in this tab."""
    clear_tab(token)
    st.query_params.clear()


def move_to(address: str) -> None:
    """The same project at another address."""
    follow_token(address)
    st.query_params[TOKEN] = address


def author(project: Project) -> str:
    """Whoever is logged in; else the name that was typed in this tab, or the last one typed in this project."""
    person = current_person()
    if person is not None:
        return person.name
    return this_tab().author or project.view.author


@OncePerServer
def saver() -> Saver:
    """Saves the answers of all running solves, whether or not anybody looks at them."""
    return Saver(projects(), jobs())


@OncePerServer
def housekeeper() -> Housekeeper:
    """Projects that nobody has open leave the memory; what nobody can miss leaves the database."""
    return Housekeeper(projects(), is_connected)


def add_style() -> None:
    """The app's style sheet."""
    st.html(f"<style>{(ASSETS / 'style.css').read_text(encoding='utf-8')}</style>")
