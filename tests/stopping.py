"""How soon each search gives up when it is told to: python -m tests.stopping [SECONDS …]   (nothing here is asserted)

Each search is told to stop after so many processor seconds (default 0.3, 1 and 4), on problems that take much longer;
what counts is the processor time, and the longest pause between two looks at the stopping rule, until it has returned.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.explain import find_conflict
from treeclust.ask.pareto import pareto_front
from treeclust.ask.price import price_links
from treeclust.ask.repairs import solved_repairs
from treeclust.ask.soft import solve_soft
from treeclust.ask.solve import solve
from treeclust.ask.suggest import suggest
from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.soft_links import SoftLink
from treeclust.core.stop import Stop
from treeclust.lab.random_links import random_links

ROWS, FEATURES = 800, 8


class Told:
    """Says stop after so much processor time, and notes when it first did and the longest time nobody asked."""

    def __init__(self, seconds: float) -> None:
        self.until = time.process_time() + seconds
        self.asked = time.process_time()
        self.pause = 0.0

    def __call__(self) -> bool:
        now = time.process_time()
        self.pause = max(self.pause, now - self.asked)
        self.asked = now
        return now >= self.until


def noise(k: int, depth: int, links: Links) -> Problem:
    values = np.random.default_rng(1).random((ROWS, FEATURES))
    return Problem(Dataset.from_array(values), k, depth, links, epsilon=0.01)


def random_wishes(kappa: float) -> Links:
    """Links by labels that have nothing to do with the rows: no shallow tree keeps many of them."""
    return random_links(np.random.default_rng(2).integers(0, 4, ROWS), kappa, seed=3)


def searches() -> dict[str, Callable[[Stop], object]]:
    free, linked, clashing = noise(4, 3, Links()), noise(4, 4, random_wishes(0.02)), noise(4, 3, random_wishes(0.3))
    soft = tuple(SoftLink(link, 1.0) for link in clashing.links)
    softened = Question(clashing.with_(links=Links()), soft=soft)
    return {
        "solve": lambda stop: solve(linked, stop=stop),
        "explain": lambda stop: find_conflict(clashing, stop),
        "repairs": lambda stop: list(solved_repairs(Question(clashing), stop)),
        "soft": lambda stop: solve_soft(softened, stop),
        "pareto": lambda stop: pareto_front(free, stop),
        "alternatives": lambda stop: find_alternatives(linked, "md", 10, stop),
        "suggest": lambda stop: suggest(linked, stop=stop),
        "prices": lambda stop: price_links(linked, "md", stop),
    }


def main() -> None:
    limits = [float(word) for word in sys.argv[1:]] or [0.3, 1.0, 4.0]
    for name, search in searches().items():
        search(lambda: True)
        for limit in limits:
            told = Told(limit)
            search(told)
            late = time.process_time() - told.until
            ended = "ended by itself" if late < 0 else f"back {late:.2f} s after the stop"
            print(f"{name:13} told after {limit:g} s: {ended}, longest pause {told.pause:.2f} s", flush=True)


if __name__ == "__main__":
    main()
