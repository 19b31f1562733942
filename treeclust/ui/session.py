"""Between a browser tab and its project: the token in the address, the store of projects, the runner of jobs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from treeclust.errors import InputError
from treeclust.jobs.local import LocalJobs
from treeclust.store import Store
from treeclust.ui.project import Project, Projects
from treeclust.views.escape import markdown_text

ASSETS = Path(__file__).parent / "assets"
TOKEN = "project"


@st.cache_resource
def projects() -> Projects:
    """Every project of this server's database."""
    store = Store()
    store.sweep()
    return Projects(store)


@st.cache_resource
def jobs() -> LocalJobs:
    """One runner for the whole server; it ends the jobs of tabs that were closed."""
    return LocalJobs(running=max(2, (os.cpu_count() or 2) - 1), is_watching=is_connected)


def is_connected(session: str) -> bool:
    return not Runtime.exists() or Runtime.instance().is_active_session(session)


def watcher() -> str:
    context = get_script_run_ctx()
    return "nobody" if context is None else context.session_id


def current_project() -> Project:
    """The project named in the address, or a new one. The address is set on every run: navigation drops it."""
    token = st.session_state.get(TOKEN) or st.query_params.get(TOKEN)
    project = projects().find(token)
    if project is None:
        token, project = projects().create()
    st.session_state[TOKEN] = token
    if st.query_params.get(TOKEN) != token:
        st.query_params[TOKEN] = str(token)
    return project


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


def show_refusal() -> None:
    """The last refusal, once."""
    refusal = st.session_state.pop("refusal", None)
    if refusal:
        st.error(markdown_text(refusal))


def add_style() -> None:
    """House style; the theme's darkness becomes a class, because a style sheet cannot ask for it."""
    st.html(f"<style>{(ASSETS / 'style.css').read_text(encoding='utf-8')}</style>")
