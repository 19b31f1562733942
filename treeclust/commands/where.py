"""`where N`: the file and line that implement equation N of the paper, and where the fast engine states the same."""

from __future__ import annotations

import argparse

from treeclust.ask import verify
from treeclust.core.equations import EQUATIONS, LEFT_OUT, NOT_CODE, STATEMENTS, file_of, line_of
from treeclust.core.errors import InputError
from treeclust.engine.search import fast
from treeclust.objectives import objectives
from treeclust.paper import formula


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", type=int, nargs="?", help="the equation's number in the paper; all of them without it"
    )


def run(arguments: argparse.Namespace) -> int:
    load_all()
    numbers = sorted(EQUATIONS | NOT_CODE) if arguments.number is None else [arguments.number]
    for number in numbers:
        print(describe(number))
    return 0


def load_all() -> None:
    """Equations register when their modules are imported; these import the rest."""
    _ = formula, verify, fast, objectives()


def describe(number: int) -> str:
    if number in NOT_CODE:
        return f"({number})  not code: {NOT_CODE[number]}"
    if number not in EQUATIONS:
        raise InputError(f"There is no equation {number}; the paper's are numbered 1 to {max(EQUATIONS)}.")
    found = EQUATIONS[number]
    lines = [f"({number})  {found.file}:{found.line}  {found.function.__name__}: {found.sentence}"]
    if found.deviates is not None:
        lines.append(f"      differs: {found.deviates}")
    return "\n".join(lines + [f"      {line}" for line in in_the_fast_engine(number)])


def in_the_fast_engine(number: int) -> list[str]:
    """Where the fast engine states the same condition, or why it need not."""
    if number in LEFT_OUT:
        return [f"fast engine: not stated, {LEFT_OUT[number]}"]
    return [
        f"fast engine: {file_of(one.function)}:{line_of(one.function)}  {one.function.__name__}: {one.sentence}"
        for one in STATEMENTS.get(number, [])
    ]
