"""`sample`: a table to try, as a file in this folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from treeclust.core.errors import InputError
from treeclust.tables.samples import SAMPLES, sample


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", help="which one; without a name all are listed")


def run(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        print("\n".join(f"{each.name:<21}{each.note}" for each in SAMPLES))
        return 0
    chosen = sample(arguments.name)
    target = Path(chosen.file)
    try:
        with target.open("xb") as file:
            file.write(chosen.path.read_bytes())
    except FileExistsError:
        raise InputError(f"{target} is here already; remove it, or work in another folder.") from None
    except OSError as error:
        raise InputError(f"{target} cannot be written here ({error.strerror}); choose another folder.") from None
    print(f"{target}: {chosen.title}. {chosen.note}")
    return 0
