"""What a model answers beside what the command line prints, on the reference runs.

`python -m tests.estimator.same_answers [--every 1] [--only target,wine-0.5] [--seconds 60]` compares all of them, or
those that begin so; the suite takes a few.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from tests.shared import Run, name_of, problem_of, runs
from treeclust import TreeClust
from treeclust.__main__ import main as command_line
from treeclust.core.codec import to_json

TIMES = {"seconds", "first_solution_seconds", "figures"}
Ask = Callable[[TreeClust], Any]
OPEN = ("feasible", "unknown")
STOPPED = ("Stopped before", "No tree was found in time")
"""How a suggestion that was ended by the limit begins to say so."""


@dataclass(frozen=True)
class Verb:
    """A question in the words of both; `gentle` are the runs it is asked of: pricing a thousand links takes hours."""

    name: str
    ask: Ask
    options: tuple[str, ...] = ()
    gentle: Callable[[Run], bool] = lambda run: True


def few_links(run: Run) -> bool:
    return float(run["kappa"]) <= 0.1


VERBS = (
    Verb("solve", lambda model: model.result_),
    Verb("explain", lambda model: model.explain()),
    Verb("alternatives", lambda model: model.alternatives(limit=2), ("--limit", "2")),
    Verb("pareto", lambda model: model.pareto()),
    Verb("suggest", lambda model: model.suggest()),
    Verb("price", lambda model: model.price(), gentle=few_links),
)


def without_times(value: Any) -> Any:
    """What does not depend on how busy the machine is."""
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if key not in TIMES}
    return [without_times(one) for one in value] if isinstance(value, list) else value


def printed(words: list[str]) -> Any:
    """The JSON object that the command line prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        code = command_line([*words, "--json"])
    assert code == 0, f"exit code {code}"
    return without_times(json.loads(out.getvalue()))


def of_model(answer: Any) -> Any:
    """An answer as the command line writes it: a repair without the whole result that the model keeps with it."""
    found = without_times(to_json(answer))
    if "repairs" in found:
        found["repairs"] = [{k: v for k, v in one.items() if k != "result"} for one in found["repairs"]]
    return json.loads(json.dumps(found))


def differences(found: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Every value of the model's answer is printed, and is the same; `rows` are the indices, which only a model has."""
    return [key for key in found if key != "rows" and (key not in expected or expected[key] != found[key])]


def compare(run: Run, verb: Verb, seconds: float, folder: Path) -> str:
    """same, not finished, or where the two differ."""
    problem = problem_of(run)
    table = pd.DataFrame(problem.dataset.values, columns=[one.name for one in problem.dataset.features])
    links = pd.DataFrame([(one.a, one.b, one.kind) for one in problem.links], columns=["a", "b", "kind"])
    table.to_csv(folder / "table.csv", index=False)
    links.to_csv(folder / "links.csv", index=False)
    question = ["-k", run["k"], "-d", run["depth"], "--epsilon", run["epsilon"], "--objective", run["objective"]]
    files = [str(folder / "table.csv"), "--links", str(folder / "links.csv")]
    expected = printed([verb.name, *files, *question, "--time-limit", f"{seconds:g}", *verb.options])
    model = TreeClust(
        n_clusters=int(run["k"]),
        depth=int(run["depth"]),
        epsilon=float(run["epsilon"]),
        objective=run["objective"],
        time_limit=seconds,
    )
    found = of_model(verb.ask(model.fit(table, links=links)))
    other = differences(found, expected)
    if not other:
        return "same"
    return "not finished" if is_open(found) or is_open(expected) else f"different: {', '.join(other)}"


def is_open(answer: dict[str, Any]) -> bool:
    """Stopped by the limit: no proof, a conflict or a repair that may be larger than needed or better than it is, or no
    question in time."""
    undecided = str(answer.get("reason", "")).startswith(STOPPED)
    larger = bool(answer.get("conflict")) and not answer["minimal"]
    larger = larger or any(not repair["least"] or repair["status"] in OPEN for repair in answer.get("repairs", ()))
    return answer.get("status") in OPEN or not answer.get("complete", True) or undecided or larger


def all_answers(every: int, only: tuple[str, ...], seconds: float) -> Iterator[tuple[str, str, str]]:
    with TemporaryDirectory() as folder:
        for run in [run for run in runs() if name_of(run).startswith(only)][::every]:
            for verb in VERBS:
                if verb.gentle(run):
                    yield verb.name, name_of(run), compare(run, verb, seconds, Path(folder))


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.estimator.same_answers", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every so many-th run")
    parser.add_argument("--only", default="", metavar="A,B,…", help="only runs whose names begin with one of these")
    parser.add_argument("--seconds", type=float, default=60, help="time limit of each question")
    chosen = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for verb, name, verdict in all_answers(chosen.every, tuple(chosen.only.split(",")), chosen.seconds):
        counts[verb, verdict] += 1
        if verdict != "same":
            print(f"{verb} {name}: {verdict}", flush=True)
    for (verb, verdict), count in sorted(counts.items()):
        print(f"{verb:<14}{verdict:<40}{count:>5}")
    return 1 if any(verdict.startswith("different") for _, verdict in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
