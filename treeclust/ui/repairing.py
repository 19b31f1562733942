"""What an explanation found, in words, and how a repair is applied: one undoable step, its answer shown at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from treeclust.dataset import Dataset
from treeclust.explain import Conflict
from treeclust.jobs.messages import links_from_json, result_from_json
from treeclust.links import Link
from treeclust.ui import edits, solving
from treeclust.ui.project import Project
from treeclust.ui.side_jobs import SideJob

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
    if more is not None:
        listed = (more.result or {"conflicts": more.asked["known"]})["conflicts"]
        return tuple(Conflict(links_from_json(one["links"]), bool(one["minimal"])) for one in listed)
    found = None if explained is None else explained.result
    if found is None or found["conflict"] is None:
        return ()
    return (Conflict(links_from_json(found["conflict"]), bool(found["minimal"])),)


def link_words(dataset: Dataset, link: Link) -> str:
    return f"{edits.row_label(dataset, link.a)}–{edits.row_label(dataset, link.b)} {link.kind}"


def offers(project: Project, job: SideJob) -> tuple[Offer, ...]:
    repairs = [] if job.result is None else job.result["repairs"]
    return tuple(offer(job.problem.dataset, place, repair) for place, repair in enumerate(repairs))


def offer(dataset: Dataset, place: int, repair: Mapping[str, Any]) -> Offer:
    links = links_from_json(repair.get("links", []))
    named = ", ".join(link_words(dataset, link) for link in links[:MOST_NAMED])
    more = f" and {len(links) - MOST_NAMED} more" if len(links) > MOST_NAMED else ""
    count = f"{len(links)} {'link' if len(links) == 1 else 'links'}"
    words = {
        "depth": f"A deeper tree: depth {repair.get('depth')}",
        "k": f"More clusters: k = {repair.get('k')}",
        "drop_links": f"Without {count}: {named}{more}",
        "soft": f"All links unsure: {count} broken ({named}{more})",
    }[repair["action"]]
    return Offer(place, words, figures(repair), bool(repair["least"]))


def figures(repair: Mapping[str, Any]) -> str:
    named = (("diameter", repair["md"]), ("split", repair["ms"]))
    shown = [f"{name} {value:.2f}" for name, value in named if value is not None]
    return ", ".join(shown) + ("" if repair["status"] == "optimal" else ", perhaps not the best")


def apply(project: Project, job: SideJob, place: int) -> None:
    """Change what the repair says, and show the answer that was found for it."""
    assert job.result is not None
    repair, now = job.result["repairs"][place], project.work.parameters
    match repair["action"]:
        case "depth":
            edits.set_parameters(project, replace(now, depth=int(repair["depth"])))
        case "k":
            edits.set_parameters(project, replace(now, k=int(repair["k"])))
        case "drop_links":
            edits.delete_links(project, [link.pair for link in links_from_json(repair["links"])])
        case "soft":
            edits.set_certainty(project, [link.pair for link in job.problem.links], "unsure")
    project.form += 1
    problem, soft = project.work.problem(), project.work.sorted_links[1]
    solving.take(project, result_from_json(repair["result"], problem), problem, job.objective, soft=soft)
