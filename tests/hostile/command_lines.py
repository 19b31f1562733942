"""Arguments for the command line that nobody means well with."""

from __future__ import annotations

import json
from functools import cache
from random import Random

from tests.hostile import link_files, tables
from tests.hostile.case import FILE, Case, damaged
from tests.workspace.store.made import CSV
from treeclust.commands import COMMANDS

VERBS = tuple(verb for verb in COMMANDS if verb not in ("bench", "prepare", "app"))
VALUES = (
    "0", "1", "2", "-1", "99999999999999999999", "1e999", "nan", "inf", "-inf", "", " ", "x", "1.5", "\u0663", "²",
    "0x10", "x" * 5000, "a\nb", "\x1b[31m", "x,y", "x,,x", "x=1", "x=nan", "x=-1", "=", "y", "word", "'", '"',
    "nowhere", "--json", "must", "/", "/dev/null", "/proc/self/environ", ".", "..", "\ud800",
)  # fmt: skip
OPTIONS = (
    "-k", "-d", "--epsilon", "--objective", "--links", "--label-column", "--id-column", "--features", "--metric",
    "--k-min", "--min-rows", "--max-rows", "--min-leaf-rows", "--max-diameter", "--min-split", "--max-leaves",
    "--max-columns", "--never", "--root", "--measure", "--split", "--weight", "--missing", "--kind", "--prefer",
    "--slack", "--seed", "--decimal", "--separator", "--sheet", "--count", "--row", "--time-limit", "--nonsense",
)  # fmt: skip
FLAGS = ("--flat", "--soft", "--json", "--once", "--no-header")


@cache
def answer() -> bytes:
    """What `solve --json` writes, so that `predict` has something to read."""
    return json.dumps({"tree": {"cluster": 0}, "features": [], "cluster_names": {}}).encode()


def content_for(verb: str, rng: Random) -> bytes:
    whole = answer() if verb == "predict" else CSV["blobs.csv"]
    kind = rng.randrange(4)
    if kind == 0:
        return damaged(whole, rng)
    if kind == 1:
        return rng.choice((*tables.TRICKS.values(), *link_files.TRICKS.values()))(rng)
    return whole


def command(rng: Random) -> Case:
    verb = rng.choice(VERBS)
    words = [verb]
    if verb == "where":
        words.append(rng.choice(VALUES))
    elif rng.random() < 0.95:
        words += [FILE, FILE] if verb == "predict" else [FILE]
    if verb not in ("where", "predict"):
        words += ["-k", "3", "-d", "2", "--time-limit", "2"]
    for _ in range(rng.choice((0, 1, 1, 3))):
        option = rng.choice(OPTIONS)
        words += [option, FILE if option == "--links" and rng.random() < 0.7 else rng.choice(VALUES)]
    words += [flag for flag in FLAGS if rng.random() < 0.1]
    if rng.random() < 0.1:
        words = [rng.choice(VALUES) for _ in range(rng.randint(0, 3))]
    return Case("command", verb, "t.csv", content_for(verb, rng), arguments=tuple(words))
