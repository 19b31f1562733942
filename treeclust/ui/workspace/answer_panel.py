"""The answer: its status, its figures, and its tree."""

from __future__ import annotations

from html import escape

import streamlit as st

from treeclust.core.answers import BROKEN, LEAST_BROKEN
from treeclust.core.result import Result, Status
from treeclust.core.soft_links import WEIGHT_TOLERANCE
from treeclust.jobs.protocol import JobView
from treeclust.objectives import objective_named
from treeclust.ui.shared.components import send, tree_view
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.job_panel import POLL_SECONDS, cancel_button
from treeclust.ui.shared.numbers import two_digits
from treeclust.ui.shared.session import jobs, watcher
from treeclust.ui.workspace.why_not_panel import why_not_panel
from treeclust.views.choice_words import choice_badge, choice_sentences, wider_words
from treeclust.views.export_tree import tree_payload
from treeclust.views.tree_info import TreeInfo, tree_info
from treeclust.workspace import solving
from treeclust.workspace.best_so_far import answer_on_screen
from treeclust.workspace.project import Answer, Project
from treeclust.workspace.scores import agreement

TREE_HEIGHT = 452
FIRST_SECONDS = 0.2
"""How often is looked for a first tree, which should be seen at once; for a better one, less often."""
HELP = {
    "md": "MD: the longest distance within a cluster, with every feature scaled to 0–100. Smaller is better.",
    "ms": "MS: the shortest distance between two rows of different clusters. Larger is better.",
    "leaves": "The ends of the tree; each belongs to one cluster.",
}


def status_words(project: Project) -> tuple[str, str]:
    """The badge's style and words: only what is proved, and only about the question that was asked."""
    answer = project.current_answer
    if answer is None:
        return "calm", "Not solved yet"
    if answer.origin is not None:
        return "good", answer.origin
    style, words = plain_words(answer)
    return style, words + assumed_words(answer)


def assumed_words(answer: Answer) -> str:
    """What is only true under links that nobody said."""
    if not answer.result.assumed:
        return ""
    return f" under {len(answer.problem.links)} links of yours and {len(answer.result.assumed)} assumed"


def plain_words(answer: Answer) -> tuple[str, str]:
    result = answer.result
    match result.status:
        case Status.OPTIMAL if result.is_wider:
            return "good", wider_words(result)
        case Status.OPTIMAL:
            return "good", f"Optimal within ε = {answer.problem.epsilon:g}"
        case Status.FEASIBLE if (unproved := unproved_weight(result)) is not None:
            return "fair", "Best so far, breaks links that weigh {:g}; at least {:g} must break".format(*unproved)
        case Status.FEASIBLE if result.gap is not None:
            return "fair", f"Best so far, {objective_named(answer.objective).gap.format(gap=result.gap)}"
        case Status.FEASIBLE:
            return "fair", "Best so far, nothing proved yet"
        case Status.INFEASIBLE:
            return "bad", "No such tree exists"
        case _:
            return "fair", "Stopped before an answer was found"


def unproved_weight(result: Result) -> tuple[float, float] | None:
    """The weight of the soft links that the answer breaks, and of what every answer breaks at least, where the two
    differ."""
    broken, least = result.figures.get(BROKEN, 0.0), result.figures.get(LEAST_BROKEN, 0.0)
    return (broken, least) if broken > least + WEIGHT_TOLERANCE else None


def status_strip(project: Project) -> None:
    """The badges; while a solve runs how far it is, and Cancel. Each better answer has the whole page drawn again."""
    if project.job is None:
        badges_line(project)
        return
    drawn = answer_id(project)
    every = FIRST_SECONDS if project.kept is None else POLL_SECONDS

    @st.fragment(run_every=every)
    @guard("The running solve")
    def running() -> None:
        view = solving.look(project, jobs(), watcher())
        if view is None or answer_id(project) != drawn:
            st.rerun()
        with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="running"):
            st.html(f'<div class="tc-strip">{running_badges(view)}</div>')
            cancel_button(view)

    running()


def answer_id(project: Project) -> str | None:
    answer = answer_on_screen(project)
    return None if answer is None else answer.id


