"""What a press or a change on the screen does: run the handler, show why it refuses."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from treeclust.core.errors import InputError
from treeclust.ui.shared.guard import failure_words
from treeclust.ui.shared.state import this_tab
from treeclust.views.escape import markdown_text

log = logging.getLogger(__name__)


def attempt(action: Callable[[], str | None]) -> bool:
    """Run an action; what it says, or why it refuses, is shown."""
    try:
        said = action()
    except InputError as error:
        this_tab().refusal = str(error)
        return False
    except Exception:
        log.exception("an action failed")
        this_tab().refusal = failure_words("That")
        return False
    if said:
        st.toast(markdown_text(said))
    return True


def run_callback(handler: Callable[..., str | None], *args: Any) -> None:
    """For `on_click` and `on_change`. If the person does something else meanwhile, Streamlit cuts a callback off where
    it touches the session state, and the press would be lost. So the handler is run again from its beginning, and what
    was done meanwhile has its turn afterwards."""
    meanwhile = []
    while True:
        try:
            attempt(lambda: handler(*args))
            break
        except RerunException as cut_off:
            meanwhile.append(cut_off.rerun_data)
    if meanwhile:
        ask_again(meanwhile)


def ask_again(requests: list[RerunData]) -> None:
    """In the order in which they came: what waits by now is the latest."""
    context = get_script_run_ctx()
    assert context is not None and context.script_requests is not None
    waiting = context.script_requests.on_scriptrunner_yield()
    if waiting is not None and waiting.type is ScriptRequestType.RERUN:
        requests.append(waiting.rerun_data)
    for request in requests:
        context.script_requests.request_rerun(request)


def is_refused() -> bool:
    """Whether a refusal waits to be shown, which only a run of the whole page does."""
    return this_tab().refusal is not None


def show_refusal() -> None:
    """The last refusal, once."""
    tab = this_tab()
    refusal, tab.refusal = tab.refusal, None
    if refusal:
        st.error(markdown_text(refusal))
