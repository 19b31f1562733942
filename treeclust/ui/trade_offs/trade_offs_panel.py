"""The Trade-offs page: the front, the map of depths and k, and the tree that is opened from either."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from treeclust.core.limits import limits_of
from treeclust.core.link_prices import Force
from treeclust.core.question import Question
from treeclust.core.rule_prices import RulePrice, RulePrices
from treeclust.jobs.messages import FillMap, FindFront
from treeclust.jobs.price_requests import PriceLeaves, PriceRules
from treeclust.ui.shared.job_requests import look_at, start_job
from treeclust.ui.shared.numbers import two_digits
from treeclust.ui.shared.state import this_tab
from treeclust.ui.trade_offs.answer_preview import answer_preview
from treeclust.ui.trade_offs.search_card import Search, picker, placeholder, search_card
from treeclust.views.depth_map import map_cells, map_figure
from treeclust.views.escape import markdown_text
from treeclust.views.front import front_figure, front_info
from treeclust.views.leaf_prices import leaf_dots, leaf_figure
from treeclust.workspace import trade_offs
from treeclust.workspace.project import Project
from treeclust.workspace.side_jobs import SideJob

MAP_SECONDS = 900.0
CELL_SECONDS = 15.0
OPENERS = {
    FindFront.kind: trade_offs.open_point,
    FillMap.kind: trade_offs.open_cell,
    PriceLeaves.kind: trade_offs.open_leaves,
}


def trade_offs_panel(project: Project) -> None:
    question = trade_offs.sure_question(project.work)
    tab = this_tab()
    tab.drawn = tab.opened
    if project.work.sorted_links[1]:
        st.caption("Only sure links count on this page; those that may be broken are left out.")
    left, right = st.columns([1.12, 1], gap="medium")
    with left:
        with st.container(border=True):
            front_card(project, question)
        with st.container(border=True):
            map_card(project)
        with st.container(border=True):
            leaves_card(project, question)
        if limits_of(question.problem):
            with st.container(border=True):
                rules_card(project, question)
    with right, st.container(border=True, key="opened"):
        opened_card(project)


def front_card(project: Project, question: Question) -> None:
    st.markdown(
        "**Diameter against split**",
        help="Every dot is a tree that no other tree beats in both (within ε). The star is what Solve returns for "
        "diameter + split. Click a dot to open its tree.",
    )
    about = trade_offs.identity(question.problem)
    search = Search("pareto", about, "front", "Find the compromises", "Or choose a compromise")

    def begin() -> None:
        start_job(project, about, FindFront(question.with_(objective="md-ms")))

    def draw(job: SideJob | None) -> None:
        info = front_info(None if job is None else job.result)
        if not info.dots:
            placeholder("The good compromises will appear here, one by one." if job is None else info.words)
            return
        dots = {f"Diameter {dot.md:.2f}, split {dot.ms:.2f}": dot.place for dot in info.dots}
        picker(front_figure(info, search.picked), search, dots)
        st.caption(info.words + (" ★ is what Solve returns." if any(dot.papers for dot in info.dots) else ""))

    search_card(project, search, begin, draw)


def map_card(project: Project) -> None:
    st.markdown(
        "**Depth against number of clusters**",
        help="In each square the diameter and below it the split of the best tree; ✕ where no tree obeys the links, "
        "~ where it is not proved best. Darker is a smaller diameter. Click a square to open its tree.",
    )
    about = trade_offs.map_identity(project.work)
    search = Search("map", about, "map", "Fill the map", "Or choose a cell")

    def begin() -> None:
        seconds = min(CELL_SECONDS, project.work.parameters.seconds)
        start_job(project, about, trade_offs.map_request(project.work, seconds), MAP_SECONDS)

    def draw(job: SideJob | None) -> None:
        if job is None:
            placeholder("A map of what is possible: which depths and how many clusters, and how good each is.")
            return
        asked, found = job.request, () if job.result is None else job.result.cells
        assert isinstance(asked, FillMap)
        cells = map_cells(found, asked.depths, asked.ks, asked.question.problem.n)
        options = {cell.words: cell.place for cell in cells if cell.place is not None and cell.md is not None}
        picker(map_figure(cells, search.picked), search, options)

    search_card(project, search, begin, draw)


def leaves_card(project: Project, question: Question) -> None:
    st.markdown(
        "**Leaves against diameter**",
        help="What one leaf less costs: for each number of leaves the best tree with at most so many. Hollow where it "
        "is not proved best; the line goes down to what is proved. Click a dot to open its tree.",
    )
    about = trade_offs.identity(question.problem, question.objective, question.wishes)
    search = Search(PriceLeaves.kind, about, "leaves", "Price the leaves", "Or choose a number of leaves")

    def begin() -> None:
        seconds = min(CELL_SECONDS, project.work.parameters.seconds)
        request = PriceLeaves(question, trade_offs.known_answer(project), seconds)
        start_job(project, about, request, MAP_SECONDS)

    def draw(job: SideJob | None) -> None:
        dots = leaf_dots(() if job is None or job.result is None else job.result.prices)
        if not dots:
            found = job is not None and job.result is not None
            placeholder("There is no tree at all." if found else "How much wider a simpler tree would be.")
            return
        picker(leaf_figure(dots, search.picked), search, {dot.words: dot.place for dot in dots if dot.md is not None})
        if len(dots) == 1:
            st.caption("The tree has one leaf for each cluster: there is none with fewer.")

    search_card(project, search, begin, draw)


def rules_card(project: Project, question: Question) -> None:
    st.markdown(
        "**What the limits cost**",
        help="The best tree without each size, bound and rule in turn. A limit is free if no tree is better without.",
    )
    about = trade_offs.identity(question.problem, question.objective)
    search = Search(PriceRules.kind, about, "rules", "What do the rules cost?", "")

    def begin() -> None:
        start_job(project, about, PriceRules(question, trade_offs.known_answer(project)), MAP_SECONDS)

    def draw(job: SideJob | None) -> None:
        found = None if job is None else job.result
        if found is None:
            placeholder("Diameter and split with and without each size, bound and rule.")
            return
        if found.message:
            st.caption(markdown_text(found.message))
        with st.container(key="rule-prices"):
            st.table(price_table(found), border="horizontal")

    search_card(project, search, begin, draw)


def price_table(found: RulePrices) -> pd.DataFrame:
    lines = [("with all of them", found.md, found.ms, "")]
    for price in found.prices:
        words = f"without: {markdown_text(price.limit.words)}"
        lines.append((words, price.md, price.ms, cost_words(price, found)))
    return pd.DataFrame(
        {"Limit": limit, "Diameter": two_digits(md), "Split": two_digits(ms), "Costs": cost}
        for limit, md, ms, cost in lines
    )


def cost_words(price: RulePrice, found: RulePrices) -> str:
    """Against the answer with all limits, which is known at the end."""
    if price.force is not Force.BINDING:
        return "nothing" if price.force is Force.FREE else "not known"
    if found.md is None or price.md is None:
        return ""
    wider = found.md - price.md
    cost = f"{wider:.2f} of diameter" if wider >= 0.005 else "split"
    return cost if price.proved else f"{cost}, at least"


def opened_card(project: Project) -> None:
    now = this_tab().opened
    job = None if now is None else look_at(project, now.kind, now.about)
    opened = None
    if job is not None and now is not None:
        opened = OPENERS[now.kind](job, now.place)
    answer_preview(project, opened)
