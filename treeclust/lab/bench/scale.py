"""Growth with the number of rows: blobs with noise, and rows anywhere."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.stop import ProcessorTime
from treeclust.engine.search.fast import FastEngine
from treeclust.lab.random_links import random_links

DEPTH, EPSILON, LIMIT = 3, 0.1, 60.0
NOISE = 0.02
CLUSTERS = (3, 4)
LINKS = (0, 200)
FEATURES = (5, 20)
TABLES = ("blobs", "uniform")


@dataclass(frozen=True)
class ScaleCase:
    """One question of the table."""

    table: str
    features: int
    k: int
    links: int
    objective: str
    rows: int

    def problem(self) -> Problem:
        """The known classes of uniform rows, which the links follow, are the intervals of their first column."""
        data = blobs(self.rows, self.features, self.k) if self.table == "blobs" else uniform(self)
        assert data.known is not None
        links = random_links(data.known, self.links / self.rows, 0)
        return Problem(data, self.k, DEPTH, links, EPSILON)


def blobs(rows: int, features: int, clusters: int = 4, seed: int = 0) -> Dataset:
    """Gaussian blobs around random centres, and 2 % of the rows anywhere."""
    rng = np.random.default_rng(seed)
    centres = rng.uniform(0, 100, (clusters, features))
    known = rng.integers(0, clusters, rows)
    table = centres[known] + rng.normal(0, 6, (rows, features))
    noisy = rng.random(rows) < NOISE
    table[noisy] = rng.uniform(0, 100, (int(noisy.sum()), features))
    return Dataset.from_array(table, known=known)


def uniform(case: ScaleCase) -> Dataset:
    """Rows anywhere: nothing to find, and the hardest to prove."""
    table = np.random.default_rng(0).uniform(0, 100, (case.rows, case.features))
    return Dataset.from_array(table, known=(table[:, 0] * case.k / 100).astype(np.int64))


def scale_cases(sizes: list[int], objectives: list[str]) -> Iterator[ScaleCase]:
    """Neighbours in size follow each other."""
    for table, features, k, links, objective in product(TABLES, FEATURES, CLUSTERS, LINKS, objectives):
        for size in sizes:
            yield ScaleCase(table, features, k, links, objective, size)


def scale_rows(
    cases: Iterator[ScaleCase], limit: float | None, path: Path | None, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Processor seconds, limited, because other work on the machine changes the time of day only. Goes on where the CSV
    file ends."""
    done: set[tuple[str, ...]] = set()
    if path is not None and path.exists():
        with path.open(newline="") as file:
            done = {tuple(row[name] for name in vars(_ANY)) for row in csv.DictReader(file)}
    rows: list[dict[str, Any]] = []
    for case in cases:
        if tuple(map(str, vars(case).values())) in done:
            continue
        rows.append(vars(case) | _solved(case.problem(), case.objective, limit or LIMIT))
        say("  ".join(f"{key} {_text(value)}" for key, value in rows[-1].items()))
        if path is not None:
            _append(path, rows[-1])
    return rows


_ANY = ScaleCase("", 0, 0, 0, "", 0)


def _append(path: Path, row: dict[str, Any]) -> None:
    new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        if new:
            writer.writeheader()
        writer.writerow(row)


def _solved(problem: Problem, objective: str, limit: float) -> dict[str, Any]:
    began = time.process_time()
    result = solve(problem, objective, FastEngine(), ProcessorTime(limit))
    value = None if result.measures is None else result.measures.value
    return {
        "status": str(result.status), "md": result.md, "md_lower_bound": result.md_lower_bound, "gap": result.gap,
        "ms": result.ms, "value": value, "value_lower_bound": result.value_lower_bound,
        "processor_seconds": time.process_time() - began, "active_points": result.figures.get("active_points"),
        "peak_memory_mb": result.figures.get("peak_memory_mb"),
    }  # fmt: skip


def _text(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
