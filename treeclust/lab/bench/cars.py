"""A table made by a seed that is like the well-known one of 392 cars: correlated measures, three origins."""

from __future__ import annotations

import numpy as np

from treeclust.core.dataset import Dataset

NAME = "cars-like"
ORIGINS = {"american": 245, "european": 68, "japanese": 79}
COLUMNS = ("mpg", "cylinders", "displacement", "horsepower", "weight", "acceleration", "year")


def cars_like(seed: int = 0) -> Dataset:
    """The larger the car, the more of everything but mileage; American ones are larger."""
    rng = np.random.default_rng(seed)
    origin = np.repeat(list(ORIGINS), list(ORIGINS.values()))
    american = origin == "american"
    size = np.clip(np.where(american, rng.normal(0.55, 0.27, len(origin)), rng.normal(0.2, 0.12, len(origin))), 0, 1)
    noise = rng.normal(0, 1, (len(origin), 4))
    year = rng.integers(70, 83, len(origin))
    cylinders = np.where(size < 0.4, 4, np.where(size < 0.65, 6, 8))
    displacement = np.round(70 + 370 * size + 15 * noise[:, 0])
    horsepower = np.round(50 + 150 * size + 14 * noise[:, 1])
    weight = np.round(1700 + 3000 * size + 170 * noise[:, 2])
    mpg = np.round(36 - 25 * size + 0.6 * (year - 76) + 2.5 * noise[:, 3], 1)
    acceleration = np.round(19 - 7 * size + rng.normal(0, 1.7, len(origin)), 1)
    table = np.column_stack([mpg, cylinders, displacement, horsepower, weight, acceleration, year])
    return Dataset.from_array(table, COLUMNS, origin)
