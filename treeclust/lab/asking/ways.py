"""Ways to choose the next question, by name: the interview's, the one before it, and those of the literature."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treeclust.ask.suggest import suggest
from treeclust.lab.asking.cobras import cobras_way
from treeclust.lab.asking.conversation import Conversation, Way
from treeclust.lab.asking.min_max import min_max_way
from treeclust.lab.asking.npu import npu_way
from treeclust.lab.asking.panel import Opinions, free_opinions
from treeclust.lab.asking.panel_question import panel_question


def random_way(seed: int) -> Way:
    """Any pair that is still open."""
    rng = np.random.default_rng(seed)

    def choose(talk: Conversation) -> tuple[int, int] | None:
        for _ in range(10_000):
            a, b = sorted(int(row) for row in rng.choice(talk.problem.n, 2, replace=False))
            if talk.is_open((a, b)):
                return a, b
        return None

    return choose


def suggested_way(seed: int) -> Way:
    """What the interview asks; a random pair when it sees nothing left to ask."""
    anything = random_way(seed)

    def choose(talk: Conversation) -> tuple[int, int] | None:
        found = suggest(talk.problem, talk.skipped | talk.said.keys(), talk.stop, start=talk.result, seed=seed)
        return anything(talk) if found.question is None else found.question.pair

    return choose


def panel_way(seed: int) -> Way:
    """What version 0.1 asks; a random pair when it sees nothing left to ask."""
    opinions: list[Opinions] = []
    anything = random_way(seed)

    def choose(talk: Conversation) -> tuple[int, int] | None:
        if not opinions:
            opinions.append(free_opinions(talk.problem, talk.stop, seed))
        found = panel_question(
            talk.problem, talk.objective, talk.skipped, talk.limit, start=talk.result, opinions=opinions[0],
            seed=seed + 1000 * len(talk.said),
        )  # fmt: skip
        return anything(talk) if found.question is None else found.question.pair

    return choose


WAYS: dict[str, Callable[[int], Way]] = {
    "suggest": suggested_way,
    "panel": panel_way,
    "npu": npu_way,
    "min-max": min_max_way,
    "cobras": cobras_way,
    "random": random_way,
}
