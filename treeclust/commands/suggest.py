"""`suggest`: the next pair to ask the expert about; with --simulate, how many answers it takes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from treeclust.ask.suggest import suggest
from treeclust.commands.frame import add_frame, as_json, problem_from
from treeclust.commands.options import at_least_one, pairs_of, placed_row, stop_of
from treeclust.core.codec import to_json
from treeclust.core.problem import Problem
from treeclust.core.suggestions import Suggestion
from treeclust.lab.asking.simulate import GOAL, MOST_ANSWERS, Run, question_and_answer, simulate
from treeclust.lab.bench.runs_file import append_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)
    parser.add_argument("--skip", default="", metavar="A-B,C-D", help="pairs the expert could not answer")
    parser.add_argument("--groups", action="store_true", help="also questions about groups of rows")
    group = parser.add_argument_group("simulation")
    group.add_argument(
        "--simulate", type=at_least_one, metavar="N", help="N conversations with the labels of --label-column as expert"
    )
    group.add_argument("--goal", type=float, default=GOAL, help=f"the ARI to reach (default {GOAL})")
    group.add_argument("--most", type=at_least_one, default=MOST_ANSWERS, help=f"answers (default {MOST_ANSWERS})")
    group.add_argument(
        "--ways",
        default="suggest,random",
        metavar="A,B",
        help="suggest, panel (that of version 0.1), npu, min-max, cobras, random; with /plain or /assumed after one, "
        "the answer does without assumed links, or has them (default: suggest,random)",
    )
    group.add_argument("--noise", type=share, default=0.0, metavar="X", help="the share of answers that are wrong")
    group.add_argument("--csv", type=Path, metavar="FILE", help="write every conversation to a CSV file, as it ends")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same question")


def run(arguments: argparse.Namespace) -> int:
    problem = problem_from(arguments)
    if arguments.simulate is not None:
        return run_simulation(arguments, problem)
    rows = problem.dataset.rows
    skipped = pairs_of(arguments.skip, int(rows[-1]) + 1, "--skip")
    skip = {(placed_row(a, problem.dataset), placed_row(b, problem.dataset)) for a, b in skipped}
    found = suggest(problem, skip, stop_of(arguments), seed=arguments.seed, groups=arguments.groups)
    print(as_json(to_json(found), problem) if arguments.json else in_words(found.numbered(rows)))
    return 0


def in_words(found: Suggestion) -> str:
    if found.question is None:
        return f"Nothing to ask: {found.reason}" if found.agreed else found.reason
    asked = found.question
    more = f"The committee agrees to {found.agreement:.0%}; about {found.more} more answers may be worth giving."
    lines = [f"Do rows {asked.a} and {asked.b} belong together?", f"{asked.why}  ({found.seconds:.2f} s)", more]
    if found.group is not None:
        options = ", ".join(map(str, found.group.options))
        lines.append(f"Or: which of rows {options} does row {found.group.row} go with? ({found.group.bits:.1f} bits)")
    if found.kind is not None:
        lines.append(f"Or: are rows {', '.join(map(str, found.kind.rows))} one kind? ({found.kind.bits:.1f} bits)")
    return "\n".join(lines)


def run_simulation(arguments: argparse.Namespace, problem: Problem) -> int:
    """One conversation per way and seed; a line as each is over, then the means."""
    runs: list[Run] = []
    stop, ways = stop_of(arguments), arguments.ways.split(",")
    for way in ways:
        question_and_answer(way)
    for way in ways:
        for seed in range(arguments.simulate):
            one = simulate(
                problem, arguments.objective, way, seed, stop,
                goal=arguments.goal, most=arguments.most, noise=arguments.noise,
            )  # fmt: skip
            runs.append(one)
            append_run(arguments.csv, to_json(one) | {"ari": " ".join(f"{value:.4f}" for value in one.ari)})
            if not arguments.json:
                print(run_in_words(one), flush=True)
    means = {way: mean_answers([one for one in runs if one.way == way]) for way in ways}
    if arguments.json:
        print(json.dumps({"runs": to_json(runs), "mean_answers": means}, allow_nan=False))
    else:
        print("Answers in the mean: " + ", ".join(f"{way} {mean:.1f}" for way, mean in means.items()))
    return 0


def share(text: str) -> float:
    value = float(text)
    if not 0 <= value < 0.5:
        raise argparse.ArgumentTypeError("choose a share from 0 to below 0.5")
    return value


def run_in_words(one: Run) -> str:
    reached = "reached" if one.reached else "not reached"
    return f"{one.way:8} seed {one.seed:2}: {one.answers:3} answers, {reached}, ARI {one.ari[-1]:.3f}"


def mean_answers(runs: list[Run]) -> float:
    """Conversations that did not reach the goal count with the answers they had."""
    return sum(one.answers for one in runs) / len(runs)