def running_badges(view: JobView) -> str:
    badges = ['<span class="tc-badge busy" data-testid="status">Solving…</span>']
    badges.append(f'<span class="tc-badge calm">{view.seconds:.0f} s</span>')
    last = view.progress[-1] if view.progress else None
    if last is not None and last.md is not None:
        bound = last.md_lower_bound or 0.0
        closed = 100 * min(1.0, bound / last.md) if last.md else 100.0
        words = f"best diameter {two_digits(last.md)}, at least {two_digits(bound)} is proved"
        badges.append(
            f'<span class="tc-badge calm" data-testid="gap" title="{words}">gap {two_digits(last.md - bound)}'
            f'<span class="tc-gap"><i style="width: {closed:.0f}%"></i></span></span>'
        )
    return "".join(badges)


def badges_line(project: Project) -> None:
    """Badges as HTML: the program's own words only, so nothing needs escaping."""
    look, words = status_words(project)
    badges = [f'<span class="tc-badge {look}" data-testid="status">{words}</span>']
    answer = project.current_answer
    if answer is not None:
        badges.append(choice_mark(answer))
        badges.append(f'<span class="tc-badge calm">{answer.result.seconds:.1f} s</span>')
        badges.append(links_badge(project, answer))
        if project.is_stale:
            badges.append('<span class="tc-badge fair">changed since: solve again</span>')
    st.html(f'<div class="tc-strip">{"".join(badges)}</div>')


def choice_mark(answer: Answer) -> str:
    """What is proved about the tree among its equals, and what is preferred; in full when it is pointed at."""
    words = "" if answer.origin is not None else choice_badge(answer.result)
    if not words:
        return ""
    sentences = escape(" ".join(choice_sentences(answer.result)))
    return f'<span class="tc-badge calm" data-testid="choice" title="{sentences}">{words}</span>'


def links_badge(project: Project, answer: Answer) -> str:
    links = project.work.links
    if answer.labels is None or not len(links):
        return ""
    broken = {link for link in links if not link.holds(answer.labels)}
    kept = len(links) - len(broken)
    may_break = {soft.link for soft in project.work.sorted_links[1]}
    look = "calm" if not broken else "fair" if broken <= may_break else "bad"
    return f'<span class="tc-badge {look}" data-testid="links-kept">{kept} of {len(links)} links kept</span>'


def metrics(project: Project) -> None:
    answer = answer_on_screen(project)
    result = None if answer is None else answer.result
    scores = {} if answer is None or answer.labels is None else agreement(answer.problem.dataset, answer.labels)
    shown = {
        "Diameter": (two_digits(result.md if result else None), HELP["md"]),
        "Split": (two_digits(result.ms if result else None), HELP["ms"]),
        "Leaves": leaves_metric(answer),
        **{name: (f"{value:.2f}", words) for name, (value, words) in scores.items()},
    }
    with st.container(border=True, horizontal=True, horizontal_alignment="distribute", key="metrics"):
        for name, (value, words) in shown.items():
            st.metric(name, value, help=words, width="content")


def leaves_metric(answer: Answer | None) -> tuple[str, str]:
    """Their number, with a tick where it is proved that fewer cannot give these clusters."""
    if answer is None or answer.tree is None:
        return "–", HELP["leaves"]
    count, choice = sum(1 for _ in answer.tree.leaves()), answer.result.choice
    if choice is None or not choice.leaves_proved:
        return str(count), HELP["leaves"]
    return f"{count} ✓", f"{HELP['leaves']} ✓: {choice_sentences(answer.result)[0]}"


def tree_card(project: Project) -> None:
    answer = answer_on_screen(project)
    with st.container(border=True, height="stretch"):
        if answer is None or answer.tree is None:
            empty_tree(project, answer)
            return
        info = tree_info_of(project, answer)
        names = hash(tuple(project.work.names.items()))
        identity = send("tree", f"{answer.id}{names}", tree_payload(info, answer.tree, answer.problem.dataset.values))
        tree_view(info, identity, height=TREE_HEIGHT)


def tree_info_of(project: Project, answer: Answer) -> TreeInfo:
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
        elif project.job is not None:
            st.markdown("**Looking for a first tree …**")
            st.caption("It will stand here as soon as it is found, and give way to better ones.")
        else:
            st.markdown("**Your tree will stand here.**")
            st.caption(
                "Link a few rows on the left if you like, then press Solve. Hover a node of the tree to see its rows."
            )
