"""The parameters of the estimator as one question: plain numbers, whatever kind of number they were given as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.links import Links
from treeclust.core.problem import Problem
from treeclust.core.question import Question
from treeclust.core.rules import TreeRules
from treeclust.core.soft_links import SoftLink
from treeclust.core.wishes import Wishes

Name = str | int
"""A feature by its name, or by its place."""
FEWEST = 2
"""Clusters that a problem can have; a single one is answered without it."""


def question_of(
    model: Any, dataset: Dataset, names: Sequence[str], links: Links, soft: tuple[SoftLink, ...], distances: Any
) -> Question:
    """What a model asks about a dataset whose columns have these names."""
    p = {name: plain(value) for name, value in model.get_params(deep=False).items()}
    k, k_min = p["n_clusters"], p["min_clusters"]
    if k == 1:  # the problem of up to two clusters, of which the only answer with one is taken
        k, k_min = FEWEST, 1
    root = None if p["root_feature"] is None else name_of(p["root_feature"], names)
    rules = TreeRules((), root, p["max_columns"], p["max_leaf_nodes"], bool(p["once_per_path"]))
    problem = Problem(
        with_roles(dataset, names, p["feature_weights"], p["split_features"]), k, p["depth"], links, p["epsilon"],
        k_min, p["metric"], p["min_cluster_size"], p["max_cluster_size"], p["min_samples_leaf"], p["max_diameter"],
        p["min_split"], rules, distances,
    )  # fmt: skip
    return Question(
        problem,
        p["objective"],
        soft,
        Wishes(p["prefer"], p["slack"], seed_of(p["random_state"]), assume=bool(p["assume"])),
    )


def plain(value: Any) -> Any:
    """A number of numpy as Python's own; anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def seed_of(state: Any) -> int:
    """A number, nothing, or one of numpy's generators, which gives a number."""
    if isinstance(state, np.random.RandomState):
        return int(state.randint(2**31 - 1))
    if isinstance(state, np.random.Generator):
        return int(state.integers(2**31 - 1))
    return 0 if state is None else int(state)


def with_roles(dataset: Dataset, names: Sequence[str], weights: Any, split: Sequence[Name] | None) -> Dataset:
    """The features with their weights, and which of them tests may ask about."""
    if isinstance(weights, pd.Series):
        weights = weights.to_dict()
    if weights is not None and not isinstance(weights, Mapping):
        if len(weights) != len(names):
            raise InputError(f"There are {len(weights)} feature weights for {len(names)} features; give one for each.")
        weights = dict(zip(names, weights, strict=True))
    given = {name_of(name, names): float(weight) for name, weight in (weights or {}).items()}
    asked = None if split is None else {name_of(name, names) for name in split}
    return dataset if not given and asked is None else dataset.with_roles(given, asked)


def seconds_of(limit: Any) -> float | None:
    """A time limit; None is as long as it takes."""
    value = plain(limit)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise InputError(f"time_limit = {value} is out of range: choose a number of seconds above 0, or None.")
    return float(value)


def name_of(name: Name, names: Sequence[str]) -> str:
    """The name of a feature that was given by name or place."""
    if isinstance(name, (int, np.integer)) and 0 <= name < len(names):
        return names[int(name)]
    if name in names:
        return str(name)
    raise InputError(f'There is no feature "{name}"; the features are {", ".join(names[:12])}.')
