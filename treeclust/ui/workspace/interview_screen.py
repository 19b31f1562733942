"""The interview: a card over the whole page that asks one question after the other, answered by keys 1, 2 and 3."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from treeclust.core.codec import to_json
from treeclust.core.experts import SURE
from treeclust.core.suggestions import Pair, PairQuestion, Suggestion
from treeclust.ui.shared.callbacks import attempt, run_callback
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.session import jobs, watcher
from treeclust.ui.shared.state import this_tab, widget_value
from treeclust.views.bundle import bundle
from treeclust.views.record_group import record_group
from treeclust.views.record_pair import record_pair
from treeclust.workspace import interview
from treeclust.workspace.edits import row_label
from treeclust.workspace.project import Project
from treeclust.workspace.what_changed import what_changed

HERE = Path(__file__).parent / "interview_card"
KEY = "interview"
POLL_SECONDS = 0.5
_card = st.components.v2.component(
    "treeclust_interview",
    html=(HERE / "card.html").read_text(encoding="utf-8"),
    css=(HERE / "card.css").read_text(encoding="utf-8"),
    js=bundle(HERE / "card.js"),
    isolate_styles=False,
)


def start_button(project: Project) -> None:
    st.button(
        "Start the interview",
        key="interview-begin",
        type="primary",
        on_click=run_callback,
        args=(open_interview, project),
    )


def open_interview(project: Project) -> None:
    interview.begin(project)
    this_tab().set_asking(project, True)


def interview_screen(project: Project) -> None:
    """Drawn by itself, again and again while it is open: the page below waits."""
    if project.work.dataset is None or not this_tab().interview.open:
        return

    @st.fragment(run_every=POLL_SECONDS)
    @guard("The interview")
    def part() -> None:
        receive(project)
        if not this_tab().interview.open:
            st.rerun(scope="app")
        attempt(lambda: interview.advance(project, jobs(), watcher()))
        _card(key=KEY, data=card_data(project), height=1, on_replies_change=lambda: None)

    part()


def receive(project: Project) -> None:
    """The replies that the browser has reported and this tab has not taken yet, in their order."""
    state = this_tab().interview
    for reply in (widget_value(KEY) or {}).get("replies") or []:
        if reply["number"] > state.seen:
            state.seen = reply["number"]
            attempt(partial(take, project, reply))


def take(project: Project, reply: dict[str, Any]) -> None:
    """Close, undo, begin or end second opinions, or an answer."""
    state, word = this_tab().interview, reply["word"]
    if word == "close":
        this_tab().set_asking(project, False)
    elif word == "undo":
        if state.trail and interview.take_back(project, state.trail[-1]):
            state.trail.pop()
    elif word == "second":
        state.second = not state.second
    else:
        asked = answered(project, reply, state.second)
        if asked is not None:
            state.trail.append(asked)


def answered(project: Project, reply: dict[str, Any], second: bool) -> interview.Asked | None:
    """What an answer does; nothing if its question is not open any more."""
    word, certainty = str(reply["word"]), str(reply.get("certainty") or SURE)
    rows = [int(row) for row in reply.get("rows") or []]
    if word in ("group", "not group"):
        return interview.reply_group(project, rows[0] if rows else None, word == "group", certainty)
    if word in ("kind", "not kind"):
        return interview.reply_kind(project, rows, word == "kind", certainty)
    a, b = (int(row) for row in reply["pair"])
    take_pair = interview.reply_second if second else interview.reply
    return take_pair(project, (a, b), word, certainty)


def card_data(project: Project) -> dict[str, Any]:
    """What the browser needs: the question, and those that each answer leads to, as far as they are known."""
    state = this_tab().interview
    others = interview.second_pairs(project)
    state.second = state.second and bool(others)
    own = second_data(project, others) if state.second else first_data(project)
    return own | {
        "seen": state.seen,
        "conversation": state.conversation,
        "answered": len(state.trail),
        "second": state.second,
        "others": len(others),
        "experts": interview.agreement_words(project),
    }


def first_data(project: Project) -> dict[str, Any]:
    state, said = this_tab().interview, interview.suggestion_now(project)
    steps = interview.steps_ahead(project)
    changed = what_changed(project) if state.trail and not state.trail[-1].skipped else None
    return {
        "card": card_of(project, said),
        "next": {word: card_of(project, step.suggestion) for word, step in steps.items()},
        "said": changed or "",
        "signal": signal_words(said),
        "ready": len(steps) == len(interview.WORDS),
    }


def second_data(project: Project, others: tuple[Pair, ...]) -> dict[str, Any]:
    """Pairs that another expert has answered; what she said is not shown before the answer."""
    cards = [second_card(project, pair) for pair in others[:2]]
    after = cards[1] if len(cards) > 1 else {"waiting": "That was the last second opinion."}
    signal = f"Second opinions: {len(others)} left to give."
    return {
        "card": cards[0],
        "next": dict.fromkeys(interview.WORDS, after),
        "said": "",
        "signal": signal,
        "ready": True,
    }


def second_card(project: Project, pair: Pair) -> dict[str, Any]:
    return question_card(project, PairQuestion(*pair, 0.5, False, ""))


def card_of(project: Project, said: Suggestion | None) -> dict[str, Any]:
    if said is None:
        return {"waiting": "One moment: looking for the question that tells most …"}
    if said.question is None or said.question.pair in project.skipped:
        return {"waiting": said.reason, "signal": signal_words(said)}
    card = question_card(project, said.question) | {"signal": signal_words(said)}
    if said.group is not None:
        card["group"] = group_card(project, (said.group.row, *said.group.options))
    if said.kind is not None:
        card["kind"] = group_card(project, said.kind.rows)
    return card


def group_card(project: Project, rows: tuple[int, ...]) -> dict[str, Any]:
    """Several records side by side."""
    dataset, table = project.work.dataset, project.work.table
    assert dataset is not None and table is not None
    fields = record_group(table.frame, [int(dataset.rows[row]) for row in rows], hidden_columns(project))
    return {"rows": list(rows), "names": [f"row {row_label(dataset, row)}" for row in rows], "fields": to_json(fields)}


def hidden_columns(project: Project) -> tuple[str, ...]:
    """What would give the answer away."""
    label = project.work.choice.label
    return () if label is None else (label,)


def question_card(project: Project, question: PairQuestion) -> dict[str, Any]:
    dataset, table = project.work.dataset, project.work.table
    assert dataset is not None and table is not None
    rows = [int(dataset.rows[row]) for row in question.pair]
    fields = record_pair(table.frame, rows[0], rows[1], hidden_columns(project))
    names = [f"row {row_label(dataset, row)}" for row in question.pair]
    return {"pair": list(question.pair), "names": names, "fields": to_json(fields)}


def signal_words(said: Suggestion | None) -> str:
    """Whether it is time to stop."""
    if said is None:
        return ""
    agrees = f"The committee agrees to {said.agreement:.0%}"
    if said.question is None:
        return f"{agrees}; there is nothing left to ask."
    many = "one more answer" if said.more == 1 else f"about {said.more} more answers"
    return f"{agrees}; {many} may be worth giving."
