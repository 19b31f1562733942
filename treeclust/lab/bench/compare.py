"""Run engines on one case after the other and compare their answers and their time."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treeclust.ask.solve import solve
from treeclust.core.result import Result, Status
from treeclust.core.stop import Deadline, Stop, never
from treeclust.engine import engine_named
from treeclust.lab.bench.plan import Case

DIFFERENT, UNFINISHED = "DIFFERENT ANSWERS", "not finished in time"
PHASES = ("relaxation", "descent", "encoding", "sat", "halves", "checking", "solving")
COUNTED = ("sat_calls", "active_points", "decided_by_halves", "halves_undecided")


@dataclass(frozen=True)
class Run:
    """One engine on one case. `processor_seconds` do not depend on what else the machine is doing."""

    case: Case
    engine: str
    result: Result
    processor_seconds: float

    def row(self) -> dict[str, Any]:
        """For the CSV file."""
        r = self.result
        value = None if r.measures is None else r.measures.value
        return {
            **vars(self.case), "engine": self.engine, "status": str(r.status), "md": r.md, "ms": r.ms, "value": value,
            "md_lower_bound": r.md_lower_bound, "gap": r.gap, "seconds": r.seconds,
            "processor_seconds": self.processor_seconds, "first_solution_seconds": r.first_solution_seconds,
            **{f"seconds_{name}": r.figures.get(f"seconds_{name}") for name in PHASES},
            "peak_memory_mb": r.figures.get("peak_memory_mb"),
        }  # fmt: skip


def run_case(
    case: Case, folder: Path, engine: str, time_limit: float | None, clock: Callable[[float], Stop] = Deadline
) -> Run:
    problem = case.problem(folder)
    chosen = engine_named(engine)
    began = time.process_time()
    stop = clock(time_limit) if time_limit is not None else never
    result = solve(problem, case.objective, chosen, stop)
    return Run(case, engine, result, time.process_time() - began)


def agree(one: Result, two: Result) -> bool:
    """Same status and, where both are proved, the same objective value."""
    if one.status != two.status:
        return False
    if one.status != "optimal":
        return True
    assert one.measures is not None and two.measures is not None
    return one.measures.value == two.measures.value


def verdict(runs: Sequence[Run]) -> str:
    """What two engines say about one case; the time of one that was stopped is only a lower limit."""
    one, two = (run.result for run in runs)
    if {one.status, two.status} & {Status.FEASIBLE, Status.UNKNOWN}:
        return UNFINISHED
    return "same answer" if agree(one, two) else DIFFERENT


def lines(runs: Sequence[Run], profile: bool) -> Iterator[str]:
    """What is printed for one case: the engines in turn, then their ratio."""
    for run in runs:
        r = run.result
        numbers = " ".join(f"{name} {_text(x)}" for name, x in (("MD", r.md), ("MS", r.ms), ("gap", r.gap)))
        first = _text(r.first_solution_seconds)
        yield (
            f"{run.case.dataset:10s} {run.case.kappa:4g} seed {run.case.seed} {run.case.objective:5s} {run.engine:9s} "
            f"{r.status:10s} {numbers}  {r.seconds:8.3f} s (processor {run.processor_seconds:.3f}, first {first})"
        )
        if profile:
            parts = [f"{p} {r.figures[f'seconds_{p}']:.3f}" for p in PHASES if f"seconds_{p}" in r.figures]
            counted = [
                f"{p} {r.figures[p]:.0f}"
                for p in ("sat_calls", "active_points", "decided_by_halves", "halves_undecided")
                if p in r.figures
            ]
            yield f"           where: {', '.join(parts + counted)}"
    if len(runs) == 2:
        yield f"           ratio {ratio(runs):.1f}, {verdict(runs)}"


def ratio(runs: Sequence[Run]) -> float:
    """Processor seconds of the second engine over those of the first."""
    return runs[1].processor_seconds / max(runs[0].processor_seconds, 1e-6)


def summary(pairs: Sequence[Sequence[Run]]) -> Iterator[str]:
    """Medians and the worst rows."""
    ours = [runs[0].processor_seconds for runs in pairs]
    yield f"{len(pairs)} cases, median {statistics.median(ours):.3f} processor seconds, total {sum(ours):.1f}"
    if not all(len(runs) == 2 for runs in pairs):
        return
    ratios = [ratio(runs) for runs in pairs]
    verdicts = Counter(verdict(runs) for runs in pairs)
    yield (
        f"ratio: median {statistics.median(ratios):.1f}, worst {min(ratios):.2f}, "
        f"below 1: {sum(r < 1 for r in ratios)}, different answers: {verdicts[DIFFERENT]}, "
        f"not finished: {verdicts[UNFINISHED]}"
    )
    for runs in sorted(pairs, key=ratio)[:5]:
        yield f"  {ratio(runs):6.2f}  {runs[0].case}"


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
