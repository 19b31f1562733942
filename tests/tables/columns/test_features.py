"""Columns become features that read as a person would say it."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd

from tests.tables.columns.made import BOOLEAN, CATEGORY, MIXED, TEXT, TEXT_TOO, table
from treeclust.core.codec import from_json, to_json
from treeclust.core.dataset import Feature, FeatureKind
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.tables.reading import read_table


def test_numbers_are_taken_as_they_are():
    """Every numeric column but the label column is a feature, in column order, in original units."""
    data = make_dataset(table("b,a,label\n1,10,x\n2,30,y\n4,20,y\n"), ColumnChoice(label="label"))
    assert [feature.name for feature in data.features] == ["b", "a"]
    np.testing.assert_array_equal(data.values, [[1, 10], [2, 30], [4, 20]])
    assert (data.features[0].low, data.features[0].high) == (1.0, 4.0)
    assert data.summary == "3 rows × 2 features, 2 known labels"


def test_columns_become_features_by_kind():
    """Text gives one feature per category, dates count days, yes is 1; each reads as a person would say it."""
    full = make_dataset(MIXED, ColumnChoice(label="class", id="id", missing="median", kinds=TEXT_TOO))
    assert [f.name for f in full.features] == ["size", "colour = blue", "colour = red", "when", "ok"]
    assert full.values[1].tolist() == [2.5, 1.0, 0.0, 19725.0, 1.0]
    when, ok, red = full.features[3], full.features[4], full.features[2]
    assert when.condition(None, 19724.0) == "when ≤ 2024-01-02"
    assert ok.condition(0.5, None) == "ok = yes"
    assert red.condition(None, 0.5) == "colour ≠ red"
    assert red.condition(0.5, None) == "colour = red"
    assert full.row_names == ("11", "12", "13", "14")


def test_dates_without_a_time_are_split_between_days():
    """A threshold halfway between two days reads as the earlier day; where times matter it keeps its time."""
    days = make_dataset(table("when\n2024-01-01\n2024-01-02\n")).features[0]
    assert days.condition(None, 19723.5) == "when ≤ 2024-01-01"
    assert days.condition(19723.5, None) == "when > 2024-01-01"
    assert from_json(Feature, json.loads(json.dumps(to_json(days)))) == days
    times = make_dataset(read_table(b"when,x\n2024-01-01 00:00,1\n2024-01-02 18:00,2\n")).features[0]
    assert times.condition(None, 19723.875) == "when ≤ 2024-01-01 21:00"


def test_features_can_be_chosen():
    """Only what was asked for, in column order; an id too, if asked for by name."""
    data = make_dataset(MIXED, ColumnChoice(features=("ok", "id")))
    assert [feature.name for feature in data.features] == ["id", "ok"]


def test_kinds_can_be_overruled():
    """A number can be a category, 0/1 a boolean, a text date text."""
    frame = pd.DataFrame({"n": [1, 2, 1], "b": [0, 1, 1], "d": ["2024-01-01", "2024-01-02", "2024-01-01"]})
    data = make_dataset(frame, ColumnChoice(kinds={"n": CATEGORY, "b": BOOLEAN, "d": TEXT}))
    assert [(feature.name, feature.kind) for feature in data.features] == [
        ("n = 1", FeatureKind.CATEGORY), ("n = 2", FeatureKind.CATEGORY), ("b", FeatureKind.BOOLEAN),
    ]  # fmt: skip
    assert data.notes == ('Column "d" was left out.',)


def test_what_cannot_be_used_is_noted():
    """Ids, free text and constant columns are left out; of equal columns one is asked about, all are measured."""
    frame = table("id,note,same,x,twin\n1,ab,5,1,1\n2,cd,5,2,2\n3,ef,5,4,4\n")
    data = make_dataset(frame)
    assert [(feature.name, feature.weight, feature.split) for feature in data.features] == [
        ("x", 1.0, True),
        ("twin", 1.0, False),
    ]
    assert data.notes == (
        'Column "id" was left out: it looks like an id.',
        'Column "note" was left out: every value is different, as in an id or free text.',
        'Column "same" is constant and was left out.',
        'Column "twin" equals "x": both are measured, and tests ask about "x" only.',
    )


def test_labels_are_indices_into_their_names():
    """Numbers in the order of numbers, text in the order of text."""
    numbers = make_dataset(pd.DataFrame({"x": [1, 2, 3], "y": [10.0, 9.0, 10.0]}), ColumnChoice(label="y"))
    assert numbers.known_names == ("9", "10")
    assert numbers.known is not None
    assert numbers.known.tolist() == [1, 0, 1]
    assert make_dataset(MIXED, ColumnChoice(("ok",), label="class")).known_names == ("a", "b")


def test_labels_are_neither_features_nor_labels_without_a_word():
    """Text that may be the known labels is set aside, a number is used; both are said, and the caller can decide."""
    frame = table("x,label\n1,u\n2,v\n3,v\n")
    data = make_dataset(frame)
    assert [feature.name for feature in data.features] == ["x"] and data.known is None
    assert data.notes == (
        'Column "label" may hold known labels, so it is not clustered by; give it as label if it does, or name it in '
        "features to cluster by it.",
    )
    assert make_dataset(frame, ColumnChoice(label="label")).notes == ()
    chosen = make_dataset(frame, ColumnChoice(features=("label",)))
    assert (chosen.notes, [feature.column for feature in chosen.features]) == ((), ["label", "label"])
    number = make_dataset(table("x,target\n1,0\n2,1\n3,1\n"))
    assert [feature.name for feature in number.features] == ["x", "target"]
    assert number.notes == ('Column "target" is used as a feature; if it holds known labels, say so.',)
    alone = make_dataset(table("name,group\nada,u\nbob,v\neve,v\n"))
    assert alone.notes[1] == 'Column "group" is used as a feature; if it holds known labels, say so.'
