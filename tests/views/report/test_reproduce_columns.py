"""The report's command asks the same question whatever was said of the columns: same distances, same tests."""

from __future__ import annotations

import argparse
import json
import shlex
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd

from treeclust.__main__ import main
from treeclust.ask.solve import solve, solve_question
from treeclust.commands.options import load_table, problem_of
from treeclust.commands.solve import add_arguments
from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset
from treeclust.core.distances import METRICS
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.tables.columns import ColumnChoice, ColumnKind, make_dataset
from treeclust.views.report import Subject, reproduce

ROWS = 12
NAMES = ["x, y", "=1+1", "class", "id", 'say "so"', "a = b", "-k", "Größe"]
TEXTS = [
    ["red", "blue", "green"], ["=1", "'=1", "x"], ["1", "1.0", "NA"], ["a;b", "c|d", "e, f"], ["yes", "no", "inf"],
    ["a  b", "a b", "'c'"],
]  # fmt: skip


def random_cells(kind: str, before: list[list[str]], rng: np.random.Generator) -> list[str]:
    match kind:
        case "date":
            return [f"2024-01-{day:02d}" for day in rng.integers(1, 28, ROWS)]
        case "glad":
            return ["yes", "no", *rng.choice(["yes", "no"], ROWS - 2)]
        case "text":
            values = TEXTS[int(rng.integers(len(TEXTS)))]
            return [*values, *rng.choice(values, ROWS - len(values))]
        case "twin" if before:
            return before[0]
        case _:
            return [f"{x:.3f}" for x in rng.normal(size=ROWS)]


def random_dataset(rng: np.random.Generator) -> Dataset:
    """Numbers, dates, yes or no, text that looks like something else, equal columns, under names of any kind."""
    names = [str(name) for name in rng.permutation(NAMES)[: int(rng.integers(2, 6))]]
    cells: dict[str, list[str]] = {}
    for name in names:
        kind = str(rng.choice(["number", "date", "glad", "text", "text", "twin"]))
        cells[name] = random_cells(kind, [*cells.values()], rng)
    kinds = {name: ColumnKind.CATEGORY for name, column in cells.items() if column[:3] in TEXTS}
    split = tuple(name for name in names if rng.random() < 0.7) or None
    weights = {name: float(rng.choice([0.0, 0.1, 2.5])) for name in names[1:] if rng.random() < 0.4}
    convention = 1 if rng.random() < 0.2 else 2
    choice = ColumnChoice(tuple(names), kinds=kinds, split=split, weights=weights, convention=convention)
    return make_dataset(pd.DataFrame(cells), choice)


def random_problem(seed: int) -> Problem:
    """Without the tables that give none."""
    rng = np.random.default_rng([seed, 3])
    while True:
        try:
            problem = Problem(random_dataset(rng), 2, 2, metric=str(rng.choice(list(METRICS))))
            assert len(problem.distances)
        except InputError:
            continue
        return problem


def report_on(problem: Problem, folder: Path) -> list[str]:
    """The words after `solve`, with the data where they look for it."""
    result = solve(problem, "md")
    subject = Subject("t", Question(problem, "md"), result, result.labels, result.tree, datetime.now(UTC))
    Path(folder, reproduce.DATA).write_text(reproduce.data_csv(problem.dataset), encoding="utf-8")
    words = shlex.split(reproduce.command(subject))
    assert words[:4] == ["python", "-m", "treeclust", "solve"]
    return words[4:]


def test_the_command_gives_the_same_distances_and_tests(tmp_path, monkeypatch):
    """400 tables of hostile names and texts, any roles and weights, both conventions, every metric."""
    monkeypatch.chdir(tmp_path)
    for seed in range(400):
        problem = random_problem(seed)
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        arguments = parser.parse_args(report_on(problem, tmp_path))
        dataset = load_table(arguments)
        again = problem_of(arguments, dataset, Links())
        np.testing.assert_array_equal(again.distances, problem.distances)
        np.testing.assert_array_equal(again.ranks[:, again.split_features], problem.ranks[:, problem.split_features])


def test_the_command_gives_the_same_labels(tmp_path, monkeypatch, capsys):
    """Twenty of them to the end."""
    monkeypatch.chdir(tmp_path)
    for seed in range(20):
        problem = random_problem(seed)
        wanted = solve_question(Question(problem, "md"))
        assert main(["solve", *report_on(problem, tmp_path)]) == 0
        assert json.loads(capsys.readouterr().out)["labels"] == to_json(wanted)["labels"]
