"""The two copies of the links, in the browser and here, kept the same without losing a click.

The browser sends its whole list with the revision it started from. A list with an old revision is ignored; whenever the
project's links change in any other way (undo, import, another tab), the revision rises and the browser takes ours.
"""

from __future__ import annotations

import secrets
from collections.abc import MutableMapping
from typing import Any

from treeclust.errors import InputError
from treeclust.ui import edits
from treeclust.ui.project import Project

State = MutableMapping[str, Any]


def revision(project: Project, state: State) -> int:
    """The revision this tab should have now."""
    if state.get("links_known") != project.work.links.items:
        state["links_known"] = project.work.links.items
        state["links_rev"] = state.get("links_rev", 0) + 1
    return int(state["links_rev"])


def take(project: Project, state: State, message: object) -> bool:
    """A list from the browser; True if it changed the links. What is refused is undone there, with the reason."""
    if not isinstance(message, dict) or message.get("rev") != revision(project, state):
        return False
    before = project.work.links
    try:
        edits.take_browser_links(project, message.get("items"))
    except InputError as error:
        refuse(state, str(error))
        return False
    state["links_known"] = project.work.links.items
    return project.work.links != before


def refuse(state: State, text: str) -> None:
    """Say why in the plot, and make the browser take the project's links again."""
    state["notice"] = {"id": secrets.token_hex(4), "text": text}
    state["links_rev"] = state.get("links_rev", 0) + 1
