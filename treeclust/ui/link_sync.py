"""The two copies of the links, in the browser and here, kept the same without losing a click.

The browser sends its whole list with the revision it started from. Whenever the project's links change in any other way
(undo, import, another tab), the revision rises and the browser takes ours. A list with an older revision, drawn before
the browser knew, is not lost: what it added and deleted since that revision is done to the links as they are now.
"""

from __future__ import annotations

import secrets

from treeclust.errors import InputError
from treeclust.links import Links
from treeclust.ui import edits
from treeclust.ui.project import Project
from treeclust.ui.renewal import State, renewed

MOST_REVISIONS = 20
MERGED = "The links were changed elsewhere at the same time; both changes are kept."


def revision(project: Project, state: State) -> int:
    """The revision this tab should have now. Lists about other data say nothing about these."""
    if state.get("links_data") is not project.work.dataset:
        state.update({"links_data": project.work.dataset, "links_of": {}, "links_known": None})
    now = renewed(state, "links", project.work.links.items)
    revisions = state.setdefault("links_of", {})
    revisions.setdefault(now, project.work.links)
    for old in sorted(revisions)[:-MOST_REVISIONS]:
        del revisions[old]
    return now


def take(project: Project, state: State, message: object) -> bool:
    """A list from the browser; True if it changed the links. What is refused is undone there, with the reason."""
    with project.lock:
        now = revision(project, state)
        rev = message.get("rev") if isinstance(message, dict) else None
        if not isinstance(message, dict) or rev not in state["links_of"] or message == state.get("links_message"):
            return False
        before, known = project.work.links, state["links_of"][rev]
        try:
            edits.take_browser_links(project, message.get("items"), known)
        except InputError as error:
            refuse(state, str(error))
            state["links_message"] = message
            return False
        state["links_of"][rev] = sent = Links.of(edits.browser_links(message.get("items"), edits.dataset_of(project).n))
        if rev == now and set(sent) == set(project.work.links):
            state["links_known"] = project.work.links.items
        elif before != project.work.links:
            say(state, MERGED)
        state["links_message"] = message  # last: a run that is broken off before it takes the list again
        return before != project.work.links


def refuse(state: State, text: str) -> None:
    """Say why in the plot, and make the browser take the project's links again."""
    say(state, text)
    state["links_rev"] = state.get("links_rev", 0) + 1


def say(state: State, text: str) -> None:
    state["notice"] = {"id": secrets.token_hex(4), "text": text}
