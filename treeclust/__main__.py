"""The command line: `python -m treeclust solve DATA.csv -k 3 -d 3 …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from treeclust.errors import InputError
from treeclust.version import VERSION

COMMANDS = {
    "solve": "solving", "predict": "predicting", "explain": "explaining", "pareto": "fronts", "alternatives": "others",
    "suggest": "suggesting", "price": "pricing", "why": "reasons", "bench": "benching", "where": "where",
    "prepare": "preparing",
}  # fmt: skip
"""What is typed, and the module of treeclust.commands that does it."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help.", file=sys.stderr)
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the question was answered (infeasible is an answer), 2 for bad input with one line on stderr."""
    parser = Parser(
        prog="treeclust", description="Clusterings that are shallow decision trees, proved optimal within ε."
    )
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in asked_for(sys.argv[1:] if arguments is None else arguments):
        command = import_module(f"treeclust.commands.{COMMANDS[name]}")
        own = commands.add_parser(name, help=command.HELP, description=command.HELP)
        command.add_arguments(own)
        own.set_defaults(run=command.run)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except InputError as error:
        print(f"treeclust: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("treeclust: stopped.", file=sys.stderr)
        return 130


def asked_for(arguments: Sequence[str]) -> list[str]:
    """The command that is named, or all of them: each loads what it needs, and nobody should wait for the rest."""
    return [name for name in arguments[:1] if name in COMMANDS] or list(COMMANDS)


if __name__ == "__main__":
    sys.exit(main())
