"""Tables as people have them, made from a seed: text and gaps, one column, many columns, whole numbers, dates."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

import numpy as np

Lines = Iterable[Sequence[object]]


def penguins(rows: int = 333) -> str:
    """Three kinds of birds on three islands: text, four measures, a few gaps."""
    rng = np.random.default_rng(3)
    kinds = (("Adelie", 38.8, 18.3, 190, 3700), ("Chinstrap", 48.8, 18.4, 196, 3730), ("Gentoo", 47.5, 15.0, 217, 5080))
    islands = ("Torgersen", "Biscoe", "Dream")
    lines = []
    for i in range(rows):
        name, bill, depth, flipper, mass = kinds[int(rng.choice(3, p=(0.44, 0.2, 0.36)))]
        sex = ("female", "male")[int(rng.integers(2))]
        more = 1.04 if sex == "male" else 0.96
        measures = [
            round(bill * more + rng.normal(0, 2.0), 1),
            round(depth * more + rng.normal(0, 0.7), 1),
            int(flipper * (1 + (more - 1) / 2) + rng.normal(0, 5)),
            int((mass * more + rng.normal(0, 280)) / 25) * 25,
        ]
        if i in (7, 130):
            measures = [""] * 4
        lines.append([name, islands[int(rng.integers(3))], *measures, "" if i % 40 == 9 else sex, 2007 + i % 3])
    head = ["species", "island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "sex", "year"]
    return written(head, lines)


def cars(rows: int = 392) -> str:
    """Measures beside counts and origin as text, each car with a name."""
    rng = np.random.default_rng(4)
    lines = []
    for i in range(rows):
        cylinders = int(rng.choice((4, 6, 8), p=(0.52, 0.22, 0.26)))
        weight = int(1200 + 330 * cylinders + rng.normal(0, 250))
        power = int(20 * cylinders + rng.normal(0, 14))
        mpg = round(46 - weight / 150 + rng.normal(0, 2.5), 1)
        origin = ("usa", "europe", "japan")[int(rng.choice(3))] if cylinders == 4 else "usa"
        lines.append([f"car {i}", mpg, cylinders, weight, power, 70 + i % 13, origin])
    return written(["name", "mpg", "cylinders", "weight", "horsepower", "model_year", "origin"], lines)


def cells(rows: int = 569) -> str:
    """Thirty measures that say much the same, and a column that gives the answer away."""
    rng = np.random.default_rng(5)
    bad = rng.random(rows) < 0.37
    size = rng.normal(0, 1, rows) + 2.2 * bad
    head = ["id", "diagnosis", *(f"{name} {what}" for what in ("mean", "error", "worst") for name in MEASURES)]
    lines = []
    for i in range(rows):
        measures = [round(float(10 + 2 * size[i] + rng.normal(0, 1.0)), 3) for _ in range(30)]
        lines.append([842_000 + i, "M" if bad[i] else "B", *measures])
    return written(head, lines)


MEASURES = [
    "radius",
    "texture",
    "perimeter",
    "area",
    "smoothness",
    "compactness",
    "concavity",
    "points",
    "symmetry",
    "dimension",
]


def weather(days: int = 1_461) -> str:
    """Four years, day by day: a date, measures with a season, a kind of weather as text."""
    rng = np.random.default_rng(6)
    lines = []
    for i in range(days):
        warm = 16 - 10 * np.cos(2 * np.pi * i / 365.25) + rng.normal(0, 3)
        rain = round(max(0.0, float(rng.normal(-2 if warm > 16 else 2, 5))), 1)
        kind = "rain" if rain > 0 else ("sun" if rng.random() < 0.7 else "fog")
        day = date(2012, 1, 1) + timedelta(days=i)
        lines.append([day.isoformat(), rain, round(warm, 1), round(warm - rng.uniform(3, 9), 1), kind])
    return written(["date", "precipitation", "temp_max", "temp_min", "weather"], lines)


def one_column(rows: int = 120) -> str:
    """A single measure with three humps."""
    rng = np.random.default_rng(7)
    return written(["waiting"], [[round(float(rng.normal((50, 65, 80)[i % 3], 2)), 1)] for i in range(rows)])


def two_columns(rows: int = 272) -> str:
    """How long one waits for a geyser, and how long it lasts then."""
    rng = np.random.default_rng(12)
    long = rng.random(rows) < 0.64
    lasts = np.where(long, rng.normal(4.3, 0.4, rows), rng.normal(2.0, 0.3, rows))
    waits = np.where(long, rng.normal(80, 6, rows), rng.normal(54, 6, rows))
    return written(
        ["eruptions", "waiting"], [[round(float(a), 3), round(float(b))] for a, b in zip(lasts, waits, strict=True)]
    )


def sixty_columns(rows: int = 200) -> str:
    rng = np.random.default_rng(8)
    middle = rng.normal(0, 3, (4, 60))
    lines = [[round(float(v), 3) for v in middle[i % 4] + rng.normal(0, 1, 60)] for i in range(rows)]
    return written([f"sensor {j + 1}" for j in range(60)], lines)


def survey(rows: int = 600) -> str:
    """Answers from 1 to 5 only: many rows are equal in any two columns."""
    rng = np.random.default_rng(9)
    taste = rng.integers(0, 3, rows)
    lines = [[int(np.clip(rng.normal(1.5 + 1.2 * taste[i], 0.9), 1, 5)) for _ in range(5)] for i in range(rows)]
    return written(["service", "price", "quality", "speed", "again"], lines)


def yes_and_no(rows: int = 200) -> str:
    """Nothing but text and yes or no."""
    rng = np.random.default_rng(10)
    lines = [
        [("red", "green", "blue")[int(rng.integers(3))], ("S", "M", "L", "XL")[int(rng.integers(4))], "yn"[i % 2]]
        for i in range(rows)
    ]
    return written(["colour", "size", "sold"], lines)


def five_thousand(rows: int = 5_000) -> str:
    """Named rows in five groups of three measures."""
    rng = np.random.default_rng(11)
    middle = rng.uniform(0, 100, (5, 3))
    lines = [[f"shop {i:05}", *(round(float(v), 2) for v in middle[i % 5] + rng.normal(0, 4, 3))] for i in range(rows)]
    return written(["shop", "turnover", "staff", "area"], lines)


def written(head: Sequence[str], lines: Lines) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return out.getvalue()


TABLES: dict[str, Callable[[], str]] = {
    "penguins": penguins,
    "cars": cars,
    "cells": cells,
    "weather": weather,
    "one_column": one_column,
    "two_columns": two_columns,
    "sixty_columns": sixty_columns,
    "survey": survey,
    "yes_and_no": yes_and_no,
    "five_thousand": five_thousand,
}
