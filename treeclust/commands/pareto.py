"""`pareto`: the whole front of MD against MS."""

from __future__ import annotations

import argparse

from treeclust.ask.pareto import pareto_front
from treeclust.commands.frame import Name, add_frame, answer
from treeclust.commands.solve import number
from treeclust.core.answers import Front


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)


def run(arguments: argparse.Namespace) -> int:
    return answer(arguments, lambda problem, stop, report: pareto_front(problem, stop, on_progress=report), in_words)


def in_words(front: Front, _: Name = str) -> str:
    """One line per compromise."""
    state = "Complete front" if front.complete else "Not proved complete"
    lines = [f"{state}: {len(front.points)} compromises in {front.seconds:.2f} s"]
    if front.message:
        lines.append(front.message)
    for place, point in enumerate(front.points):
        mark = "   ← least λ⁻ − λ⁺, the paper's choice" if place == front.papers_choice else ""
        lines.append(f"MD {number(point.measures.md):>10}   MS {number(point.measures.ms):>10}{mark}")
    return "\n".join(lines)
