"""The command line: `python -m treeclust solve DATA.csv -k 3 -d 3 …`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from treeclust.commands.guard import INTERRUPT, RUNNING, guarded

if TYPE_CHECKING:
    from treeclust.commands.parser import Parser


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when the question was answered (infeasible is an answer), 2 for bad input with one line on stderr."""
    given = sys.argv[1:] if arguments is None else arguments
    return guarded(lambda: run(given))


def run(given: Sequence[str]) -> int:
    chosen = parser_for(given).parse_args(given)
    INTERRUPT.state = RUNNING
    return int(chosen.run(chosen))


def parser_for(arguments: Sequence[str]) -> Parser:
    """Every command by name and help; only the one that is named is loaded, since some take seconds to load."""
    from treeclust.commands import COMMANDS  # here and not above, because Ctrl-C is guarded by now
    from treeclust.commands.parser import Parser
    from treeclust.core.version import VERSION

    parser = Parser(
        prog="treeclust", description="Clusterings that are shallow decision trees, proved optimal within ε."
    )
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        own = commands.add_parser(name, help=words, description=words)
        if name in arguments[:1]:
            command = import_module(f"treeclust.commands.{name}")
            command.add_arguments(own)
            own.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
