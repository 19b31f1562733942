"""The two copies of the links, in the browser and here, kept the same without losing a click.

The browser sends its whole list with the revision it started from. Whenever the project's links change in any other way
(undo, import, another tab), the revision rises and the browser takes ours. A list with an older revision, drawn before
the browser knew, is not lost: what it added and deleted since that revision is done to the links as they are now.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.workspace import edits
from treeclust.workspace.project import Project
from treeclust.workspace.revision import Revision

MOST_REVISIONS = 20
MERGED = "The links were changed elsewhere at the same time; both changes are kept."


@dataclass
class LinkSync:
    """What one browser tab knows of the links: the list of each revision, the last message, and what to say there."""

    revision: Revision = field(default_factory=Revision)
    dataset: Dataset | None = None
    lists: dict[int, Links] = field(default_factory=dict)
    message: object = None
    notice: dict[str, str] | None = None


def revision(project: Project, sync: LinkSync) -> int:
    """The revision this tab should have now. Lists about other data say nothing about these."""
    if sync.dataset is not project.work.dataset:
        sync.lists = {}
        sync.revision.forget()
        sync.dataset = project.work.dataset
    now = sync.revision.of(project.work.links.items)
    sync.lists.setdefault(now, project.work.links)
    for old in sorted(sync.lists)[:-MOST_REVISIONS]:
        del sync.lists[old]
    return now


def take(project: Project, sync: LinkSync, message: object) -> bool:
    """A list from the browser; True if it changed the links. What is refused is undone there, with the reason."""
    with project.lock:
        now = revision(project, sync)
        rev = message.get("rev") if isinstance(message, dict) else None
        if not isinstance(message, dict) or rev not in sync.lists or message == sync.message:
            return False
        before, known = project.work.links, sync.lists[rev]
        try:
            edits.take_browser_links(project, message.get("items"), known)
        except InputError as error:
            refuse(sync, str(error))
            sync.message = message
            return False
        sync.lists[rev] = sent = Links.of(edits.browser_links(message.get("items"), edits.dataset_of(project).n))
        if rev == now and set(sent) == set(project.work.links):
            sync.revision.note(project.work.links.items)
        elif before != project.work.links:
            say(sync, MERGED)
        sync.message = message  # last: a run that is cut off before it takes the list again
        return before != project.work.links


def refuse(sync: LinkSync, text: str) -> None:
    """Say why in the plot, and make the browser take the project's links again."""
    say(sync, text)
    sync.revision.number += 1


def say(sync: LinkSync, text: str) -> None:
    sync.notice = {"id": secrets.token_hex(4), "text": text}
