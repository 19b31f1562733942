"""One run of an experiment: `run_one(job) -> row`, both plain JSON, in whatever process it is called."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from treeclust.ask.solve import solve
from treeclust.ask.verify import measure
from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem
from treeclust.core.stop import ProcessorTime, Stop, any_of, never
from treeclust.core.tree import Labels
from treeclust.engine import Engine, engine_named
from treeclust.lab.baselines import BASELINES
from treeclust.lab.experiments.datasets import Source, load
from treeclust.lab.experiments.results import stamp
from treeclust.lab.random_links import random_links
from treeclust.objectives import objective_named

PHASES = "seconds_"
"""How the names of an engine's phases begin among its figures."""


@dataclass(frozen=True, eq=False)
class Found:
    """What a method says about a problem."""

    status: str
    labels: Labels | None
    message: str | None = None
    md_lower_bound: float | None = None
    figures: Mapping[str, float] = field(default_factory=dict)


def run_one(job: dict[str, Any], stop: Stop = never) -> dict[str, Any]:
    """Load, draw the links, run the method, score: the row of results for this job.

    The time limit is in processor seconds: what a run finds does not depend on what else the machine does.
    """
    loaded = load(job["dataset"], Source(job["folder"], job["uci"]))
    data = loaded.dataset
    if data.hash != job["data_hash"]:
        raise InputError(f"{job['dataset']} is not the same table here as where the run was planned.")
    assert data.known is not None
    links = random_links(data.known, job["kappa"], job["seed"])
    problem = Problem(data, job["k"], job["depth"], links, job["epsilon"])
    rule = any_of(stop, ProcessorTime(job["time_limit"]))
    began, worked = time.perf_counter(), time.process_time()
    found = method_named(job["method"])(problem, job, rule)
    spent = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - worked}
    row = {name: job[name] for name in job if name not in ("folder", "uci")}
    size = {"origin": loaded.origin, "rows": data.n, "features": len(data.features), "links": len(links)}
    answer = {"status": found.status, "message": found.message, "md_lower_bound": found.md_lower_bound}
    answer |= scores(problem, data, job, found.labels)
    return row | size | answer | figures(found, job) | spent | stamp()


Method = Callable[[Problem, dict[str, Any], Stop], Found]


def method_named(name: str) -> Method:
    return ask_baseline if name in BASELINES else ask_engine


def ask_engine(problem: Problem, job: dict[str, Any], stop: Stop) -> Found:
    result = solve(problem, job["objective"], engine_of(job), stop)
    return Found(str(result.status), result.labels, result.message, result.md_lower_bound, result.figures)


def engine_of(job: dict[str, Any]) -> Engine:
    """The paper's formula where smart pairs are the question, else the default engine."""
    if job["method"] != "reference":
        return engine_named("fast")
    from treeclust.paper.reference import ReferenceEngine

    return ReferenceEngine(smart=job["smart"] is not False)


def ask_baseline(problem: Problem, job: dict[str, Any], stop: Stop) -> Found:
    answer = BASELINES[job["method"]].run(problem, job["seed"], stop, job["time_limit"])
    return Found(str(answer.status), answer.labels, answer.message)


def scores(problem: Problem, data: Dataset, job: dict[str, Any], labels: Labels | None) -> dict[str, Any]:
    """MD, MS, broken links, and agreement with the known classes; all empty without a clustering."""
    names = ("md", "ms", "value", "ari", "nmi", "clusters", "links_broken")
    if labels is None:
        return dict.fromkeys(names)
    from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

    measured = measure(problem, objective_named(job["objective"] or "md-ms").value, labels)
    ari, nmi = (float(score(data.known, labels)) for score in (adjusted_rand_score, normalized_mutual_info_score))
    clusters, broken = len(set(labels.tolist())), len(measured.links_broken)
    values = (measured.md, measured.ms, measured.value, ari, nmi, clusters, broken)
    return dict(zip(names, values, strict=True))


def figures(found: Found, job: dict[str, Any]) -> dict[str, Any]:
    """Clauses, if they were all counted before the time was up, and seconds by phase."""
    phases = {name.removeprefix(PHASES): seconds for name, seconds in found.figures.items() if name.startswith(PHASES)}
    counted = phases.get("encoding", 0.0) < job["time_limit"]
    return {"clauses": found.figures.get("clauses") if counted else None, "phases": phases}
