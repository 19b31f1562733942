"""Random tables of every kind of column, solved and then asked in every form: python -m tests.views.every_form [TABLES]

Each is a file that the command line solves. Its labels are compared, row by row, with `predict`, as JSON and as CSV;
with the exported Python on the cells of the file and on the table as it was read; with the exported SQL in SQLite; with
the answer's JSON, followed here by hand; with the printed rules. Every other table has gaps, filled with the median.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from tests.views.test_export_code import NAMES, by_python, by_sql, named
from tests.views.test_printed_rules import by_rules, exact_moment, kinds_of_cells
from treeclust.__main__ import main as treeclust
from treeclust.core.codec import from_json
from treeclust.core.tree import Tree
from treeclust.tables.new_rows import Recipe
from treeclust.tables.reading import read_table

EPOCH = datetime.datetime(1970, 1, 1)
MICROSECOND, DAY = datetime.timedelta(microseconds=1), 86_400_000_000
GAPS = 0.2
Cells = list[dict[str, str]]


@dataclass(frozen=True)
class Told:
    """What one form says of one table; `agrees` if it is the label of every row."""

    form: str
    agrees: bool


def random_cells(rng: np.random.Generator, gaps: float) -> Cells:
    """Two to five columns of different kinds; the first and the last row have no gaps."""
    ways = kinds_of_cells(rng)
    names = [str(name) for name in rng.permutation(list(ways))[: int(rng.integers(2, 6))]]
    cells = [{f"{name} column": ways[name]() for name in names} for _ in range(int(rng.integers(8, 40)))]
    for row in cells[1:-1]:
        row.update({name: "" for name in row if rng.random() < gaps})
    return cells


def write(cells: Cells, path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(cells[0]))
        writer.writeheader()
        writer.writerows(cells)


def said(*words: object) -> str:
    """What the command line prints."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as errors:
        code = treeclust([str(word) for word in words])
    assert code == 0, errors.getvalue()
    return out.getvalue()


def by_hand(answer: dict[str, Any], row: dict[str, str]) -> int:
    """The way of a row through the answer's JSON, by what it says of each feature and nothing else."""
    node = answer["tree"]
    while "cluster" not in node:
        value = value_of(answer["features"][node["place"]], row)
        node = node["left"] if value <= node["threshold"] else node["right"]
    return int(node["cluster"])


def value_of(feature: dict[str, Any], row: dict[str, str]) -> float:
    cell = row[feature["column"]]
    if cell == "":
        return float(feature["fill"])
    if feature["kind"] == "category":
        return float(cell == feature["category"])
    if feature["kind"] == "boolean":
        return float(cell == "yes")
    if feature["kind"] == "number":
        return float(cell)
    days = (exact_moment(cell, feature["column"]) - EPOCH) // MICROSECOND / DAY
    return float(math.floor(days)) if feature["whole_days"] else days


def told_of(seed: int, folder: Path) -> list[Told]:
    """What every form says of a random table, none if there is no such tree."""
    rng, gaps = np.random.default_rng([seed, 17]), GAPS * (seed % 2)
    cells = random_cells(rng, gaps)
    data, saved, columns = folder / "data.csv", folder / "answer.json", list(cells[0])
    write(cells, data)
    depth = int(rng.integers(1, 4))
    words = [
        "-k",
        rng.integers(2, 3 + (depth > 1)),
        "-d",
        depth,
        "--features",
        ",".join(columns),
        "--missing",
        "median",
    ]
    texts = [name for name in columns if name.startswith("category")]
    words += ["--text", ",".join(texts)] if texts else []
    objective = rng.choice(["md", "md-ms"])
    saved.write_text(said("solve", data, "--separator", ",", *words, "--objective", objective, "--json"))
    answer = json.loads(saved.read_text())
    if answer["tree"] is None:
        return []
    labels, tree = answer["labels"], from_json(Tree, answer["tree"], from_json(Recipe, answer).features)
    frame = read_table(data, separator=",")
    forms: dict[str, Callable[[], list[Any]]] = {
        "predict --json": lambda: json.loads(said("predict", saved, data, "--separator", ",", "--json"))["labels"],
        "predict, CSV": lambda: clusters_in(said("predict", saved, data, "--separator", ",")),
        "Python, cells of the file": lambda: numbers(by_python(tree, cells)),
        "Python, table as read": lambda: numbers(by_python(tree, frame.to_dict("records"))),
        "SQL in SQLite": lambda: numbers(by_sql(tree, frame)),
        "JSON by hand": lambda: [by_hand(answer, row) for row in cells],
    }
    if not gaps:
        forms["printed rules"] = lambda: by_rules(tree, cells)
    return [Told(form, tell() == labels) for form, tell in forms.items()]


def clusters_in(text: str) -> list[int]:
    return [int(row["cluster"]) for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))]


def numbers(names: list[str | None]) -> list[int | None]:
    number = {name: cluster for cluster, name in enumerate(named(range(len(NAMES) + 3)))}
    return [number.get(name) for name in names]


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    agreed, differed = Counter[str](), Counter[str]()
    solved = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in count():
            if solved == tables:
                break
            found = told_of(seed, Path(folder))
            solved += bool(found)
            agreed.update(one.form for one in found if one.agrees)
            wrong = [one.form for one in found if not one.agrees]
            differed.update(wrong)
            if wrong:
                print(f"seed {seed}: {', '.join(wrong)} differ")
    for form in agreed | differed:
        print(f"{form:26} {agreed[form]:5} tables agree, {differed[form]} differ")


if __name__ == "__main__":
    main()
