"""`check`: whether the database of projects is whole, and what is damaged if it is not."""

from __future__ import annotations

import argparse

from treeclust.workspace.store.database import default_url, open_existing
from treeclust.workspace.store.integrity import check_integrity
from treeclust.workspace.store.projects import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to choose: TREECLUST_DATABASE_URL names the database."""


def run(arguments: argparse.Namespace) -> int:
    """0 if all is well, 1 if something is damaged, so that a script can tell."""
    open_existing(default_url()).dispose()
    found = check_integrity(Store())
    for line in found.damage:
        print(line)
    count = f"{found.projects} projects, {found.tables} tables of data, {found.runs} runs"
    print(f"{count}: {f'{len(found.damage)} damaged' if found.damage else 'nothing is damaged'}.")
    return 1 if found.damage else 0
