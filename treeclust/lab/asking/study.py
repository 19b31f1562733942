"""The study of the interview: tables, ways to ask, seeds, an expert who errs; a CSV file that goes on where it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.core.problem import Problem
from treeclust.lab.asking.simulate import GOAL, simulate
from treeclust.lab.bench.runs_file import append_run, read_runs
from treeclust.lab.experiments.datasets import Source, load

MOST = 30
AFTER = (0, 5, 10, 20, 30)
WAYS = ("suggest", "panel", "npu", "min-max", "cobras", "random")
ABLATION = ("suggest", "suggest/plain", "min-max/assumed", "random/assumed")
UNSEEN = ("breast-cancer", "penguins-like", "digits-0-2")
"""Tables that nothing was chosen on."""
SHAPES = {
    "iris": (3, 3), "wine": (3, 3), "seeds": (3, 3), "lsun": (3, 3), "target": (6, 4), "wingnut": (2, 3),
    "chainlink": (2, 3), "breast-cancer": (2, 3), "penguins-like": (3, 3), "digits-0-2": (3, 3),
}  # fmt: skip
"""k and depth."""


@dataclass(frozen=True)
class Talk:
    """One conversation of the study."""

    table: str
    way: str
    seed: int
    noise: float

    @property
    def key(self) -> tuple[str, ...]:
        return self.table, self.way, str(self.seed), str(self.noise)


def table_of(name: str, folder: str | None) -> Problem:
    k, depth = SHAPES[name]
    made = {"breast-cancer": breast_cancer, "penguins-like": penguins_like, "digits-0-2": three_digits}
    dataset = made[name]() if name in made else load(name, Source(folder)).dataset
    return Problem(dataset, k, depth)


def breast_cancer() -> Dataset:
    from sklearn.datasets import load_breast_cancer

    found = load_breast_cancer()
    return Dataset.from_array(found.data, list(found.feature_names), found.target)


def three_digits() -> Dataset:
    """Pictures of the digits 0, 1 and 2; pixels that are always empty are left out."""
    from sklearn.datasets import load_digits

    found = load_digits(n_class=3)
    used = np.flatnonzero(np.ptp(found.data, axis=0) > 0)
    return Dataset.from_array(found.data[:, used], [f"pixel {at}" for at in used], found.target)


def penguins_like() -> Dataset:
    """Three species drawn from normal distributions with about the means and deviations of real penguins."""
    rng = np.random.default_rng(0)
    kinds = [
        (146, (38.8, 18.3, 190.0, 3701.0), (2.7, 1.2, 6.5, 459.0)),
        (68, (48.8, 18.4, 196.0, 3733.0), (3.3, 1.1, 7.1, 384.0)),
        (119, (47.5, 15.0, 217.0, 5076.0), (3.1, 1.0, 6.5, 504.0)),
    ]
    rows, known = [], []
    for kind, (count, mean, spread) in enumerate(kinds):
        large = rng.normal(size=(count, 1))
        rows.append(np.array(mean) + np.array(spread) * (0.7 * large + 0.7 * rng.normal(size=(count, 4))))
        known += [kind] * count
    names = ["bill length", "bill depth", "flipper length", "body mass"]
    return Dataset.from_array(np.round(np.concatenate(rows), 1), names, np.array(known))


def ceiling(problem: Problem, starts: int = 60) -> float:
    """The best ARI with the known labels that was found for a tree of this depth; a better one may exist."""
    from sklearn.metrics import adjusted_rand_score

    from treeclust.ask.interview.committee import Room

    room, classes = Room(problem), problem.dataset.known
    assert room.descent is not None and classes is not None
    known = np.unique(classes, return_inverse=True)[1]
    cost, best = 1.0 - np.eye(problem.k)[known], -1.0
    for number in range(starts):
        rng = np.random.default_rng(number)
        tree = room.descent.descend(room.first_tree(known, rng), cost, rng)[1]
        best = max(best, float(adjusted_rand_score(known, tree.labels(room.descent.ranks))))
    return best


def goal_for(problem: Problem) -> float:
    """0.9, or 0.9 of what a tree of this depth can do, where that is not above 0.93."""
    most = ceiling(problem)
    return GOAL if most > 0.93 else round(GOAL * most, 3)


def run_study(
    tables: Sequence[str],
    ways: Sequence[str],
    seeds: Sequence[int],
    noises: Sequence[float],
    folder: str | None,
    path: Path | None,
    say: Callable[[str], None],
) -> list[dict[str, str]]:
    """Hold the conversations that the file does not have yet, seed by seed; all rows, those of earlier runs too."""
    rows = read_runs(path)
    done = {(row["table"], row["way"], row["seed"], row["noise"]) for row in rows}
    for seed, noise, table in product(seeds, noises, tables):
        missing = [Talk(table, way, seed, noise) for way in ways if Talk(table, way, seed, noise).key not in done]
        if not missing:
            continue
        problem = table_of(table, folder)
        goal = goal_for(problem)
        for talk in missing:
            run = simulate(problem, "md-ms", talk.way, seed, goal=goal, most=MOST, noise=noise)
            row = {
                **vars(talk), "answers": run.answers, "reached": run.reached, "goal": goal,
                "processor_seconds": round(run.seconds, 1), "ari": " ".join(f"{one:.3f}" for one in run.ari),
            }  # fmt: skip
            append_run(path, row)
            rows.append({name: str(value) for name, value in row.items()})
            say(f"{table:14} {talk.way:16} seed {seed} noise {noise:g}: {run.answers:3} answers, ARI {run.ari[-1]:.3f}")
    return rows


def study_tables(rows: Sequence[dict[str, str]]) -> list[str]:
    """Answers to the goal and ARI after some answers, as tables in Markdown. A conversation ends at its goal; its last
    ARI then stands for those after more answers."""
    lines: list[str] = []
    for noise in sorted({row["noise"] for row in rows}, key=float):
        lines += ["", f"Wrong answers: {float(noise):.0%}", ""]
        lines.append("| table | way | runs | reached | answers: mean (range) | " + " | ".join(map(str, AFTER)) + " |")
        lines.append("|---" * (5 + len(AFTER)) + "|")
        for table, way in dict.fromkeys((row["table"], row["way"]) for row in rows if row["noise"] == noise):
            some = [row for row in rows if (row["table"], row["way"], row["noise"]) == (table, way, noise)]
            lines.append(f"| {table} | {way} | {line_of(some)} |")
    return lines


def line_of(rows: Sequence[dict[str, str]]) -> str:
    answers = [int(row["answers"]) for row in rows]
    reached = sum(row["reached"] == "True" for row in rows)
    curves = [[float(one) for one in row["ari"].split()] for row in rows]
    mean = f"{'' if reached == len(rows) else '> '}{np.mean(answers):.1f} ({min(answers)}–{max(answers)})"
    after = [f"{np.mean([curve[min(at, len(curve) - 1)] for curve in curves]):.2f}" for at in AFTER]
    return " | ".join([str(len(rows)), str(reached), mean, *after])
