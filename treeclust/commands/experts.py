"""`experts`: how far several experts agree, and where they contradict each other."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from treeclust.commands.options import links_text
from treeclust.core.codec import to_json
from treeclust.core.errors import InputError
from treeclust.core.experts import agreements, check_each, disputes, experts_of, read_said


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("links", type=Path, metavar="LINKS.csv", help="columns a, b, kind, author, perhaps certainty")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    said = read_said(links_text(arguments))
    if len(experts_of(said)) < 2:
        raise InputError("The links file needs a column author that names two experts at least.")
    n = 1 + max(max(one.link.pair) for one in said)
    check_each(said, n)
    agreed, disputed = agreements(said, n), disputes(said)
    if arguments.json:
        print(json.dumps({"agreement": to_json(agreed), "disputes": to_json(disputed)}, ensure_ascii=False))
        return 0
    lines = [one.words for one in agreed] or ["No two experts have answered about the same rows."]
    print("\n".join([*lines, *(one.words(f"rows {one.pair[0]}", str(one.pair[1])) for one in disputed)]))
    return 0
