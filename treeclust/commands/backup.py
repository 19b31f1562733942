"""`backup`: a copy of the database of projects, also while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from treeclust.workspace.store.copies import copy_database
from treeclust.workspace.store.database import default_url, open_existing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, nargs="?", help="the copy (default: beside the database, named by the time)")


def run(arguments: argparse.Namespace) -> int:
    print(f"Copied to {copy_database(open_existing(default_url()), arguments.file)}")
    return 0
