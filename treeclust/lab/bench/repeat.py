"""The same question, the same tree: each question several times by the command line, on an idle and on a busy machine.

The questions are the runs of the paper authors' program, and as many others drawn by a seed as are wanted.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from treeclust.lab.bench.plan import SMALL, load
from treeclust.lab.bench.runs_file import append_run, read_runs
from treeclust.lab.random_links import random_links

SPIN = "while True: pass"
REPEATS = 2
"""On an idle machine, and again on a busy one."""
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
    """Every so many-th question that the file does not have yet; a line for each that differs, and a count."""
    rows = read_runs(path)
    done = {row["question"] for row in rows}
    with TemporaryDirectory() as scratch:
        asked = [*reference_questions(shared), *further_questions(shared, Path(scratch))]
        for question in asked[::every]:
            if question.name in done:
                continue
            row = repeated(question, limit or LIMIT)
            append_run(path, row)
            rows.append(row)
            say("  ".join(row.values()))
    proved = [row for row in rows if row["status"] == "optimal"]
    different = [row["question"] for row in proved if row["different"]]
    say(f"{len(rows)} questions, {len(proved)} proved optimal each time, of these different: {len(different)}")
    return rows


def repeated(question: Asked, limit: float) -> dict[str, str]:
    """What differs between the answers to one question, if anything does."""
    answers = [answer(question, limit) for _ in range(REPEATS)]
    with busy():
        answers += [answer(question, limit) for _ in range(REPEATS)]
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


@contextmanager
def busy() -> Iterator[None]:
    """While this runs, every core has something else to do."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()
