"""The same question, the same tree: each question several times by the command line, alone and in a crowd.

The questions are the runs of the paper authors' program, and as many others drawn by a seed as are wanted.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from treeclust.lab.bench.plan import SMALL, load
from treeclust.lab.bench.runs_file import append_run, read_runs
from treeclust.lab.random_links import random_links

REPEATS = 2
"""Alone, and again in a crowd."""
CROWD = 3
"""Processes on each core."""
AT_ONCE = 12
"""Questions that are asked together."""
FURTHER = 50
LIMIT = 300.0


@dataclass(frozen=True)
class Asked:
    """A question as the command line takes it."""

    name: str
    arguments: tuple[str, ...]


def reference_questions(shared: Path) -> Iterator[Asked]:
    """The authors' runs: `reference/runs.csv`, their links, and the tables in `data`."""
    with (shared / "reference" / "runs.csv").open(newline="") as file:
        for run in csv.DictReader(file):
            links = shared / "reference" / "links" / run["links"]
            yield Asked(
                "-".join(run[part] for part in ("dataset", "kappa", "seed", "objective")),
                (
                    str(shared / "data" / f"{run['dataset']}.csv"), "--label-column", "label",
                    "-k", run["k"], "-d", run["depth"], "--epsilon", run["epsilon"],
                    "--objective", run["objective"], "--links", str(links),
                ),
            )  # fmt: skip


def further_questions(shared: Path, scratch: Path, count: int = FURTHER, seed: int = 0) -> Iterator[Asked]:
    """Other k, depths, links, sizes and wishes on those of the small tables that are there."""
    rng = np.random.default_rng(seed)
    tables = [name for name in SMALL if (shared / "data" / f"{name}.csv").exists()]
    for number in range(count):
        table = str(rng.choice(tables))
        data = load(shared / "data", table)
        assert data.known is not None
        k, kappa = int(rng.integers(2, 6)), float(rng.choice([0.0, 0.05, 0.1, 0.2]))
        wish = [["compact"], ["compact"], ["simple"], ["first"], ["compact", "--slack", "5"]][int(rng.integers(0, 5))]
        links = scratch / f"{number}.csv"
        links.write_text(random_links(data.known, kappa, number).to_csv())
        yield Asked(
            f"further-{number}-{table}",
            (
                str(shared / "data" / f"{table}.csv"), "--label-column", "label",
                "-k", str(k), "-d", str(rng.integers(3, 5)), "--objective", str(rng.choice(["md", "md-ms"])),
                "--min-rows", str(rng.choice([1, 5])), "--links", str(links), "--prefer", *wish,
            ),
        )  # fmt: skip


def run_repeat(
    shared: Path, every: int, limit: float | None, path: Path | None, say: Callable[[str], None]
) -> list[dict[str, str]]:
    """Every so many-th question that the file does not have yet; a line for each, and how many differ."""
    rows = read_runs(path)
    done = {row["question"] for row in rows}
    with TemporaryDirectory() as scratch:
        asked = [*reference_questions(shared), *further_questions(shared, Path(scratch))]
        missing = [question for question in asked[::every] if question.name not in done]
        for start in range(0, len(missing), AT_ONCE):
            for row in repeated(missing[start : start + AT_ONCE], limit or LIMIT):
                append_run(path, row)
                rows.append(row)
                say("  ".join(row.values()))
    proved = [row for row in rows if row["status"] == "optimal"]
    different = [row["question"] for row in proved if row["different"]]
    say(f"{len(rows)} questions, {len(proved)} proved optimal each time, of these different: {len(different)}")
    return rows


def repeated(questions: Sequence[Asked], limit: float) -> Iterator[dict[str, str]]:
    """What differs between the answers to each, if anything does: asked one after the other, then all at once, so that
    every core has several of them."""
    ask = partial(answer, limit=limit)
    alone = [[ask(question) for _ in range(REPEATS)] for question in questions]
    with ThreadPoolExecutor(CROWD * (os.cpu_count() or 1)) as crowd:
        crowded = list(crowd.map(ask, [question for question in questions for _ in range(REPEATS)]))
    for at, question in enumerate(questions):
        yield compared(question, alone[at] + crowded[REPEATS * at : REPEATS * (at + 1)])


def compared(question: Asked, answers: Sequence[dict[str, Any]]) -> dict[str, str]:
    statuses = {str(one["status"]) for one in answers}
    different = [part for part in ("labels", "tree") if any(one[part] != answers[0][part] for one in answers)]
    seconds = " ".join(f"{one['seconds']:.2f}" for one in answers)
    return {
        "question": question.name, "status": " ".join(sorted(statuses)), "different": " ".join(different),
        "seconds": seconds,
    }  # fmt: skip


def answer(question: Asked, limit: float) -> dict[str, Any]:
    """By a process of its own."""
    command = [sys.executable, "-m", "treeclust", "solve", *question.arguments, "--json", "--time-limit", str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
