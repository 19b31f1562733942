"""Warm against cold: one more link on a solved problem, by a session that remembers and by an engine that does not."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from treeclust.ask.solve import solve
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.engine.search.fast import FastEngine
from treeclust.engine.search.warm_start import WarmEngine
from treeclust.lab.bench.compare import agree
from treeclust.lab.bench.plan import EPSILON, SHAPES, load
from treeclust.lab.random_links import random_links

BASE_KAPPA = 0.1


def warm_rows(folder: Path, datasets: list[str], count: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """`count` random new links on each dataset, each added to the same solved problem, for both objectives."""
    rows: list[dict[str, Any]] = []
    for name in datasets:
        for objective in ("md", "md-ms"):
            rows += _one(folder, name, objective, count, say)
    return rows


def _one(folder: Path, name: str, objective: str, count: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    data = load(folder, name)
    assert data.known is not None
    k, depth = SHAPES[name]
    base = Problem(data, k, depth, random_links(data.known, BASE_KAPPA, 0), EPSILON)
    more = [link for link in random_links(data.known, 1.0, 1) if base.closure.implied(link.a, link.b) is None]
    session = WarmEngine()
    solve(base, objective, session)
    rows: list[dict[str, Any]] = []
    for number, link in enumerate(more[:count]):
        problem = Problem(data, k, depth, Links.of([*base.links, link]), EPSILON)
        times, results = [], []
        for engine in (session, FastEngine()):
            fresh = problem.with_()
            began = time.process_time()
            results.append(solve(fresh, objective, engine))
            times.append(time.process_time() - began)
        rows.append(
            {"dataset": name, "objective": objective, "link": number, "warm": times[0], "cold": times[1],
             "seconds_warm": results[0].seconds, "same": agree(*results)}
        )  # fmt: skip
        while len(session.memories) > 1:
            session.memories.pop()
    say(f"{name:10s} {objective:5s} {summary(rows)}")
    return rows


def summary(rows: list[dict[str, Any]]) -> str:
    warm, cold = [row["warm"] for row in rows], [row["cold"] for row in rows]
    ratios = [c / max(w, 1e-6) for w, c in zip(warm, cold, strict=True)]
    return (
        f"{len(rows)} new links: warm median {statistics.median(warm):.3f} s, worst {max(warm):.3f}; "
        f"cold median {statistics.median(cold):.3f}, worst {max(cold):.3f}; "
        f"ratio median {statistics.median(ratios):.1f}, worst {min(ratios):.2f}; "
        f"different answers {sum(not row['same'] for row in rows)}"
    )
