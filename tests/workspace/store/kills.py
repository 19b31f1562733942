"""Servers that are killed while they write: every edit that was reported is there afterwards.

python -m tests.workspace.store.kills [--kills 500] [--edits 10]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from tests.workspace.store.made import data
from treeclust.workspace import edits
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store

PROJECTS = 10


@dataclass
class Tally:
    """`lost` counts edits that were reported and are not there; `odd` states that nobody ever made."""

    kills: int = 0
    edits: int = 0
    lost: int = 0
    odd: int = 0

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.edits} edits reported, {self.lost} lost, {self.odd} impossible states"


def kill_servers(kills: int, each: int, seed: int = 1) -> Tally:
    """Each life of a server goes on with one of a few projects, and ends some moments after so many edits."""
    rng, tally = random.Random(seed), Tally()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'projects.db'}"
        tokens = [new_project(url) for _ in range(PROJECTS)]
        done = dict.fromkeys(tokens, 0)
        for life in range(kills):
            token = tokens[life % PROJECTS]
            reported = live_and_be_killed(url, token, done[token], each, rng.uniform(0, 0.03))
            tally.kills, tally.edits = tally.kills + 1, tally.edits + reported - done[token]
            found = edits_in(url, token)
            tally.lost += max(0, reported - found)
            tally.odd += found > reported + 1
            done[token] = found
    return tally


def new_project(url: str) -> str:
    store = Store(url)
    token, project = Projects(store).create()
    project.history.step("open other data", **data("blobs.csv", 0))
    store.close()
    return token


def live_and_be_killed(url: str, token: str, done: int, each: int, moment: float) -> int:
    """The number of the last edit that the server reported, which names a cluster by the number of the edit."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            project = Projects(Store(url)).find(token)
            assert project is not None
            number = done
            while True:
                number += 1
                edits.rename_cluster(project, 0, str(number))
                assert project.unsaved is None
                os.write(writing, f"{number}\n".encode())
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as lines:
        reported = [int(next(lines)) for _ in range(each)]
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        reported += [int(line) for line in lines if line.endswith("\n")]
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    return reported[-1]


def edits_in(url: str, token: str) -> int:
    """The number of the last edit, if the file is whole and every one before it is there too."""
    store = Store(url)
    project = Projects(store).find(token)
    assert project is not None
    number = int(project.work.names.get(0, "0"))
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        steps = connection.execute(
            text("SELECT COUNT(*), MAX(number) FROM steps WHERE project = :here"), project.ledger.here
        )
        assert tuple(steps.one()) == (number + 1, number + 1)
    store.close()
    return number


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.workspace.store.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--edits", type=int, default=10, help="at least so many edits in each life")
    chosen = parser.parse_args()
    tally = kill_servers(chosen.kills, chosen.edits)
    print(tally)
    return 1 if tally.lost or tally.odd else 0


if __name__ == "__main__":
    sys.exit(main())
