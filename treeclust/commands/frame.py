"""The frame of a command that asks something about one problem: table and links in, words or one JSON object out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any, TypeVar

from treeclust.commands.options import add_question, links_of, load_table, problem_of, stop_of
from treeclust.commands.solve import reporting
from treeclust.core.codec import to_json
from treeclust.core.problem import Problem
from treeclust.core.progress import OnProgress
from treeclust.core.stop import Stop

Found = TypeVar("Found")
Name = Callable[[int], str]
"""How a row is called."""


def add_frame(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def problem_from(arguments: argparse.Namespace) -> Problem:
    dataset = load_table(arguments)
    return problem_of(arguments, dataset, links_of(arguments, dataset))


def answer(
    arguments: argparse.Namespace,
    ask: Callable[[Problem, Stop, OnProgress | None], Found],
    in_words: Callable[[Found, Name], str],
    shorten: Callable[[dict[str, Any]], dict[str, Any]] = dict,
) -> int:
    """Read, ask, print; `shorten` takes out of the JSON object what nobody needs there."""
    problem = problem_from(arguments)
    with reporting() as report:
        found = ask(problem, stop_of(arguments), report)
    print(as_json(shorten(to_json(found)), problem) if arguments.json else in_words(found, name_in_file(problem)))
    return 0


def name_in_file(problem: Problem) -> Name:
    """Rows are called by their numbers in the file, also where some were dropped."""
    return lambda row: str(problem.dataset.rows[row])


def as_json(found: dict[str, Any], problem: Problem) -> str:
    """One object. Rows count those that are used; where some were dropped, `rows` has their numbers in the file."""
    rows = problem.dataset.rows
    dropped = len(rows) != rows[-1] + 1
    return json.dumps(found | ({"rows": rows.tolist()} if dropped else {}), allow_nan=False)
