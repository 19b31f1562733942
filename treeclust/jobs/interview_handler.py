"""What a worker does to look ahead in an interview."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

from treeclust.ask.solve import solve_question
from treeclust.ask.suggest import suggest
from treeclust.core.answers import SoftResult
from treeclust.core.codec import to_json
from treeclust.core.links import Kind, Link, Links
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.suggestions import Ahead, Pair, Step, Suggestion
from treeclust.jobs.channel import Channel
from treeclust.jobs.interview_requests import LookAhead

KINDS = {"together": Kind.MUST, "apart": Kind.CANNOT}


def ahead_job(request: LookAhead, channel: Channel) -> Ahead:
    """First what either answer leads to, then the question that comes if there is none."""
    ahead = Ahead()
    channel.phase("looking ahead")
    for word, kind in KINDS.items():
        if channel.stop():
            return ahead
        ahead = replace(ahead, **{word: step_after(request, Link(*request.pair, kind), channel)})
        channel.partial(partial(replace, ahead))
    skip = (*request.skip, request.pair)
    return replace(ahead, unsure=Step(None, next_question(request.question, skip, channel)))


def step_after(request: LookAhead, link: Link, channel: Channel) -> Step:
    problem = request.question.problem
    question = request.question.with_problem(links=Links.of([*problem.links, link]))
    found = solve_question(question, stop=channel.stop)
    return Step(json.dumps(to_json(found)), next_question(question, request.skip, channel, found))


def next_question(
    question: Question, skip: tuple[Pair, ...], channel: Channel, found: Result | SoftResult | None = None
) -> Suggestion:
    start = found.result if isinstance(found, SoftResult) else found
    return suggest(question.problem, skip, channel.stop, start=start, seed=question.wishes.seed, groups=True)
