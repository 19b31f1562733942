"""The next pair to ask the expert about: one on which the good trees disagree most."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from treeclust.agreement import Agreement
from treeclust.alternatives import find_alternatives
from treeclust.objectives import Objective
from treeclust.problem import Problem
from treeclust.result import Result
from treeclust.stop import Stop, never

Pair = tuple[int, int]


@dataclass(frozen=True)
class Question:
    """Do rows a and b belong together? `share` of the good trees say yes; `why` says it in words."""

    a: int
    b: int
    share: float
    why: str

    @property
    def pair(self) -> Pair:
        return (self.a, self.b) if self.a < self.b else (self.b, self.a)

    def to_json(self) -> dict[str, Any]:
        return {"a": self.a, "b": self.b, "share": self.share, "why": self.why}


@dataclass(frozen=True)
class Suggestion:
    """The question, or None with the reason. `agreed`: all good trees agree on every pair that may still be asked."""

    question: Question | None
    trees: int
    agreed: bool
    reason: str
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        question = None if self.question is None else self.question.to_json()
        return {
            "question": question,
            "trees": self.trees,
            "agreed": self.agreed,
            "reason": self.reason,
            "seconds": self.seconds,
        }


def suggestion_from_json(data: dict[str, Any]) -> Suggestion:
    asked = data["question"]
    question = None if asked is None else Question(int(asked["a"]), int(asked["b"]), asked["share"], asked["why"])
    return Suggestion(question, data["trees"], data["agreed"], data["reason"], data["seconds"])


def suggest(
    problem: Problem,
    objective: Objective | str = "md-ms",
    skip: Collection[Pair] = (),
    stop: Stop = never,
    *,
    start: Result | None = None,
    trees: int = 16,
) -> Suggestion:
    """The next question. `skip`: pairs that the expert could not answer; the problem's links, and what they imply, are
    never asked again."""
    found = find_alternatives(problem, objective, trees, stop, start=start)
    if found.agreement is None:
        return Suggestion(None, 0, False, found.message or "There is no tree yet to ask about.", found.seconds)
    pair = most_disputed(problem, found.agreement, skip)
    count = len(found.found)
    if pair is None:
        return Suggestion(None, count, True, f"All {count} good trees agree.", found.seconds)
    share = found.agreement.share(*pair)
    why = f"{round(share * count)} of {count} good trees put them together"
    return Suggestion(Question(*pair, share, why), count, False, why, found.seconds)


def most_disputed(problem: Problem, agreement: Agreement, skip: Collection[Pair]) -> Pair | None:
    """The pair nearest to half together, half apart; among equals the one whose blocks have most rows."""
    half = np.abs(agreement.together / agreement.clusterings - 0.5)
    size = agreement.sizes
    order = np.lexsort((-np.outer(size, size).ravel(), half.ravel().round(9)))
    skipped = {tuple(sorted(pair)) for pair in skip}
    for place in order.tolist():
        one, two = divmod(place, len(half))
        if half[one, two] >= 0.5:
            return None
        if one < two:
            a, b = (int(np.flatnonzero(agreement.block == block)[0]) for block in (one, two))
            if problem.closure.implied(a, b) is None and (min(a, b), max(a, b)) not in skipped:
                return a, b
    return None
