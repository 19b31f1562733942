"""The answer in words and figures, and its tree."""

from __future__ import annotations

import streamlit as st

from treeclust.engine.price import SLACK
from treeclust.result import Result, Status
from treeclust.soft import BROKEN, LEAST_BROKEN
from treeclust.ui.components import send, tree_view
from treeclust.ui.project import Answer, Project
from treeclust.ui.scores import agreement
from treeclust.ui.why_not_panel import why_not_panel
from treeclust.verify import holds
from treeclust.views.export_tree import tree_payload
from treeclust.views.tree_info import TreeInfo, tree_info
from treeclust.views.tree_svg import tree_svg

TREE_HEIGHT = 440
HELP = {
    "md": "MD: the longest distance within a cluster, with every feature scaled to 0–100. Smaller is better.",
    "ms": "MS: the shortest distance between two rows of different clusters. Larger is better.",
    "leaves": "The ends of the tree; each belongs to one cluster.",
}


def status_words(project: Project) -> tuple[str, str]:
    """(look, words) of the badge: only what is proved, and only about the question that was asked."""
    answer = project.current_answer
    if project.job is not None:
        return "busy", "Solving…"
    if answer is None:
        return "calm", "Not solved yet"
    result = answer.result
    if answer.origin is not None:
        return "good", answer.origin
    match result.status:
        case Status.OPTIMAL:
            return "good", f"Optimal within ε = {answer.problem.epsilon:g}"
        case Status.FEASIBLE if (unproved := unproved_weight(result)) is not None:
            return "fair", "Best so far, breaks links that weigh {:g}; at least {:g} must break".format(*unproved)
        case Status.FEASIBLE if result.gap is not None and answer.objective == "md":
            return "fair", f"Best so far, at most {result.gap:.1f} from optimal"
        case Status.FEASIBLE if result.gap is not None:
            return "fair", f"Best so far, diameter at most {result.gap:.1f} from the smallest possible"
        case Status.FEASIBLE:
            return "fair", "Best so far, nothing proved yet"
        case Status.INFEASIBLE:
            return "bad", "No such tree exists"
        case _:
            return "fair", "Stopped before an answer was found"


def unproved_weight(result: Result) -> tuple[float, float] | None:
    """What soft links the answer breaks and what every answer breaks at least, if it is open whether less would do."""
    broken, least = result.figures.get(BROKEN, 0.0), result.figures.get(LEAST_BROKEN, 0.0)
    return (broken, least) if broken > least + SLACK else None


def status_strip(project: Project) -> None:
    """Badges in the program's own words; no text of the user gets here."""
    look, words = status_words(project)
    badges = [f'<span class="tc-badge {look}" data-testid="status">{words}</span>']
    answer = project.current_answer
    if answer is not None and project.job is None:
        badges.append(f'<span class="tc-badge calm">{answer.result.seconds:.1f} s</span>')
        badges.append(links_badge(project, answer))
        if project.is_stale:
            badges.append('<span class="tc-badge fair">changed since: solve again</span>')
    st.html(f'<div class="tc-strip">{"".join(badges)}</div>')


def links_badge(project: Project, answer: Answer) -> str:
    links = project.work.links
    if answer.labels is None or not len(links):
        return ""
    broken = {link for link in links if not holds(link, answer.labels)}
    kept = len(links) - len(broken)
    may_break = {soft.link for soft in project.work.sorted_links[1]}
    look = "calm" if not broken else "fair" if broken <= may_break else "bad"
    return f'<span class="tc-badge {look}" data-testid="links-kept">{kept} of {len(links)} links kept</span>'


def metrics(project: Project) -> None:
    answer = project.current_answer
    result = None if answer is None else answer.result
    scores = {} if answer is None or answer.labels is None else agreement(answer.problem.dataset, answer.labels)
    leaves = len(list(answer.tree.leaves())) if answer and answer.tree else None
    shown = {
        "Diameter": (figure(result.md if result else None), HELP["md"]),
        "Split": (figure(result.ms if result else None), HELP["ms"]),
        "Leaves": ("–" if leaves is None else str(leaves), HELP["leaves"]),
        **{name: (f"{value:.2f}", words) for name, (value, words) in scores.items()},
    }
    with st.container(border=True, horizontal=True, horizontal_alignment="distribute", key="metrics"):
        for name, (value, words) in shown.items():
            st.metric(name, value, help=words, width="content")


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def tree_card(project: Project) -> None:
    answer = project.current_answer
    with st.container(border=True, height="stretch"):
        if answer is None or answer.tree is None:
            empty_tree(project, answer)
            return
        info = info_of(project, answer)
        identity = send(
            "tree", answer.id + str(hash(tuple(project.work.names.items()))), tree_payload(info, answer.tree)
        )
        tree_view(tree_svg(info), identity, height=TREE_HEIGHT)


def info_of(project: Project, answer: Answer) -> TreeInfo:
    assert answer.tree is not None
    return tree_info(answer.tree, answer.problem.dataset.values, project.work.names)


def empty_tree(project: Project, answer: Answer | None) -> None:
    if answer is not None and answer.result.status is Status.INFEASIBLE:
        with st.container(border=False, key="why-not"):
            why_not_panel(project, answer)
        return
    with st.container(
        height=TREE_HEIGHT + 90, border=False, vertical_alignment="center", horizontal_alignment="center"
    ):
        if answer is not None:
            st.markdown("**The time was too short to find a first tree.**")
            st.caption("Raise the time limit, or make the tree shallower.")
        else:
            st.markdown("**Your tree will stand here.**")
            st.caption(
                "Link a few rows on the left if you like, then press Solve. Hover a node of the tree to see its rows."
            )
