"""The hard set: questions of the paper that take minutes or do not end; a run goes on where an earlier one stopped."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

from treeclust.bench.compare import lines, run_case
from treeclust.bench.plan import Case

SEEDS = (1, 2)
LIMIT = 300.0
HARD = {
    "ionosphere": ((0.1, 0.25, 0.5, 1.0), ("md",)),
    "glass": ((0.25, 0.5, 1.0), ("md", "md-ms")),
    "spam": ((0.0, 0.1, 0.25, 0.5, 1.0), ("md",)),
    "libras": ((0.0, 0.5), ("md",)),
}
"""κ and objectives of each dataset."""


def hard_cases(datasets: list[str] | None, kappas: list[float] | None, seeds: list[int] | None) -> Iterator[Case]:
    """All of the hard set, or what is asked for of it."""
    for name, (all_kappas, objectives) in HARD.items():
        for kappa in all_kappas:
            for seed in seeds or SEEDS:
                for objective in objectives:
                    if (datasets is None or name in datasets) and (kappas is None or kappa in kappas):
                        yield Case(name, kappa, seed, objective)


def run_hard(
    cases: Iterator[Case], folder: Path, limit: float, path: Path | None, profile: bool, say: Callable[[str], None]
) -> None:
    """Run what the file does not have yet; every row is written as soon as it is known."""
    done = finished(path)
    for case in cases:
        if case in done:
            continue
        run = run_case(case, folder, "fast", limit)
        for line in lines([run], profile):
            say(line)
        if path is not None:
            row = run.row()
            new = not path.exists()
            with path.open("a", newline="") as file:
                writer = csv.DictWriter(file, list(row))
                if new:
                    writer.writeheader()
                writer.writerow(row)


def finished(path: Path | None) -> set[Case]:
    """The cases that a file of earlier runs holds."""
    if path is None or not path.exists():
        return set()
    with path.open(newline="") as file:
        return {
            Case(row["dataset"], float(row["kappa"]), int(row["seed"]), row["objective"])
            for row in csv.DictReader(file)
        }
