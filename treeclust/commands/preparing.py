"""`prepare`: compile the engine now, so that the first solve does not wait for it."""

from __future__ import annotations

import argparse

from treeclust.engine import engine_named

HELP = "compile the engine once after an installation; without it the first solve does so"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to choose."""


def run(arguments: argparse.Namespace) -> int:
    engine_named("fast")
    print("The engine is ready.")
    return 0
