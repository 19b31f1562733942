"""The next pair to ask the expert about: the one that brings a committee of clusterings nearest to one mind."""

from __future__ import annotations

import math
import time
from collections.abc import Collection
from dataclasses import replace

from treeclust.ask.interview.committee import Committee, committee_of, room_for
from treeclust.ask.interview.consensus import consensus_of
from treeclust.ask.interview.groups import group_question, kind_question
from treeclust.ask.interview.possible import Witnesses, has_tree
from treeclust.ask.interview.question import candidates_of, most_telling
from treeclust.core.problem import Problem
from treeclust.core.result import Result, Status
from treeclust.core.stop import Stop, never
from treeclust.core.suggestions import Pair, PairQuestion, Suggestion

LEAST_DOUBT = 0.02
"""A smaller part of the committee that is of another mind is not worth a question."""
ENOUGH = 0.97
"""Where two members agree so well (expected ARI), the expert may stop."""
MOST_MORE = 50


def suggest(
    problem: Problem,
    skip: Collection[Pair] = (),
    stop: Stop = never,
    *,
    start: Result | None = None,
    seed: int = 0,
    groups: bool = False,
) -> Suggestion:
    """The next question. `skip`: pairs that the expert could not answer. Never one whose answer follows from the links,
    or is the same in every possible tree. `start` is the answer on the screen, which the question is compared with.
    `groups`: questions about groups are looked for, too."""
    began = time.perf_counter()
    committee = committee_of(room_for(problem, seed), problem)
    witnesses = Witnesses(problem, committee)
    said = f"{committee.agrees:.0%}"

    def done(question: PairQuestion | None, agreed: bool, reason: str, more: int = 0) -> Suggestion:
        return Suggestion(
            question, len(committee.members), agreed, reason, time.perf_counter() - began, committee.agrees, more
        )

    if not witnesses.labels:
        status = has_tree(problem, stop)
        if status is Status.INFEASIBLE:
            return done(None, False, "There is no clustering to ask about: no tree was found.")
        if status is Status.UNKNOWN:
            return done(None, False, "No tree was found in time that there could be a question about.")
    for pair, worth, share in most_telling(candidates_of(committee, skip)):
        if min(share, 1 - share) >= LEAST_DOUBT and witnesses.is_open(pair, stop):
            question = question_of(pair, share, committee, start)
            found = done(question, False, question.why, more_answers(committee.agrees, worth))
            return with_groups(found, committee, witnesses, skip, stop) if groups else found
        if stop():
            return done(None, False, "Stopped before a question was found.")
    return done(None, True, f"The committee of {len(committee.members)} clusterings agrees to {said}: nothing to ask.")


def with_groups(
    found: Suggestion, committee: Committee, witnesses: Witnesses, skip: Collection[Pair], stop: Stop
) -> Suggestion:
    consensus, refused = consensus_of(committee), {(min(pair), max(pair)) for pair in skip}
    return replace(
        found,
        group=group_question(committee, consensus, witnesses, refused, stop),
        kind=kind_question(committee, consensus, witnesses, refused, stop),
    )


def question_of(pair: Pair, share: float, committee: Committee, start: Result | None) -> PairQuestion:
    why = f"{share:.0%} of the committee's weight ({len(committee.members)} clusterings) is for together"
    together = share > 0.5
    if start is not None and start.labels is not None:
        together = bool(start.labels[pair[0]] == start.labels[pair[1]])
        why += f"; the present tree {'puts them together' if together else 'keeps them apart'}"
    return PairQuestion(*pair, share, together, why)


def more_answers(agrees: float, worth: float) -> int:
    """How many answers of such a worth it may take until the committee is of one mind; at least one, being asked."""
    apart, fall = max(1e-9, 1 - agrees), min(0.9, max(0.05, worth))
    if agrees >= ENOUGH:
        return 1
    return min(MOST_MORE, max(1, math.ceil(math.log((1 - ENOUGH) / apart) / math.log(1 - fall))))
