"""One simulated interview: ask and answer until the clusters agree with the known labels."""

from __future__ import annotations

import time
from dataclasses import dataclass

from treeclust.core.errors import InputError
from treeclust.core.objective import Objective
from treeclust.core.problem import Problem
from treeclust.core.stop import Stop, never
from treeclust.lab.asking.conversation import Conversation
from treeclust.lab.asking.ways import WAYS

GOAL = 0.9
MOST_ANSWERS = 100
ASSUMED, PLAIN = "assumed", "plain"


@dataclass(frozen=True)
class Run:
    """One conversation: the ARI after every answer, starting with none; `reached` says whether the goal was."""

    way: str
    seed: int
    answers: int
    reached: bool
    ari: tuple[float, ...]
    seconds: float
    noise: float = 0.0


def question_and_answer(way: str) -> tuple[str, bool]:
    """`npu/assumed`: NPU asks, and what is shown is the best under the answers and what the committee agrees on. The
    interview assumes unless it is called `suggest/plain`; the others do not."""
    question, _, answer = way.partition("/")
    if question not in WAYS or answer not in ("", ASSUMED, PLAIN):
        raise InputError(f'There is no way "{way}" to ask; choose {", ".join(WAYS)}, with /{ASSUMED} or /{PLAIN}.')
    return question, answer == ASSUMED or (not answer and question == "suggest")


def simulate(
    problem: Problem,
    objective: Objective | str = "md-ms",
    way: str = "suggest",
    seed: int = 0,
    stop: Stop = never,
    *,
    goal: float = GOAL,
    most: int = MOST_ANSWERS,
    noise: float = 0.0,
) -> Run:
    """Ask and answer until the goal (an ARI) is reached, or `most` answers were given."""
    began = time.process_time()
    question, assume = question_and_answer(way)
    talk = Conversation(problem, objective, stop, assume, seed, noise)
    choose = WAYS[question](seed)
    ari = [talk.ari()]
    while ari[-1] < goal and len(ari) <= most and not stop():
        pair = choose(talk)
        if pair is None:
            break
        talk.answer(pair)
        ari.append(talk.ari())
    return Run(way, seed, len(ari) - 1, ari[-1] >= goal, tuple(ari), time.process_time() - began, noise)
