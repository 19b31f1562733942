"""`suggest`: the next pair to ask the expert about; with --simulate, how many answers it takes."""

from __future__ import annotations

import argparse
import json

from treeclust.ask.simulate import GOAL, MOST_ANSWERS, Run, simulate
from treeclust.ask.suggest import suggest
from treeclust.commands.frame import add_frame, as_json, problem_from
from treeclust.commands.options import at_least_one, stop_of
from treeclust.core.codec import to_json
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem
from treeclust.core.suggestions import Pair, Suggestion


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)
    parser.add_argument("--skip", default="", metavar="A-B,C-D", help="pairs the expert could not answer")
    group = parser.add_argument_group("simulation")
    group.add_argument(
        "--simulate", type=at_least_one, metavar="N", help="N conversations with the labels of --label-column as expert"
    )
    group.add_argument("--goal", type=float, default=GOAL, help=f"the ARI to reach (default {GOAL})")
    group.add_argument("--most", type=at_least_one, default=MOST_ANSWERS, help=f"answers (default {MOST_ANSWERS})")


def run(arguments: argparse.Namespace) -> int:
    problem = problem_from(arguments)
    if arguments.simulate is not None:
        return run_simulation(arguments, problem)
    found = suggest(problem, arguments.objective, pairs_of(arguments.skip, problem.n), stop_of(arguments))
    print(as_json(to_json(found), problem) if arguments.json else in_words(found))
    return 0


def pairs_of(text: str, n: int) -> set[Pair]:
    """3-7,10-12"""
    pairs: set[Pair] = set()
    for part in filter(None, text.split(",")):
        ends = part.split("-")
        if len(ends) != 2 or not all(is_row(end.strip(), n) for end in ends):
            raise InputError(f'--skip "{part}" is not a pair of rows; write two row numbers from 0 to {n - 1}: 3-7.')
        a, b = sorted(map(int, ends))
        pairs.add((a, b))
    return pairs


def is_row(text: str, n: int) -> bool:
    """Plain digits only: ² is a digit to Python, but no number; and a number of thousands of digits is none either."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(n)) and int(text) < n


def in_words(found: Suggestion) -> str:
    if found.question is None:
        return f"Nothing to ask: {found.reason}" if found.agreed else found.reason
    asked = found.question
    return f"Do rows {asked.a} and {asked.b} belong together?\n{asked.why}  ({found.seconds:.2f} s)"


def run_simulation(arguments: argparse.Namespace, problem: Problem) -> int:
    """Suggested and random pairs, one conversation per seed each; a line as each is over, then the means."""
    runs: list[Run] = []
    stop = stop_of(arguments)
    for way in ("suggest", "random"):
        for seed in range(arguments.simulate):
            one = simulate(problem, arguments.objective, way, seed, stop, goal=arguments.goal, most=arguments.most)
            runs.append(one)
            if not arguments.json:
                print(run_in_words(one), flush=True)
    means = {way: mean_answers([one for one in runs if one.way == way]) for way in ("suggest", "random")}
    if arguments.json:
        print(json.dumps({"runs": to_json(runs), "mean_answers": means}, allow_nan=False))
    else:
        print(f"Answers in the mean: suggest {means['suggest']:.1f}, random {means['random']:.1f}")
    return 0


def run_in_words(one: Run) -> str:
    reached = "reached" if one.reached else "not reached"
    return f"{one.way:8} seed {one.seed:2}: {one.answers:3} answers, {reached}, ARI {one.ari[-1]:.3f}"


def mean_answers(runs: list[Run]) -> float:
    """Conversations that did not reach the goal count with the answers they had."""
    return sum(one.answers for one in runs) / len(runs)
