"""Between a browser tab and its project: the token in the address, the store of projects, the runner of jobs."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx

from treeclust.errors import InputError
from treeclust.jobs.choice import chosen_jobs
from treeclust.jobs.runner import Runner
from treeclust.store import Store
from treeclust.ui.project import UNSAVED, Project, Projects
from treeclust.ui.saving import Saver
from treeclust.views.escape import markdown_text

ASSETS = Path(__file__).parent / "assets"
TOKEN = "project"
AUTHOR = "author"
NO_DATABASE = (
    "The database of projects cannot be opened; check that its folder can be written to, or set "
    "TREECLUST_DATABASE_URL, and start the server again."
)
log = logging.getLogger(__name__)


@st.cache_resource
def projects() -> Projects:
    """Every project of this server's database."""
    try:
        store = Store()
        store.sweep()
    except (SQLAlchemyError, OSError):
        log.exception("no database")
        raise InputError(NO_DATABASE) from None
    return Projects(store)


@st.cache_resource
def jobs() -> Runner:
    """One runner for the whole server; it ends the jobs of tabs that were closed."""
    return chosen_jobs(running=max(2, (os.cpu_count() or 2) - 1), is_watching=is_connected)


def is_connected(session: str) -> bool:
    return not Runtime.exists() or Runtime.instance().is_active_session(session)


def watcher() -> str:
    context = get_script_run_ctx()
    return "nobody" if context is None else context.session_id


def current_project() -> Project:
    """The project named in the address, or a new one. The address is set on every run: navigation drops it."""
    token = st.session_state.get(TOKEN) or st.query_params.get(TOKEN)
    try:
        project = projects().find(token)
    except InputError as error:
        st.error(markdown_text(str(error)))
        st.stop()
    if project is None:
        if token:
            no_such_project()
        token, project = projects().create()
    st.session_state[TOKEN] = token
    if st.query_params.get(TOKEN) != token:
        st.query_params[TOKEN] = str(token)
    project.history.who = lambda: author(project)
    saver()
    return project


def no_such_project() -> NoReturn:
    """Says nothing about what there is, only that there is nothing here."""
    st.header("No such project", anchor=False)
    st.markdown("The address is not complete, or the project was deleted.")
    st.button("Start a new project", type="primary", on_click=leave)
    st.stop()


def leave(token: str | None = None) -> None:
    """Go to another project, or a new one; nothing of the old one stays in this tab."""
    st.session_state.clear()
    st.query_params.clear()
    if token is not None:
        st.session_state[TOKEN] = token


def author(project: Project) -> str:
    """The name that was typed in this tab, else the last one typed in this project."""
    return str(st.session_state.get(AUTHOR) or project.view.author)


@st.cache_resource
def saver() -> Saver:
    """Writes down the answers of all running solves, whether or not anybody looks at them."""
    return Saver(projects(), jobs())


def attempt(action: Callable[[], str | None]) -> bool:
    """Run a handler; what it says, or why it refuses, is shown."""
    try:
        said = action()
    except InputError as error:
        st.session_state["refusal"] = str(error)
        return False
    if said:
        st.toast(markdown_text(said))
    return True


def obey(handler: Callable[..., str | None], *args: Any) -> None:
    """What a press or a change on the screen does, as a callback. If the person does something else meanwhile,
    Streamlit breaks a callback off where it touches the session's state, and the press would be lost. So it begins
    anew, and what was done meanwhile has its turn afterwards."""
    context, meanwhile = get_script_run_ctx(), []
    while True:
        try:
            attempt(lambda: handler(*args))
            break
        except RerunException as broken_off:
            meanwhile.append(broken_off.rerun_data)
    for request in meanwhile:
        assert context is not None and context.script_requests is not None
        context.script_requests.request_rerun(request)


def is_refused() -> bool:
    """Whether a refusal waits to be shown, which only a run of the whole page does."""
    return "refusal" in st.session_state


def show_refusal() -> None:
    """The last refusal, once."""
    refusal = st.session_state.pop("refusal", None)
    if refusal:
        st.error(markdown_text(refusal))


def show_news(project: Project) -> None:
    """What happened to the project without this tab's doing, once; and, as long as it lasts, that it is not saved."""
    told, project.told = project.told, None
    if told:
        st.toast(markdown_text(told), duration="long")
    if project.unsaved:
        st.error(markdown_text(UNSAVED))


def add_style() -> None:
    """House style; the theme's darkness becomes a class, because a style sheet cannot ask for it."""
    st.html(f"<style>{(ASSETS / 'style.css').read_text(encoding='utf-8')}</style>")
