"""`why`: why a row is where it is, and what would move it."""

from __future__ import annotations

import argparse
from typing import Any

from treeclust.ask.wanted import solve
from treeclust.ask.why import reasons_for
from treeclust.commands.frame import add_frame, as_json, problem_from
from treeclust.commands.options import placed_row, stop_of
from treeclust.core.codec import to_json
from treeclust.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_frame(parser)
    parser.add_argument(
        "--row", type=int, action="append", required=True, help="a row of the file, from 0; once or twice"
    )


def run(arguments: argparse.Namespace) -> int:
    problem = problem_from(arguments)
    rows: list[int] = arguments.row
    if len(rows) > 2:
        raise InputError("why takes one row or two; give --row once or twice.")
    rows = [placed_row(row, problem.dataset) for row in rows]
    if problem.is_flat:
        raise InputError("Clusters without a tree have no path to show; leave out --flat.")
    result = solve(problem, arguments.objective, stop=stop_of(arguments))
    found: dict[str, Any] = {"status": str(result.status), "paths": [], "parting": None, "moves": []}
    words = result.message or f"No tree: {result.status}."
    if result.tree is not None:
        reasons = reasons_for(result.tree, problem.dataset, rows)
        found |= to_json(reasons)
        words = str(reasons)
    print(as_json(found, problem) if arguments.json else words)
    return 0
