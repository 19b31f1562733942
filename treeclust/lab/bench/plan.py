"""Which problems a bench runs: the paper's datasets with its k and depth, and random links by its recipe."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.problem import Problem
from treeclust.lab.bench.made_tables import made_table
from treeclust.lab.random_links import random_links

SHAPES = {
    "iris": (3, 3), "wine": (3, 3), "seeds": (3, 3), "lsun": (3, 3), "target": (6, 4), "chainlink": (2, 3),
    "wingnut": (2, 3), "glass": (7, 4), "ionosphere": (2, 3), "spam": (2, 3), "libras": (15, 5),
}  # fmt: skip
"""k and depth of each dataset, as in the paper."""
ALL_SHAPES = SHAPES | {"breast_cancer": (2, 3)}
MADE_SHAPE = (2, 3)
SMALL = ("iris", "wine", "seeds", "lsun", "target", "chainlink", "wingnut")
EPSILON = 0.1


@dataclass(frozen=True)
class Case:
    """One problem of the bench."""

    dataset: str
    kappa: float
    seed: int
    objective: str

    @classmethod
    def of(cls, row: Mapping[str, str]) -> Case:
        """The case of a row of a CSV file."""
        return cls(row["dataset"], float(row["kappa"]), int(row["seed"]), row["objective"])

    def problem(self, folder: Path) -> Problem:
        """Built anew each time, so that no engine profits from what another has computed."""
        data = load(folder, self.dataset)
        assert data.known is not None
        k, depth = ALL_SHAPES.get(self.dataset, MADE_SHAPE)
        return Problem(data, k, depth, random_links(data.known, self.kappa, self.seed), EPSILON)


def cases(datasets: list[str], kappas: list[float], seeds: list[int], objectives: list[str]) -> Iterator[Case]:
    for name in datasets:
        if name not in ALL_SHAPES:
            raise InputError(f'The bench knows no dataset "{name}"; choose among {", ".join(ALL_SHAPES)}.')
        for kappa in kappas:
            for seed in seeds:
                for objective in objectives:
                    yield Case(name, kappa, seed, objective)


@lru_cache(maxsize=1)
def load(folder: Path, name: str) -> Dataset:
    """DATASET.csv with a header; the last column holds the known classes. Breast cancer comes with scikit-learn, made
    tables are made."""
    made = made_table(name)
    if made is not None:
        return made
    path = folder / f"{name}.csv"
    if name == "breast_cancer" and not path.exists():
        from sklearn.datasets import load_breast_cancer  # the server, which plans experiments, does without it

        table = load_breast_cancer()
        return Dataset.from_array(table.data, list(table.feature_names), table.target)
    if not path.exists():
        raise InputError(f"{path} does not exist; give the folder of the datasets with --data-dir.")
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    values = [[float(cell) for cell in row[:-1]] for row in rows[1:]]
    return Dataset.from_array(values, rows[0][:-1], [row[-1] for row in rows[1:]])
