"""How long a project with many runs about a large table takes to open, and how much memory.

python -m tests.workspace.store.large_project [--runs 100] [--rows 5000]   (on an idle machine; nothing is asserted)
"""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from tests.hostile.trial import peak_mb
from treeclust.ask.solve import solve
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.stop import Deadline
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import Table
from treeclust.workspace.document import Answer
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store
from treeclust.workspace.uploads import FileReader

COLUMNS = ("a", "b", "c", "d")
SECONDS = 20.0


def made(folder: Path, runs: int, rows: int) -> bytes:
    """A project file: three groups, solved once, the answer kept many times under names of its own."""
    rng = np.random.default_rng(1)
    centres = rng.uniform(0, 30, (3, len(COLUMNS)))
    frame = pd.DataFrame(centres[np.arange(rows) % 3] + rng.normal(0, 1, (rows, len(COLUMNS))), columns=list(COLUMNS))
    table, choice = Table(frame, '"large.csv"'), ColumnChoice(features=COLUMNS)
    dataset = make_dataset(frame, choice)
    question = Question(Problem(dataset, 3, 2), "md")
    result = solve(question.problem, "md", stop=Deadline(SECONDS))
    answer = Answer("0" * 16, question, result, result.labels, result.tree)
    project = Projects(Store(f"sqlite:///{folder / 'made.db'}")).create()[1]
    project.history.step("open other data", table=table, choice=choice, dataset=dataset)
    for _ in range(runs):
        project.show(replace(answer, id=secrets.token_hex(8)))
    return project.to_file()


def measure(file: Path) -> str:
    """In a process that has only the server in it; the reader is another one, as it always is."""
    reader, store = FileReader(), Store(f"sqlite:///{file.with_suffix('.db')}")
    projects = Projects(store)
    reader.table(b"a,b\n1,2\n2,1\n", "first.csv")
    start = time.monotonic()
    with reader.project(file.read_bytes()) as found:
        token = projects.add(found)
    opened, start = time.monotonic() - start, time.monotonic()
    again = Projects(store).find(token)
    assert again is not None
    words = f"{len(again.answers)} runs opened in {opened:.1f} s, found again in {time.monotonic() - start:.1f} s, "
    reader.jobs.close()
    return words + f"at most {peak_mb()} MB in the server"


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.workspace.store.large_project", description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--rows", type=int, default=5_000)
    parser.add_argument("--file", type=Path, help="measure only how this project file is opened")
    chosen = parser.parse_args()
    if chosen.file is not None:
        print(measure(chosen.file))
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.treeclust"
        file.write_bytes(made(Path(folder), chosen.runs, chosen.rows))
        print(f"{chosen.rows} rows, file of {file.stat().st_size / 1e6:.1f} MB", flush=True)
        words = [sys.executable, "-m", "tests.workspace.store.large_project", "--file", str(file)]
        subprocess.run(words, check=True)


if __name__ == "__main__":
    main()
