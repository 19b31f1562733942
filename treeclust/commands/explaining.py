"""`explain`: why there is no tree, and what would help."""

from __future__ import annotations

import argparse

from treeclust.commands.frame import add_frame, answer
from treeclust.commands.solving import WORDS, number
from treeclust.problem import Problem
from treeclust.repairs import Explanation, Repair, explain

HELP = "when no tree exists: which links clash, and solved repairs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)
    parser.add_argument("--conflicts", type=int, default=1, metavar="N", help="look for up to N sets of clashing links")


def run(arguments: argparse.Namespace) -> int:
    return answer(
        arguments,
        lambda problem, stop, _: explain(problem, arguments.objective, stop, arguments.conflicts),
        in_words,
    )


def in_words(explanation: Explanation, problem: Problem) -> str:
    lines = [WORDS[explanation.status]]
    if explanation.message:
        lines.append(explanation.message)
    for conflict in explanation.conflicts:
        proved = "Without any one of them the others can hold."
        lines.append(conflict.in_words(problem))
        lines.append(f"  {proved if conflict.minimal else 'Smallest set found so far, not proved minimal.'}")
    return "\n".join(lines + [repair_in_words(repair) for repair in explanation.repairs])


def repair_in_words(repair: Repair) -> str:
    what = {
        "drop_links": f"drop {', '.join(map(str, repair.dropped))}",
        "depth": f"depth {repair.problem.depth}",
        "k": f"k = {repair.problem.k}",
        "soft": f"soft links; broken are {', '.join(map(str, repair.dropped))}",
    }[repair.action]
    least = "the least change of its kind" if repair.least else "perhaps less would do"
    return f"Helps: {what} → MD {number(repair.result.md)}, MS {number(repair.result.ms)} ({least})"
