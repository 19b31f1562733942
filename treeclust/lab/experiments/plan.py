"""Which runs a table needs. A run is a plain dict of JSON, so that any process on any machine can do it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from treeclust.core.errors import InputError
from treeclust.core.version import VERSION
from treeclust.lab.baselines import BASELINES
from treeclust.lab.bench.plan import SHAPES
from treeclust.lab.experiments import paper
from treeclust.lab.experiments.datasets import ORDER, Source, load

Job = dict[str, Any]
BUILT_IN = Source()
METHODS = ("tree", "flat", "reference", *BASELINES)
BUSY, LOADING_SECONDS = 5, 120.0
TABLES = ("table1", "table2", "table3")
IDENTITY = (
    "data_hash", "kappa", "seed", "objective", "method", "k", "depth", "epsilon", "smart", "time_limit", "version",
)  # fmt: skip
"""What makes two runs the same run."""


@dataclass(frozen=True)
class Selection:
    """Which part of a table is wanted; None means all that the table has."""

    datasets: Sequence[str]
    kappas: Sequence[float] = paper.KAPPAS
    seeds: int = paper.RUNS
    objectives: Sequence[str] = paper.OBJECTIVES
    methods: Sequence[str] = ("tree", "flat")
    time_limit: float = paper.TIME_LIMIT
    source: Source = BUILT_IN


def key(job: Job) -> str:
    """The identity of a run as one short text."""
    return hashlib.sha256(json.dumps([job[name] for name in IDENTITY]).encode()).hexdigest()[:32]


def plan(table: str, chosen: Selection) -> list[Job]:
    """Every run, quick datasets first, row by row of the table."""
    check(chosen)
    rows = {"table1": links_rows, "table2": depth_rows, "table3": ablation_rows}[table]
    names = sorted(chosen.datasets, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    return [job for name in names for job in rows(name, chosen)]


def check(chosen: Selection) -> None:
    for what, given, known in (
        ("dataset", chosen.datasets, SHAPES),
        ("method", chosen.methods, METHODS),
        ("objective", chosen.objectives, paper.OBJECTIVES),
    ):
        for name in given:
            if name not in known:
                raise InputError(f'There is no {what} "{name}"; choose among {", ".join(known)}.')


def links_rows(name: str, chosen: Selection) -> Iterator[Job]:
    """Tables 1 and 4: every κ, objective and method."""
    for kappa in chosen.kappas:
        for method in chosen.methods:
            # a baseline with an objective of its own runs once, not once per objective
            for objective in (None,) if method in BASELINES else chosen.objectives:
                for seed in range(1, chosen.seeds + 1):
                    yield job(name, chosen, kappa, seed, objective, method, SHAPES[name][1])


def depth_rows(name: str, chosen: Selection) -> Iterator[Job]:
    """Tables 2 and 5: the depth of Table 1, one less and one more."""
    k, depth = SHAPES[name]
    for level in (depth - 1, depth, depth + 1):
        if 2**level >= k:
            for seed in range(1, chosen.seeds + 1):
                yield job(name, chosen, paper.DEPTH_KAPPA, seed, "md-ms", "tree", level)


def ablation_rows(name: str, chosen: Selection) -> Iterator[Job]:
    """Table 3: the paper's formula with and without smart pairs, and with ε = 0."""
    for smart, epsilon in paper.SETTINGS:
        for seed in range(1, chosen.seeds + 1):
            yield job(name, chosen, paper.DEPTH_KAPPA, seed, "md-ms", "reference", SHAPES[name][1], epsilon, smart)


def job(
    name: str,
    chosen: Selection,
    kappa: float,
    seed: int,
    objective: str | None,
    method: str,
    depth: int,
    epsilon: float = paper.EPSILON,
    smart: bool | None = None,
) -> Job:
    return {
        "dataset": name, "folder": chosen.source.folder, "uci": chosen.source.uci,
        "data_hash": load(name, chosen.source).dataset.hash, "kappa": float(kappa), "seed": seed,
        "objective": objective, "method": method, "k": SHAPES[name][0], "depth": None if method == "flat" else depth,
        "epsilon": float(epsilon), "smart": smart, "time_limit": float(chosen.time_limit), "version": VERSION,
    }  # fmt: skip


def patience(job: Job) -> float:
    """Wall seconds after which nobody need wait for this run any more, even on a machine that does much else."""
    return BUSY * float(job["time_limit"]) + LOADING_SECONDS


def expected_seconds(job: Job) -> float:
    """A rough guess for the bar: what the paper's program took, within the limit."""
    seconds = paper.printed(job["dataset"], job["kappa"], job["objective"], "tree", job["depth"]).seconds
    return min(1.0 if seconds is None else seconds, float(job["time_limit"]))
