"""`alternatives`: different trees of the same proven quality."""

from __future__ import annotations

import argparse

from treeclust.ask.alternatives import find_alternatives
from treeclust.commands.frame import Name, add_frame, answer
from treeclust.commands.options import at_least_one
from treeclust.commands.solve import number
from treeclust.core.answers import Alternatives


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)
    parser.add_argument("--limit", type=at_least_one, default=10, metavar="N", help="at most so many (default 10)")


def run(arguments: argparse.Namespace) -> int:
    return answer(
        arguments,
        lambda problem, stop, _: find_alternatives(problem, arguments.objective, arguments.limit, stop),
        in_words,
    )


def in_words(found: Alternatives, _: Name = str) -> str:
    """One line per clustering, then what they agree on."""
    if not found.found:
        return found.message or ("No such clustering exists" if found.complete else "Nothing found in the time given")
    state = "there are no others" if found.complete else "there may be more"
    proved = "proved optimal within ε" if found.proved else "not proved optimal, so no others were looked for"
    lines = [f"{len(found.found)} clusterings, {proved}; {state}  ({found.seconds:.2f} s)"]
    for place, one in enumerate(found.found):
        changed = f"   {one.changed} rows elsewhere than in the first" if place else ""
        lines.append(f"MD {number(one.measures.md):>10}   MS {number(one.measures.ms):>10}{changed}")
        if one.solution.tree is not None:
            lines += [f"    {rule}  ({rule.size} rows)" for rule in one.solution.tree.rules()]
    assert found.agreement is not None
    pairs = found.agreement.pairs
    lines.append(f"Pairs of rows together in all: {pairs['all']}, in some: {pairs['some']}, in none: {pairs['none']}")
    return "\n".join(lines)
