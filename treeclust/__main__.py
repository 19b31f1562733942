"""The command line: `python -m treeclust solve DATA.csv -k 3 -d 3 …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from treeclust.commands import (
    benching,
    explaining,
    fronts,
    others,
    predicting,
    preparing,
    pricing,
    reasons,
    solving,
    suggesting,
    where,
)
from treeclust.errors import InputError
from treeclust.version import VERSION

COMMANDS = (solving, predicting, explaining, fronts, others, suggesting, pricing, reasons, benching, where, preparing)


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
    for command in COMMANDS:
        own = commands.add_parser(command.NAME, help=command.HELP, description=command.HELP)
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


if __name__ == "__main__":
    sys.exit(main())
