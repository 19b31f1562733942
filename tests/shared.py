"""The paper's datasets and the authors' own runs, when TREECLUST_SHARED names the folder that holds them."""

from __future__ import annotations

import csv
import os
from pathlib import Path

from sklearn.datasets import load_iris, load_wine

from treeclust.core.dataset import Dataset
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import read_table

FOLDER = os.environ.get("TREECLUST_SHARED")
Run = dict[str, str]

WITHOUT_FOLDER = [
    {"dataset": "iris", "objective": "md", "status": "optimal", "md": "90.477898736", "ms": "4.382579179"},
    {"dataset": "iris", "objective": "md-ms", "status": "optimal", "md": "90.477898736", "ms": "10.34598494"},
    {"dataset": "wine", "objective": "md", "status": "optimal", "md": "160.242049449", "ms": "23.991190919"},
    {"dataset": "wine", "objective": "md-ms", "status": "optimal", "md": "191.25814269", "ms": "73.565950589"},
]
"""What the authors' program answers without links on the two datasets that scikit-learn brings along."""
DEFAULTS = {"k": "3", "depth": "3", "epsilon": "0.1", "kappa": "0.0", "seed": "1", "links": ""}


def runs() -> list[Run]:
    """Every run of the authors' program that can be repeated here."""
    if FOLDER is None:
        return [DEFAULTS | run for run in WITHOUT_FOLDER]
    with (Path(FOLDER) / "reference" / "runs.csv").open() as file:
        return list(csv.DictReader(file))


def name_of(run: Run) -> str:
    return "-".join([run["dataset"], run["kappa"], run["seed"], run["objective"]])


def dataset_of(name: str) -> Dataset:
    if FOLDER is None:
        bunch = {"iris": load_iris, "wine": load_wine}[name]()
        return Dataset.from_array(bunch.data, bunch.feature_names, bunch.target)
    return make_dataset(read_table(Path(FOLDER) / "data" / f"{name}.csv"), ColumnChoice(label="label"))


def problem_of(run: Run) -> Problem:
    links = Links()
    if FOLDER is not None and run["links"]:
        links = Links.from_csv((Path(FOLDER) / "reference" / "links" / run["links"]).read_text())
    return Problem(dataset_of(run["dataset"]), int(run["k"]), int(run["depth"]), links, float(run["epsilon"]))
