"""What an explanation found, in words, and how a repair is applied: one undoable step, its answer shown at once."""

from __future__ import annotations

from dataclasses import dataclass

from treeclust.core.dataset import Dataset
from treeclust.core.explanations import Conflict, Repair
from treeclust.core.links import Link
from treeclust.core.result import Result, Status
from treeclust.jobs.messages import FindConflict
from treeclust.workspace import edits, solving
from treeclust.workspace.project import Project
from treeclust.workspace.side_jobs import SideJob

MOST_NAMED = 4


@dataclass(frozen=True)
class Offer:
    """A repair as it is offered: `place` is its number in the explanation."""

    place: int
    words: str
    figures: str
    proved: bool


def conflicts(explained: SideJob | None, more: SideJob | None) -> tuple[Conflict, ...]:
    """The sets of links that cannot hold together, as far as known: the first, and those asked for since."""
    found: tuple[Conflict, ...] = ()
    if more is not None:
        assert isinstance(more.request, FindConflict)
        found = more.request.known if more.result is None else more.result.conflicts
    elif explained is not None and explained.result is not None:
        found = explained.result.conflicts
    return found


def link_words(dataset: Dataset, link: Link) -> str:
    return f"{edits.row_label(dataset, link.a)}–{edits.row_label(dataset, link.b)} {link.kind}"


def offers(project: Project, job: SideJob) -> tuple[Offer, ...]:
    repairs: tuple[Repair, ...] = () if job.result is None else job.result.repairs
    return tuple(offer(job.problem.dataset, place, repair) for place, repair in enumerate(repairs))


def offer(dataset: Dataset, place: int, repair: Repair) -> Offer:
    links, changed = repair.dropped, repair.question.problem
    named = ", ".join(link_words(dataset, link) for link in links[:MOST_NAMED])
    more = f" and {len(links) - MOST_NAMED} more" if len(links) > MOST_NAMED else ""
    count = f"{len(links)} {'link' if len(links) == 1 else 'links'}"
    limits = "; ".join(limit.words for limit in repair.limits)
    words = {
        "depth": f"A deeper tree: depth {changed.depth}",
        "k": f"More clusters: k = {changed.k}",
        "drop_links": f"Without {count}: {named}{more}",
        "soft": f"All links unsure: {count} broken ({named}{more})",
        "sizes": f"Without the size limits: {limits}" if len(repair.limits) > 1 else f"Without the limit: {limits}",
        "rules": f"Without the rules: {limits}" if len(repair.limits) > 1 else f"Without the rule: {limits}",
        "limits": f"Without size limits and rules: {limits}",
    }[repair.action]
    return Offer(place, words, figures(repair.result), repair.least)


def figures(result: Result) -> str:
    named = (("diameter", result.md), ("split", result.ms))
    shown = [f"{name} {value:.2f}" for name, value in named if value is not None]
    return ", ".join(shown) + ("" if result.status is Status.OPTIMAL else ", perhaps not the best")


def apply(project: Project, job: SideJob, place: int) -> None:
    """Change what the repair says, and show the answer that was found for it."""
    repair: Repair = job.result.repairs[place]
    match repair.action:
        case "drop_links":
            edits.delete_links(project, [link.pair for link in repair.dropped])
        case "soft":
            edits.set_certainty(project, [link.pair for link in job.problem.links], "unsure")
        case _:
            edits.set_parameters(project, project.work.parameters.asking(repair.question))
    question = project.work.question().with_(objective=job.question.objective)
    solving.take(project, repair.result, question)
