"""`explain`: why there is no tree, and what would help."""

from __future__ import annotations

import argparse
from typing import Any

from treeclust.ask.conflict_words import conflict_words, link_words
from treeclust.ask.repairs import explain
from treeclust.commands.frame import Name, add_frame, answer
from treeclust.commands.options import at_least_one
from treeclust.commands.solve import WORDS, number
from treeclust.core.explanations import Explanation, Repair
from treeclust.core.question import Question


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)
    parser.add_argument(
        "--conflicts", type=at_least_one, default=1, metavar="N", help="look for up to N sets of clashing links"
    )


def run(arguments: argparse.Namespace) -> int:
    return answer(
        arguments,
        lambda problem, stop, _: explain(Question(problem, arguments.objective), stop, arguments.conflicts),
        in_words,
        without_results,
    )


def without_results(found: dict[str, Any]) -> dict[str, Any]:
    """What each repair changes and gains is enough; its tree is the answer to another question."""
    return found | {"repairs": [{k: v for k, v in one.items() if k != "result"} for one in found["repairs"]]}


def in_words(explanation: Explanation, name: Name = str) -> str:
    lines = [WORDS[explanation.status]]
    if explanation.message:
        lines.append(explanation.message)
    for conflict in explanation.conflicts:
        proved = "Without any one of them the others can hold."
        assert explanation.about is not None
        lines.append(conflict_words(conflict, explanation.about, name))
        if conflict.links:
            lines.append(f"  {proved if conflict.minimal else 'Smallest set found so far, not proved minimal.'}")
    return "\n".join(lines + [repair_in_words(repair, name) for repair in explanation.repairs])


def repair_in_words(repair: Repair, name: Name) -> str:
    dropped = ", ".join(link_words(link, name) for link in repair.dropped)
    what = {
        "drop_links": f"drop {dropped}",
        "depth": f"depth {repair.question.problem.depth}",
        "k": f"k = {repair.question.problem.k}",
        "soft": f"soft links; broken are {dropped}",
    }.get(repair.action, f"without the limits: {', '.join(limit.words for limit in repair.limits)}")
    least = "the least change of its kind" if repair.least else "perhaps less would do"
    return f"Helps: {what} → MD {number(repair.result.md)}, MS {number(repair.result.ms)} ({least})"
