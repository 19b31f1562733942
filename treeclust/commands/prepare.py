"""`prepare`: compile the engine now, so that the first solve does not wait for it."""

from __future__ import annotations

import argparse

from treeclust.engine import load_engine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to choose."""


def run(arguments: argparse.Namespace) -> int:
    load_engine()
    print("The engine is ready.")
    return 0
