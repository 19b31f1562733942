"""Tables made from a seed: four shapes that are hard for most clustering methods, and a list of customers."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Row = list[str]


def ell_and_blob(seed: int = 1) -> list[Row]:
    """The foot and the upright of an L, and a round blob in its corner: 400 rows, 3 clusters."""
    random = np.random.default_rng(seed)
    foot = random.uniform([0.0, 0.0], [4.0, 1.0], (200, 2))
    upright = random.uniform([0.0, 1.6], [0.9, 5.0], (100, 2))
    blob = np.add(_disc(random, 100, 0.0, 0.95), (2.9, 3.3))
    return _table("x,y", {"foot": foot, "upright": upright, "blob": blob}, random)


def target_and_outliers(seed: int = 2) -> list[Row]:
    """A disc inside a ring, and a few rows in each far corner: 770 rows, 6 clusters."""
    random = np.random.default_rng(seed)
    clusters = {"disc": _disc(random, 380, 0.0, 0.5), "ring": _disc(random, 370, 1.5, 1.9)}
    for name, centre in {"SW": (-3, -3), "NW": (-3, 3), "NE": (3, 3), "SE": (3, -3)}.items():
        clusters[name] = random.uniform(-0.06, 0.06, (5, 2)) + centre
    return _table("x,y", clusters, random)


def two_wings(seed: int = 3) -> list[Row]:
    """Two wings along a narrow gap, each dense at its own end of it: 1000 rows, 2 clusters."""
    random = np.random.default_rng(seed)
    wings = {}
    for name, side in (("left", -1.0), ("right", 1.0)):
        across, along = random.beta(1.0, 1.6, 500), random.beta(1.0, 1.6, 500)
        wings[name] = np.column_stack([side * (0.12 + 2.0 * across), 1.5 + side * (1.5 - 3.0 * along)])
    return _table("x,y", wings, random)


def two_rings(seed: int = 4) -> list[Row]:
    """Two rings that hang in each other like the links of a chain: 1000 rows in space, 2 clusters."""
    random = np.random.default_rng(seed)
    lying, standing = (_disc(random, 500, 0.93, 1.07) for _ in range(2))
    thick = random.uniform(-0.07, 0.07, (2, 500))
    one = np.column_stack([lying, thick[0]])
    two = np.column_stack([thick[1], standing[:, 0] + 1.0, standing[:, 1]])
    return _table("x,y,z", {"lying": one, "standing": two}, random)


def _disc(random: np.random.Generator, n: int, inner: float, outer: float) -> Floats:
    """Points spread evenly between two circles around the origin."""
    angle = random.uniform(0.0, 2.0 * np.pi, n)
    radius = np.sqrt(random.uniform(inner**2, outer**2, n))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _table(names: str, clusters: dict[str, Floats], random: np.random.Generator) -> list[Row]:
    """A header, then the rows in random order, so that the order tells nothing."""
    rows = [[f"{value:.4f}" for value in point] + [name] for name, points in clusters.items() for point in points]
    return [[*names.split(","), "label"], *(rows[i] for i in random.permutation(len(rows)))]


@dataclass(frozen=True)
class Segment:
    """Customers of one kind: shares of areas and of newsletter readers, first and last year, else mean and spread."""

    name: str
    size: int
    areas: dict[str, float]
    plan: str
    age: tuple[float, float]
    spend: tuple[float, float]
    orders: tuple[float, float]
    joined: tuple[int, int]
    newsletter: float


SEGMENTS = (
    Segment("Students", 90, {"City": 1.0}, "Basic", (22, 1.8), (310, 60), (14, 3), (2023, 2024), 0.8),
    Segment("Families", 85, {"Suburb": 0.9, "City": 0.1}, "Plus", (41, 4), (1450, 190), (31, 4), (2019, 2022), 0.8),
    Segment("Retired", 65, {"Suburb": 0.5, "Country": 0.5}, "Basic", (70, 4), (620, 110), (9, 2), (2016, 2019), 0.2),
    Segment("Firms", 60, {"City": 0.8, "Suburb": 0.2}, "Business", (46, 5), (3300, 260), (40, 4), (2018, 2021), 0.2),
)  # fmt: skip
CUSTOMER_COLUMNS = (
    "Customer ID", "Area", "Plan", "Customer since", "Newsletter", "Age (years)", "Annual spend (EUR)",
    "Orders per year", "Segment",
)  # fmt: skip
GAPS = {"Age (years)": 4, "Annual spend (EUR)": 3, "Area": 2}
"""How many cells of each column are left empty, as in a table that people have filled in."""


def customers(seed: int = 5) -> list[Row]:
    """A customer list as an analyst would upload it: text, a date, yes/no, numbers with units, and a few gaps."""
    random = np.random.default_rng(seed)
    kinds = [segment for segment in SEGMENTS for _ in range(segment.size)]
    rows = [_customer(kinds[i], random) for i in random.permutation(len(kinds))]
    for number, row in enumerate(rows, start=1):
        row[0] = f"C{number:04d}"
    for column, count in GAPS.items():
        for i in random.choice(len(rows), count, replace=False):
            rows[i][CUSTOMER_COLUMNS.index(column)] = ""
    return [list(CUSTOMER_COLUMNS), *rows]


def _customer(kind: Segment, random: np.random.Generator) -> Row:
    first, last = (datetime.date(year, 1, 1).toordinal() for year in (kind.joined[0], kind.joined[1] + 1))
    return [
        "",
        str(random.choice(list(kind.areas), p=list(kind.areas.values()))),
        kind.plan,
        datetime.date.fromordinal(int(random.integers(first, last))).isoformat(),
        "yes" if random.random() < kind.newsletter else "no",
        str(round(_near(kind.age, random))),
        f"{_near(kind.spend, random):.2f}",
        str(max(1, round(_near(kind.orders, random)))),
        kind.name,
    ]


def _near(middle: tuple[float, float], random: np.random.Generator) -> float:
    """A normal draw without far outliers."""
    mean, spread = middle
    return mean + spread * float(np.clip(random.normal(), -2.0, 2.0))
