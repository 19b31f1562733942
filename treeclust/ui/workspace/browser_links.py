"""Links that were drawn in the browser: taken before anything is drawn, and solved at once where Live is on."""

from __future__ import annotations

from treeclust.ui.shared.callbacks import attempt
from treeclust.ui.shared.components import SCATTER
from treeclust.ui.shared.job_requests import solve_if_live
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.workspace import link_sync
from treeclust.workspace.groups import link_groups
from treeclust.workspace.project import Project


def take_links(project: Project) -> bool:
    """The list of links that the browser reported last; True if it changed anything."""
    tab, message = this_tab(), (widget_value(SCATTER) or {}).get("links")
    return project.work.dataset is not None and link_sync.take(project, tab.links, message)


def receive_links(project: Project) -> None:
    if take_links(project):
        this_tab().set_asking(project, False)
        solve_if_live(project)


def link_drawn_groups(project: Project) -> None:
    """Links for one or two groups of rows that were drawn around; a refusal is shown in the plot."""
    tab, message = this_tab(), widget_value(SCATTER).get("bulk")
    if not isinstance(message, dict):
        return
    if attempt(lambda: link_groups(project, message.get("how"), message.get("a"), message.get("b"))):
        solve_if_live(project)
    else:
        reason, tab.refusal = tab.refusal, None
        link_sync.refuse(tab.links, str(reason))
