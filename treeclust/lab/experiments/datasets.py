"""Where the paper's datasets come from: a folder, scikit-learn, our own shapes, or the UCI repository."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import read_table
from treeclust.tables.samples import sample

LABEL = "label"
QUICK = ("iris", "lsun", "seeds", "wine", "wingnut", "chainlink", "target")
HARD = ("glass", "ionosphere", "spam", "libras")
ORDER = (*QUICK, *HARD)
"""Quick ones first, so that a run that is stopped early has whole rows of the table."""
FROM_SCIKIT_LEARN = ("iris", "wine")
OWN_SHAPES = {
    "lsun": "ell_and_blob", "target": "target_and_outliers", "wingnut": "two_wings", "chainlink": "two_rings",
}  # fmt: skip
"""Tables of our own that resemble the four of the Fundamental Clustering Problems Suite."""
UCI_NUMBERS = {
    "iris": 53, "wine": 109, "glass": 42, "ionosphere": 52, "seeds": 236, "libras": 181, "spam": 94,
}  # fmt: skip
OWN_SHAPE = "own shape"


@dataclass(frozen=True)
class Source:
    """Where to look: `folder` first, if there is one; else, if `uci` is set, the UCI repository for its tables."""

    folder: str | None = None
    uci: bool = False


@dataclass(frozen=True, eq=False)
class Loaded:
    """`origin` says in two words where the table came from."""

    dataset: Dataset
    origin: str


@lru_cache(maxsize=4)
def load(name: str, source: Source) -> Loaded:
    """The dataset with its known labels; InputError with what to do if this source does not have it."""
    if source.folder is not None:
        return Loaded(from_folder(Path(source.folder), name), "data folder")
    if source.uci and name in UCI_NUMBERS:
        return Loaded(from_uci(name), "UCI")
    if name in FROM_SCIKIT_LEARN:
        return Loaded(sample(name).load(), "scikit-learn")
    if name in OWN_SHAPES:
        return Loaded(sample(OWN_SHAPES[name]).load(), OWN_SHAPE)
    if name in UCI_NUMBERS:
        raise InputError(f"{name} is not part of TreeClust; give --data-dir DIR with {name}.csv, or --uci.")
    raise InputError(f'There is no dataset "{name}"; choose among {", ".join(ORDER)}, or give --data-dir.')


def from_folder(folder: Path, name: str) -> Dataset:
    """NAME.csv with a header and a column `label`."""
    path = folder / f"{name}.csv"
    if not path.is_file():
        raise InputError(f"{path} does not exist; --data-dir must hold one CSV file for each dataset.")
    table = read_table(path)
    if LABEL not in table.columns:
        raise InputError(f'{path} has no column "{LABEL}"; the known classes are needed to draw links and to score.')
    return make_dataset(table, ColumnChoice(label=LABEL))


def from_uci(name: str) -> Dataset:
    """Through the repository's own client, which asks the network."""
    try:
        from ucimlrepo import fetch_ucirepo
    except ImportError:
        raise InputError("--uci needs the package ucimlrepo; install it, or give --data-dir.") from None
    try:
        bunch = fetch_ucirepo(id=UCI_NUMBERS[name])
    except Exception as error:  # the client raises whatever its download raises
        raise InputError(f"The UCI repository cannot be reached for {name} ({error}); give --data-dir.") from None
    features = bunch.data.features
    known = bunch.data.targets.to_numpy()[:, 0].astype(str)
    return Dataset.from_array(features.to_numpy(dtype=np.float64), [str(column) for column in features.columns], known)
