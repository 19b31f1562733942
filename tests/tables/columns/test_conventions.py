"""What version 0.1 made of a table is made again of its choice; new choices follow the new convention."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

from treeclust.core.codec import from_json, to_json
from treeclust.core.problem import Problem
from treeclust.tables.columns import ColumnChoice, make_dataset

MADE_BEFORE = Path(__file__).parents[2] / "fixtures" / "version_0_1" / "datasets.json"
ISLANDS = pd.DataFrame(
    {"x": [0.0, 1, 2, 9], "y": [5.0, 1, 1, 3], "twin": [0.0, 1, 2, 9], "island": ["east", "west", "west", "east"]}
)


def test_choices_of_version_0_1_give_its_datasets():
    """80 tables of every kind, with the names and fingerprints that its code computed."""
    for made in json.loads(MADE_BEFORE.read_text(encoding="utf-8")):
        frame = pd.DataFrame({name: pd.Series(cells, dtype=object) for name, cells in made["columns"].items()})
        dataset = make_dataset(frame, from_json(ColumnChoice, made["choice"]))
        assert [feature.name for feature in dataset.features] == made["features"]
        assert dataset.hash == made["hash"]
        assert {(feature.weight, feature.split, feature.one_hot) for feature in dataset.features} == {
            (1.0, True, False)
        }


def test_a_choice_without_a_convention_is_of_the_first():
    """As it was written before there were any; what is written now says its own."""
    assert from_json(ColumnChoice, {}).convention == 1
    assert from_json(ColumnChoice, to_json(ColumnChoice())).convention == ColumnChoice().convention == 2


def test_the_conventions_differ_where_they_should():
    """Text and the second of two equal columns: clustered by and left out then, set aside and measured now."""
    old, new = (make_dataset(ISLANDS, ColumnChoice(convention=number)) for number in (1, 2))
    assert [feature.name for feature in old.features] == ["x", "y", "island = east", "island = west"]
    assert [feature.name for feature in new.features] == ["x", "y", "twin"]
    both = tuple(ISLANDS.columns)
    old, new = (Problem(make_dataset(ISLANDS, ColumnChoice(both, convention=number)), 2, 2) for number in (1, 2))
    x, y = 100 * 8 / 9, 50.0  # rows 1 and 3 differ by so much, and in their islands
    assert np.isclose(old.distances[4], np.sqrt(x**2 + y**2 + 2 * 100**2))
    assert np.isclose(new.distances[4], np.sqrt(2 * x**2 + y**2 + 100**2))


def test_a_new_fingerprint_where_distances_differ():
    """Roles and weights are part of the fingerprint; data without them keeps the one it had."""
    plain, names = ColumnChoice(("x", "y")), ("x", "y")
    choices = [plain, ColumnChoice(names, weights={"x": 2}), ColumnChoice(names, split=("x",))]
    hashes = {make_dataset(ISLANDS, choice).hash for choice in choices}
    assert len(hashes) == 3
    assert make_dataset(ISLANDS, ColumnChoice(("x", "y"), convention=1)).hash in hashes
