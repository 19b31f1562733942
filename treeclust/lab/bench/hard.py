"""The hard set: questions of the paper that take minutes or do not end; a run goes on where an earlier one stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from treeclust.core.stop import Deadline, Stop
from treeclust.lab.bench.compare import lines, run_case
from treeclust.lab.bench.plan import Case
from treeclust.lab.bench.runs_file import append_run, read_runs

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
    cases: Iterator[Case],
    folder: Path,
    limit: float,
    path: Path | None,
    profile: bool,
    say: Callable[[str], None],
    clock: Callable[[float], Stop] = Deadline,
) -> None:
    """Run what the file does not have yet; every row is written as soon as it is known."""
    done = {Case.of(row) for row in read_runs(path)}
    for case in cases:
        if case in done:
            continue
        run = run_case(case, folder, "fast", limit, clock)
        for line in lines([run], profile):
            say(line)
        append_run(path, run.row())
