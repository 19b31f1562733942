"""`pareto`: the whole front of MD against MS."""

from __future__ import annotations

import argparse
import json

from treeclust.commands.question import add_question, links_of, load_table, problem_of, stop_of
from treeclust.commands.solving import number, reporting
from treeclust.pareto import Front, pareto_front

NAME = "pareto"
HELP = "every compromise between a small diameter and a large split, proved complete"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def run(arguments: argparse.Namespace) -> int:
    dataset = load_table(arguments)
    problem = problem_of(arguments, dataset, links_of(arguments, dataset))
    with reporting() as report:
        front = pareto_front(problem, stop_of(arguments), on_progress=report)
    print(json.dumps(front.to_json(), allow_nan=False) if arguments.json else in_words(front))
    return 0


def in_words(front: Front) -> str:
    """One line per compromise."""
    state = "Complete front" if front.complete else "Not proved complete"
    lines = [f"{state}: {len(front.points)} compromises in {front.seconds:.2f} s"]
    if front.message:
        lines.append(front.message)
    for place, point in enumerate(front.points):
        mark = "   ← least λ⁻ − λ⁺, the paper's choice" if place == front.papers_choice else ""
        lines.append(f"MD {number(point.measures.md):>10}   MS {number(point.measures.ms):>10}{mark}")
    return "\n".join(lines)
