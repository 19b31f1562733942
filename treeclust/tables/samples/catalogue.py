"""The sample tables: what each is, what it teaches, and how every file is made again byte for byte."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.places import app_folder
from treeclust.tables.columns import ColumnChoice, ColumnKind, Missing, make_dataset
from treeclust.tables.reading import read_table
from treeclust.tables.samples.shapes import Row, customers, ell_and_blob, target_and_outliers, two_rings, two_wings

FOLDER = app_folder() / "sample_data"


@dataclass(frozen=True)
class Sample:
    """A table to start with. `k`, `depth`, `objective` and `min_rows` (None: what is usual for so many rows) are a good
    first question; `note` says what its answer shows; `texts` are the text columns to cluster by."""

    name: str
    title: str
    make: Callable[[], list[Row]]
    k: int
    depth: int
    note: str
    label: str = "label"
    id: str | None = None
    missing: Missing = "refuse"
    texts: tuple[str, ...] = ()
    objective: str = "md"
    min_rows: int | None = None

    @property
    def question(self) -> dict[str, Any]:
        """The first question, by the names of its parameters."""
        return {"k": self.k, "depth": self.depth, "objective": self.objective, "min_rows": self.min_rows}

    @property
    def file(self) -> str:
        return f"{self.name}.csv"

    @property
    def path(self) -> Path:
        return FOLDER / self.file

    @property
    def choice(self) -> ColumnChoice:
        kinds = dict.fromkeys(self.texts, ColumnKind.CATEGORY)
        return ColumnChoice(label=self.label, id=self.id, missing=self.missing, kinds=kinds)

    def load(self) -> Dataset:
        """The dataset of the file, by the suggested choice of columns."""
        return make_dataset(read_table(self.path), self.choice)

    def content(self) -> bytes:
        """The file as it is made from nothing."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(self.make())
        return text.getvalue().encode()


def iris() -> list[Row]:
    """Fisher's irises: 150 rows, 3 species."""
    return _from_scikit_learn("load_iris")


def wine() -> list[Row]:
    """Chemical analyses of wines of three growers: 178 rows."""
    return _from_scikit_learn("load_wine")


def _from_scikit_learn(loader: str) -> list[Row]:
    from sklearn import datasets  # a second of loading that only the making of the files needs

    bunch: Any = getattr(datasets, loader)()
    header = [
        str(name).replace("_", " ").capitalize().replace("Od280/od315", "OD280/OD315") for name in bunch.feature_names
    ]
    rows = [
        [f"{value:.10g}" for value in values] + [str(bunch.target_names[label]).replace("_", " ")]
        for values, label in zip(bunch.data, bunch.target, strict=True)
    ]
    return [[*header, "label"], *rows]


SAMPLES = (
    Sample(
        "iris", "Iris flowers", iris, 3, 2,
        "Two tests on the petals tell three species apart, almost as a botanist would.",
        objective="md-ms",
    ),
    Sample(
        "customers", "Customer segments", customers, 4, 2,
        "Text, dates, yes/no and missing values, as an analyst uploads them, and a tree that the sales team can read.",
        label="Segment", id="Customer ID", missing="drop", texts=("Area", "Plan"),
    ),
    Sample(
        "wine", "Wines of three growers", wine, 3, 3,
        "Many trees have the smallest diameter; the most compact of them brings out the growers without a single link.",
    ),
    Sample(
        "ell_and_blob", "An L with a blob", ell_and_blob, 3, 3,
        "Small diameters cut the long foot of the L in two; one link between its ends puts it together again.",
    ),
    Sample(
        "target_and_outliers", "A target with outliers", target_and_outliers, 6, 4,
        "The smallest diameter alone cuts the ring; asking for a wide split as well finds disc, ring and corners.",
        objective="md-ms", min_rows=1,
    ),
    Sample(
        "two_wings", "Two wings", two_wings, 2, 3,
        "Many trees share the smallest diameter; asking for a wide split as well puts the cut into the gap.",
    ),
    Sample(
        "two_rings", "Two interlocking rings", two_rings, 2, 3,
        "Too entangled for a shallow tree: with many links none is left, and one sees which links clash.",
    ),
)  # fmt: skip


def sample(name: str) -> Sample:
    for candidate in SAMPLES:
        if candidate.name == name:
            return candidate
    raise InputError(f'There is no sample "{name}"; choose one of {", ".join(each.name for each in SAMPLES)}.')


def write_samples(folder: Path = FOLDER) -> None:
    """Make every sample file again."""
    for each in SAMPLES:
        (folder / each.file).write_bytes(each.content())
