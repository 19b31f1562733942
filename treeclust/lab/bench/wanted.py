"""What choosing among equals is worth: agreement with known classes, leaves and seconds, for every preference.

Each problem is proved once; every preference then chooses beside that proof, as `ask.wanted.solve` does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from treeclust.ask.solve import solve
from treeclust.ask.wanted import choose, leaves_of
from treeclust.core.problem import Problem
from treeclust.core.result import Result
from treeclust.core.stop import ProcessorTime
from treeclust.core.wishes import Wishes
from treeclust.lab.bench.plan import Case
from treeclust.lab.bench.runs_file import append_run, read_runs

LIMIT = 60.0
"""Processor seconds for a proof and a choice together."""
KAPPAS, SEEDS = (0.0, 0.1), (1, 2, 3, 4, 5)
SIZES = ("1", "10 %")
"""Rows of a cluster, at least: any, or a tenth of what each had if all were alike."""
AS_FOUND = "as found"
"""The engine's tree as it is, without any choice."""
WISHES = (
    Wishes("first"),
    Wishes("simple"),
    Wishes("compact"),
    Wishes("compact", 5.0),
    Wishes("compact", 10.0),
)


@dataclass(frozen=True)
class SizedCase:
    """A case of the bench and the least size of its clusters."""

    case: Case
    size: str

    def problem(self, folder: Path) -> Problem:
        problem = self.case.problem(folder)
        return problem if self.size == "1" else problem.with_(min_rows=max(1, problem.n // (10 * problem.k)))


@dataclass(frozen=True)
class Chosen:
    """A result, by which wish, and the processor seconds until the proof and after it."""

    prefer: str
    slack: float
    result: Result
    proof_seconds: float
    after_seconds: float


def sized_cases(datasets: Sequence[str], kappas: Sequence[float], seeds: Sequence[int]) -> Iterator[SizedCase]:
    """Without links there is nothing to draw, so one set of them is enough."""
    for name in datasets:
        for kappa in kappas:
            for seed in seeds if kappa else seeds[:1]:
                for objective in ("md", "md-ms"):
                    for size in SIZES:
                        yield SizedCase(Case(name, kappa, seed, objective), size)


def run_wanted(
    cases: Iterator[SizedCase], folder: Path, limit: float, path: Path | None, say: Callable[[str], None]
) -> list[dict[str, str]]:
    """Run what the file does not have yet; all rows, those of earlier runs too."""
    rows = read_runs(path)
    done = {SizedCase(Case.of(row), row["min_rows"]) for row in rows if float(row["slack"]) == WISHES[-1].slack}
    for case in cases:
        if case in done:
            continue
        for chosen in choices(case.problem(folder), case.case.objective, limit):
            row = row_of(case, chosen, case.problem(folder))
            append_run(path, row)
            rows.append({name: "" if value is None else str(value) for name, value in row.items()})
            say("  ".join(f"{value:.3f}" if isinstance(value, float) else str(value) for value in row.values()))
    return rows


def choices(problem: Problem, objective: str, limit: float) -> list[Chosen]:
    """The tree as the engine found it, and what each preference makes of it."""
    began = time.process_time()
    found = solve(problem, objective, stop=ProcessorTime(limit))
    proof = time.process_time() - began
    made = [Chosen(AS_FOUND, 0.0, found, proof, 0.0)]
    for wishes in WISHES:
        began = time.process_time()
        result = choose(problem, objective, found, wishes, ProcessorTime(max(0.0, limit - proof)))
        made.append(Chosen(wishes.prefer, wishes.slack, result, proof, time.process_time() - began))
    return made


def row_of(case: SizedCase, chosen: Chosen, problem: Problem) -> dict[str, Any]:
    result, choice = chosen.result, chosen.result.choice
    value = None if result.measures is None else result.measures.value
    squares, proved = (None, None) if choice is None else (choice.sum_of_squares, choice.leaves_proved)
    return {
        **vars(case.case), "min_rows": case.size, "prefer": chosen.prefer, "slack": chosen.slack,
        "status": str(result.status), "value": value, "md": result.md, "ms": result.ms, "ari": ari(problem, result),
        "leaves": None if result.solution is None else leaves_of(result.solution), "leaves_proved": proved,
        "simplest": None if choice is None else choice.simplest, "sum_of_squares": squares,
        "smallest": None if result.labels is None else int(np.bincount(result.labels).min()),
        "proof_seconds": round(chosen.proof_seconds, 3), "after_seconds": round(chosen.after_seconds, 3),
    }  # fmt: skip


def ari(problem: Problem, result: Result) -> float | None:
    """Agreement with the known classes: 1 if they are found, 0 for clusters at random."""
    if result.labels is None:
        return None
    from sklearn.metrics import adjusted_rand_score

    return round(float(adjusted_rand_score(problem.dataset.known, result.labels)), 4)


def changed_values(rows: Sequence[dict[str, str]]) -> list[str]:
    """Questions whose proved value differs between preferences without slack; there must be none."""
    values: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        if row["status"] == "optimal" and float(row["slack"]) == 0:
            key = tuple(row[name] for name in ("dataset", "kappa", "seed", "objective", "min_rows"))
            values.setdefault(key, set()).add(row["value"])
    return [" ".join(key) for key, found in values.items() if len(found) > 1]
