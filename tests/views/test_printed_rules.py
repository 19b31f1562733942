"""Rules as they are printed, and every form they leave the house in, against the rows of random tables."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from tests.views.test_export_code import by_python, by_sql, named
from treeclust.core.codec import from_json
from treeclust.core.dataset import Dataset, Feature, FeatureKind
from treeclust.core.result import Result, Status
from treeclust.core.tree import Solution, Tree, grow
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.new_rows import Recipe, place_rows
from treeclust.tables.reading import read_table
from treeclust.views.export_json import result_json

TABLES, ROWS, DEPTH, CLUSTERS = 1000, 14, 3, 4
Rng = np.random.Generator
Cell = Callable[[], str]


def kinds_of_cells(rng: Rng) -> dict[str, Cell]:
    """Ways to fill a column; many values lie close together, where rounding would show."""
    base = float(rng.choice([0.0, 1.0, -3.0, 100006.0, 123456789.0, 1e-9]))
    day = datetime.datetime(int(rng.integers(1900, 2100)), 1, 1)

    def after(most: int, **unit: int) -> datetime.datetime:
        return day + int(rng.integers(0, most)) * datetime.timedelta(**unit)

    sure = iter([day + datetime.timedelta(days=24)])  # a 25th shows which number is the month, for the whole column

    return {
        "digits": lambda: repr(float(rng.normal()) * 10.0 ** int(rng.integers(-3, 4))),
        "cents": lambda: f"{base + int(rng.integers(0, 30)) / 100:.2f}",
        "close": lambda: repr(float(base + int(rng.integers(0, 9)) * np.spacing(base or 1.0))),
        "tiny": lambda: repr(float(rng.integers(-9, 9)) * 10.0 ** int(rng.integers(-310, -300))),
        "huge": lambda: repr(float(rng.normal()) * 10.0 ** int(rng.integers(290, 300))),
        "whole": lambda: str(int(rng.integers(-5, 6))),
        "large whole": lambda: str(int(rng.choice([-1, 1])) * (2**53 + int(rng.integers(0, 12)))),
        "larger whole": lambda: str(2**58 + int(rng.integers(0, 500))),
        "days": lambda: after(60, days=1).date().isoformat(),
        "German": lambda: after(60, days=1).strftime("%d.%m.%Y"),
        "short German": lambda: "{0.day}.{0.month}.{0.year} {0.hour}:{0.minute:02}".format(after(900, hours=1)),
        "British": lambda: "{0.day}/{0.month}/{0.year}".format(next(sure, after(60, days=1))),
        "American": lambda: next(sure, after(900, hours=1)).strftime("%m/%d/%Y %H:%M"),
        "short American": lambda: "{0.month}-{0.day}-{0.year}".format(next(sure, after(60, days=1))),
        "Japanese": lambda: after(60, days=1).strftime("%Y/%m/%d"),
        "short ISO": lambda: "{0.year}-{0.month}-{0.day}".format(after(60, days=1)),
        "points": lambda: "{0.year}.{0.month}.{0.day}  {0.hour}:{0.minute:02}:07".format(after(900, hours=1)),
        "UTC": lambda: after(9, milliseconds=1).isoformat("T", "milliseconds") + "Z",
        "billionths": lambda: after(9, microseconds=1).isoformat(" ", "microseconds") + f"{rng.integers(0, 1000):03}",
        "minutes": lambda: after(3000, minutes=1).isoformat(" ", "minutes"),
        "seconds": lambda: after(200_000, seconds=1).isoformat("T"),
        "thousandths": lambda: after(20, milliseconds=1).isoformat(" ", "milliseconds"),
        "millionths": lambda: after(20, microseconds=1).isoformat(" ", "microseconds"),
        "yes or no": lambda: str(rng.choice(["yes", "no"])),
        "category": lambda: str(rng.choice(["red", "it's", "blue ≤ 3", "9 to 5"])),
    }


def random_table(rng: Rng, gaps: float) -> tuple[list[dict[str, str]], pd.DataFrame]:
    """The cells as the file has them, and as they are read; a share is missing, not in the first and last row."""
    ways = kinds_of_cells(rng)
    names = [str(name) for name in rng.permutation(list(ways))[: int(rng.integers(2, 5))]]
    cells = [{name: ways[name]() for name in names} for _ in range(ROWS)]
    for row in cells[1:-1]:
        row.update({name: "" for name in names if rng.random() < gaps})
    columns = {f"{name} column": ways[name] for name in names}
    cells = [{f"{name} column": cell for name, cell in row.items()} for row in cells]
    file = io.StringIO()
    writer = csv.DictWriter(file, list(columns))
    writer.writeheader()
    writer.writerows(cells)
    return cells, read_table(file.getvalue().encode(), "table.csv")


def random_solution(dataset: Dataset, rng: Rng) -> Solution:
    """Random cuts between neighbouring values, thresholds as for every tree that is solved for."""
    feature = rng.integers(0, len(dataset.features), 2**DEPTH)
    cut = [rng.choice(np.unique(dataset.values[:, j])) for j in feature]
    cluster = rng.integers(0, CLUSTERS, 2 ** (DEPTH + 1))
    return grow(
        dataset,
        DEPTH,
        lambda t: int(feature[t]),
        lambda t, rows: dataset.values[rows, feature[t]] <= cut[t],
        lambda t: int(cluster[t]),
    )


def holds(condition: str, features: tuple[Feature, ...], cells: dict[str, str]) -> bool:
    """A printed condition, read back and asked of a row of the file, without rounding."""
    for feature in features:
        name, cell = re.escape(feature.column), cells[feature.column]
        if feature.kind in (FeatureKind.BOOLEAN, FeatureKind.CATEGORY):
            if match := re.fullmatch(f"{name} ([=≠]) (.+)", condition):
                return (cell == match[2]) == (match[1] == "=")
        elif match := re.fullmatch(f"(?:(.+) < )?{name}(?: > (.+))?(?: ≤ (.+))?", condition):
            above, up_to = match[1] or match[2], match[3]
            order = moments_in_order if feature.kind is FeatureKind.DATE else numbers_in_order
            name = feature.column
            return (not above or not order(cell, above, name)) and (not up_to or order(cell, up_to, name))
    raise AssertionError(f"{condition} cannot be read")


def numbers_in_order(cell: str, limit: str, column: str) -> bool:
    return Fraction(cell) <= Fraction(limit)


def moments_in_order(cell: str, limit: str, column: str) -> bool:
    """Up to a day includes its evening; up to a moment does not go beyond it."""
    moment = exact_moment(cell, column)
    if len(limit) == len("2024-01-31"):
        return moment.date() <= datetime.date.fromisoformat(limit)
    return moment <= datetime.datetime.fromisoformat(limit)


def exact_moment(text: str, column: str) -> datetime.datetime:
    """As the column writes it; a time of day goes as far as millionths."""
    day, *clock = text.removesuffix("Z").replace("T", " ").split()
    numbers = [int(number) for number in re.split(r"[-/.]", day)]
    if "American" in column:
        month, number, year = numbers
    elif "German" in column or "British" in column:
        number, month, year = numbers
    else:
        year, month, number = numbers
    time = (
        datetime.time.fromisoformat(clock[0].zfill(len(clock[0]) + (clock[0][1] == ":"))) if clock else datetime.time()
    )
    return datetime.datetime.combine(datetime.date(year, month, number), time)


def by_rules(tree: Tree, cells: list[dict[str, str]]) -> list[int]:
    """The one rule that holds for each row."""
    labels = []
    for row in cells:
        held = [rule for rule in tree.rules() if all(holds(c, tree.features, row) for c in rule.conditions)]
        assert len(held) == 1, (row, [str(rule) for rule in tree.rules()])
        labels.append(held[0].cluster)
    return labels


def by_file(solution: Solution, dataset: Dataset, frame: pd.DataFrame) -> list[int]:
    """The downloaded answer, read back, on the table as new rows."""
    result = Result(Status.FEASIBLE, "md", "fast", "0", 0.0, solution=solution)
    data = json.loads(result_json(result, {}, solution.tree, dataset))
    recipe = from_json(Recipe, data)
    return place_rows(from_json(Tree, data["tree"], recipe.features), recipe, frame).labels.tolist()


@pytest.mark.parametrize("seed", range(TABLES // 50))
def test_every_form_of_the_rules_gives_the_labels_of_every_row(seed):
    """Printed, as Python, as SQL and as JSON: all say of every row of the file what the tree says, however the file
    writes its dates."""
    for number in range(50):
        rng = np.random.default_rng([seed, number])
        cells, frame = random_table(rng, gaps=0.0)
        dataset = make_dataset(frame, ColumnChoice(features=tuple(frame.columns)))
        solution = random_solution(dataset, rng)
        labels = solution.labels.tolist()
        assert solution.tree is not None
        assert by_rules(solution.tree, cells) == labels
        assert by_python(solution.tree, frame.to_dict("records")) == named(labels)
        assert by_python(solution.tree, cells) == named(labels)
        assert by_sql(solution.tree, frame) == named(labels)
        assert by_file(solution, dataset, frame) == labels


@pytest.mark.parametrize("seed", range(10))
def test_gaps_that_were_filled_are_filled_again(seed):
    """With --missing median every form of the rules finds the cluster of every row, also of those with gaps."""
    filled = 0
    for number in range(25):
        rng = np.random.default_rng([seed, number, 7])
        cells, frame = random_table(rng, gaps=0.2)
        dataset = make_dataset(frame, ColumnChoice(features=tuple(frame.columns), missing="median"))
        solution = random_solution(dataset, rng)
        labels = solution.labels.tolist()
        assert by_file(solution, dataset, frame) == labels
        assert by_python(solution.tree, frame.to_dict("records")) == named(labels)
        assert by_python(solution.tree, cells) == named(labels)
        assert by_sql(solution.tree, frame) == named(labels)
        filled += sum("filled" in note for note in dataset.notes)
    assert filled
