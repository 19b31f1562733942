"""Growth with the number of rows: blobs with noise, no n × n matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from treeclust.ask.solve import solve
from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.core.stop import Deadline
from treeclust.engine.search.fast import FastEngine
from treeclust.lab.random_links import random_links

CLUSTERS, DEPTH, EPSILON = 4, 3, 0.1
NOISE = 0.02
LINKS = (0, 200)
FEATURES = (5, 20)


def blobs(rows: int, features: int, seed: int = 0) -> Dataset:
    """Gaussian blobs around random centres, and 2 % of the rows anywhere."""
    rng = np.random.default_rng(seed)
    centres = rng.uniform(0, 100, (CLUSTERS, features))
    known = rng.integers(0, CLUSTERS, rows)
    table = centres[known] + rng.normal(0, 6, (rows, features))
    noisy = rng.random(rows) < NOISE
    table[noisy] = rng.uniform(0, 100, (int(noisy.sum()), features))
    return Dataset.from_array(table, known=known)


def scale_rows(sizes: list[int], limit: float | None, say: Callable[[str], None]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for features in FEATURES:
        for size in sizes:
            for links in LINKS:
                rows.append(_one(size, features, links, limit))
                say("  ".join(f"{key} {_text(value)}" for key, value in rows[-1].items()))
    return rows


def _one(size: int, features: int, links: int, limit: float | None) -> dict[str, Any]:
    data = blobs(size, features)
    assert data.known is not None
    problem = Problem(data, CLUSTERS, DEPTH, random_links(data.known, links / size, 0), EPSILON)
    result = solve(problem, "md", FastEngine(), Deadline(limit or 60.0))
    return {
        "rows": size, "features": features, "links": links, "status": str(result.status), "md": result.md,
        "md_lower_bound": result.md_lower_bound, "gap": result.gap, "seconds": result.seconds,
        "first_solution_seconds": result.first_solution_seconds,
        "active_points": result.figures.get("active_points"), "peak_memory_mb": result.figures.get("peak_memory_mb"),
    }  # fmt: skip


def _text(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
