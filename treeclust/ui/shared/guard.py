"""What fails says one sentence where it would have been drawn, and leaves the rest of the page usable."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from treeclust.core.errors import InputError
from treeclust.views.escape import markdown_text

log = logging.getLogger(__name__)


@contextmanager
def guard(what: str) -> Iterator[None]:
    """Around a part of a page; `what` names it at the beginning of a sentence. How Streamlit ends a run is no failure:
    that is no Exception."""
    try:
        yield
    except InputError as error:
        st.error(markdown_text(str(error)))
    except Exception:
        log.exception("%s failed", what)
        st.error(failure_words(what))


def failure_words(what: str) -> str:
    return f"{what} failed, and nothing of your work is lost: undo the last step, or reload the page."
