"""`explain`: why there is no tree, and what would help."""

from __future__ import annotations

import argparse

from treeclust.commands.frame import add_frame, answer
from treeclust.commands.solving import WORDS, number
from treeclust.repairs import Explanation, Repair, explain

NAME = "explain"
HELP = "when no tree exists: which links clash, and solved repairs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)


def run(arguments: argparse.Namespace) -> int:
    return answer(arguments, lambda problem, stop, _: explain(problem, arguments.objective, stop), in_words)


def in_words(explanation: Explanation) -> str:
    lines = [WORDS[explanation.status]]
    if explanation.message:
        lines.append(explanation.message)
    conflict = explanation.conflict
    if conflict is not None:
        proved = (
            "without any one of them the others can"
            if conflict.minimal
            else "smallest found so far, not proved minimal"
        )
        lines.append(f"These {len(conflict.links)} links cannot hold together ({proved}):")
        lines += [f"  {link}" for link in conflict.links]
    return "\n".join(lines + [repair_in_words(repair) for repair in explanation.repairs])


def repair_in_words(repair: Repair) -> str:
    what = {
        "drop_links": f"drop {', '.join(map(str, repair.dropped))}",
        "depth": f"depth {repair.problem.depth}",
        "k": f"k = {repair.problem.k}",
    }[repair.action]
    least = "the least change of its kind" if repair.least else "perhaps less would do"
    return f"Helps: {what} → MD {number(repair.result.md)}, MS {number(repair.result.ms)} ({least})"
