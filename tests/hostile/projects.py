"""Project files: a real one, in which something was changed."""

from __future__ import annotations

import json
import re
import tempfile
from functools import cache
from random import Random
from typing import Any

from tests.hostile.case import Trick, damaged, members_of, packed
from tests.workspace.store.made import answer_to, data
from treeclust.core.links import Links
from treeclust.workspace.project import Parameters
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store

WHEN = "2026-01-01T00:00:00+00:00"
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 10**9, 10**30, -(10**400), 0.5, 1e308, "", "x", "\ud800", "x\udfff", "x" * 20_000,
    "9999-12-31T23:59:59+00:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "0001-01-01", "<b>", "=1",
    [], {}, [[]], [None], [[0, 0]], {"x": 1}, ["x", "x"], [0, 0], [99, 98], "\0", " ", "\u202e", "must", "y", "optimal",
)  # fmt: skip
CELLS = (
    "0",
    "-1",
    "99",
    "x",
    "",
    "must",
    "cannot",
    "unsure",
    "sure",
    "9999-12-31T23:59:59-14:00",
    "'=1",
    "\u202e",
    "\r",
)


@cache
def plain() -> dict[str, bytes]:
    """The members of an honest project with soft links, names and two runs; the same whenever it is made."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/projects.db")
        project = Projects(store).create()[1]
        project.history.step("open other data", **data("blobs.csv", 0))
        project.history.step("add", links=Links.from_pairs([(0, 2)], [(0, 3)]), certainty={(0, 3): "unsure"})
        project.history.step("name", names={0: "tall"}, notes={(0, 2): "x"}, parameters=Parameters(k=3, depth=2))
        project.show(answer_to(project.work))
        project.show(answer_to(project.work, 2, "md-ms"))
        content = project.to_file()
        store.close()
    members = members_of(content)
    runs = json.loads(members["runs.json"])
    for number, run in enumerate(runs):
        run |= {"id": f"{number:016x}", "when": WHEN, "versions": {}}
        run["result"] |= {"seconds": 0.5, "first_solution_seconds": 0.5, "figures": {}}
    links = re.sub(rb"20\d\d-[-+:.T0-9]+", WHEN.encode(), members["links.csv"])
    return members | {"runs.json": json.dumps(runs).encode(), "links.csv": links}


def with_json(name: str, value: Any) -> bytes:
    return packed(plain() | {name: json.dumps(value).encode()})


def places(value: Any, before: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The way to every value in a piece of JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [before, *(way for key, one in inner for way in places(one, (*before, key)))]


def changed(rng: Random, name: str) -> bytes:
    """One to three values replaced, doubled or gone."""
    tree = {"root": json.loads(plain()[name])}
    for _ in range(rng.choice((1, 1, 1, 3))):
        way = rng.choice(places(tree)[1:])
        home: Any = tree
        for key in way[:-1]:
            home = home[key]
        kind = rng.randrange(4)
        if kind == 0 and isinstance(home, dict):
            del home[way[-1]]
        elif kind == 1 and isinstance(home, list):
            home.append(home[int(way[-1])])
        else:
            home[way[-1]] = rng.choice(ODD)
        if "root" not in tree:
            tree["root"] = rng.choice(ODD)
    return with_json(name, tree["root"])


def rows_changed(rng: Random, name: str) -> bytes:
    """Cells of a CSV member replaced."""
    rows = [line.split(",") for line in plain()[name].decode().splitlines()]
    for _ in range(rng.choice((1, 1, 4))):
        row = rng.choice(rows)
        row[rng.randrange(len(row))] = f'"{rng.choice(CELLS)}"'
    return packed(plain() | {name: "\n".join(map(",".join, rows)).encode()})


def members_changed(rng: Random) -> bytes:
    members = dict(plain())
    match rng.randrange(4):
        case 0:
            del members[rng.choice(list(members))]
        case 1:
            members[rng.choice(("../x", "tables/2.csv", "/etc/passwd", "x.py", "runs.json/"))] = b"1"
        case 2:
            members = {name.replace("tables/1", "tables/0"): content for name, content in members.items()}
        case _:
            name = rng.choice(list(members))
            members[name] = damaged(members[name], rng)
    return packed(members)


def repeated(rng: Random) -> bytes:
    """The same small thing many times."""
    name, word = rng.choice((("runs.json", "{}"), ("runs.json", "[]"), ("project.json", "{}"), ("runs.json", "[")))
    return packed(plain() | {name: f"[{','.join([word] * rng.choice((10, 6000)))}]".encode()})


def known_tricks(rng: Random) -> bytes:
    """What once opened, and failed on a page."""
    about, runs = (json.loads(plain()[name]) for name in ("project.json", "runs.json"))
    work, run = about["work"], rng.choice(runs)
    match rng.randrange(8):
        case 0:
            about["title"] = "half \ud83d"
        case 1:
            work["names"]["1"] = "\udfff"
        case 2:
            work["choice"]["features"] = ["x", "x", "y"]
        case 3:
            run["asked"]["choice"]["features"] = ["x", "y", "x"]
        case 4:
            run["when"] = rng.choice(("9999-12-31T23:59:59.999999-14:00", "0001-01-01T00:00:00+14:00", "2024-01-01"))
        case 5:
            run["asked"]["soft"] = [{"a": 0, "b": rng.choice((99, -1, 0)), "kind": "must", "weight": 1.0}]
        case 6:
            about["view"]["axes"] = rng.choice((["x", "x"], ["nowhere"], ["y"], ["word", "x"]))
        case _:
            run["versions"]["\ud800"] = run["result"]["engine"] = "\ud800"
    return packed(plain() | {"project.json": json.dumps(about).encode(), "runs.json": json.dumps(runs).encode()})


TRICKS: dict[str, Trick] = {
    "a changed project": lambda rng: changed(rng, "project.json"),
    "changed runs": lambda rng: changed(rng, "runs.json"),
    "changed links": lambda rng: rows_changed(rng, "links.csv"),
    "a changed table": lambda rng: rows_changed(rng, "tables/1.csv"),
    "other members": members_changed,
    "repetitions": repeated,
    "known tricks": known_tricks,
}
