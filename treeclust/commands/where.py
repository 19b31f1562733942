"""`where N`: the file and line that implement equation N of the paper."""

from __future__ import annotations

import argparse

from treeclust import verify
from treeclust.encoding import formula
from treeclust.equations import EQUATIONS, NOT_CODE
from treeclust.errors import InputError
from treeclust.objectives import objectives

HELP = "say where an equation of the paper is implemented"


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
    _ = formula, verify, objectives()


def describe(number: int) -> str:
    if number in NOT_CODE:
        return f"({number})  not code: {NOT_CODE[number]}"
    if number not in EQUATIONS:
        raise InputError(f"There is no equation {number}; the paper's are numbered 1 to {max(EQUATIONS)}.")
    found = EQUATIONS[number]
    text = f"({number})  {found.file}:{found.line}  {found.function.__name__}: {found.sentence}"
    return text if found.deviates is None else f"{text}\n      differs: {found.deviates}"
