"""The ticks of the column table and the choice that they make: each says the other, as briefly as possible."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from tests.tables.columns.made import CATEGORY, NUMBER, TEXT
from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, guess_columns, make_dataset, suggest_choice
from treeclust.workspace.column_table import (
    as_briefly,
    choice_of_lines,
    lines_of,
    numbers_aside,
    texts_aside,
    with_numbers,
    with_texts,
)

BIRDS = pd.DataFrame(
    {
        "name": ["ada", "bob", "cid", "eve"],
        "bill": [1.0, 2, 8, 9],
        "mass": [3.0, 4, 3, 9],
        "island": ["Dream", "Dream", "Biscoe", "Dream"],
        "sex": ["m", "f", "f", "m"],
        "species": ["A", "A", "B", "B"],
    }
)
COLUMNS = guess_columns(BIRDS)


def ticked(choice: ColumnChoice) -> dict[str, str]:
    """By column: m for measured, s for split, and the weight where it is not 1."""
    return {
        line.name: f"{'m' * line.measure}{'s' * line.split}{'' if line.weight == 1 else f' {line.weight:g}'}"
        for line in lines_of(COLUMNS, choice)
        if line.measure or line.split
    }


def changed(choice: ColumnChoice, name: str, **ticks: object) -> ColumnChoice:
    """As if a person had changed one line."""
    lines = [replace(line, **ticks) if line.name == name else line for line in lines_of(COLUMNS, choice)]
    return choice_of_lines(COLUMNS, lines, choice)


def test_nothing_is_said_where_nothing_was_changed():
    """The choice to start from has every tick it should have, and comes back as it is."""
    start = ColumnChoice(label="species")
    assert ticked(start) == {"bill": "ms", "mass": "ms"}
    assert as_briefly(COLUMNS, start) == start
    assert as_briefly(COLUMNS, ColumnChoice(("bill", "mass"), "species", kinds={"bill": NUMBER})) == start


def test_each_switch_says_what_it_is_called():
    """One tick at a time, and back again."""
    start = ColumnChoice(label="species")
    explained = changed(start, "mass", measure=False)
    assert (explained.measure, explained.split, explained.features) == (("bill",), None, None)
    assert ticked(explained) == {"bill": "ms", "mass": "s"}
    measured = changed(start, "mass", split=False)
    assert (measured.measure, measured.split) == (None, ("bill",))
    heavy = changed(start, "mass", weight=2.5)
    assert heavy.weights == {"mass": 2.5} and ticked(heavy) == {"bill": "ms", "mass": "ms 2.5"}
    gone = changed(explained, "mass", split=False)
    assert gone.features == ("bill",) and gone.measure is None
    weightless = changed(start, "mass", weight=0.0)
    assert weightless == explained
    island = changed(start, "island", measure=True)
    assert island.features == ("bill", "mass", "island") and island.split == ("bill", "mass")
    for back in (
        changed(explained, "mass", measure=True),
        changed(measured, "mass", split=True),
        changed(heavy, "mass", weight=1.0),
        changed(gone, "mass", measure=True, split=True),
        changed(island, "island", measure=False),
    ):
        assert back == start


def test_any_ticks_come_back():
    """What the screen shows of a choice makes the same choice, and the same dataset."""
    rng = np.random.default_rng(4)
    made = 0
    for _ in range(500):
        lines = [
            replace(
                line,
                measure=bool(rng.random() < 0.5),
                split=bool(rng.random() < 0.5),
                weight=float(rng.choice([0.0, 1.0, 3.0])),
                kind=CATEGORY if line.name == "mass" and rng.random() < 0.3 else line.kind,
            )
            for line in lines_of(COLUMNS, ColumnChoice())
        ]
        base = ColumnChoice(label=str(rng.choice(["species", "sex"])) if rng.random() < 0.7 else None)
        choice = choice_of_lines(COLUMNS, lines, base)
        assert as_briefly(COLUMNS, choice) == choice
        try:
            dataset = make_dataset(BIRDS, choice)
        except InputError:
            continue
        made += 1
        used = {line.name for line in lines if (line.is_measured or line.split) and line.name != base.label}
        assert {feature.column for feature in dataset.features} == used
        for line in lines:
            found = [feature for feature in dataset.features if feature.column == line.name]
            assert all(feature.weight == (line.weight if line.is_measured else 0) for feature in found)
            assert all(line.split or not feature.split for feature in found)
    assert made > 300


def test_text_columns_are_included_with_one_press():
    """Those that were set aside, ticked like the others; nothing else changes."""
    start = changed(ColumnChoice(label="species", missing="drop"), "mass", weight=2.0, split=False)
    assert texts_aside(COLUMNS, start) == ("island", "sex")
    after = with_texts(COLUMNS, start)
    assert ticked(after) == {"bill": "ms", "mass": "m 2", "island": "ms", "sex": "ms"}
    assert (after.label, after.missing, texts_aside(COLUMNS, after)) == ("species", "drop", ())


def test_a_column_without_use_has_no_tick():
    """Ids and free text; and a table of nothing else has none at all."""
    assert "name" not in ticked(ColumnChoice())
    words = guess_columns(BIRDS[["name"]])
    assert lines_of(words, ColumnChoice())[0].kind is TEXT
    assert not lines_of(words, ColumnChoice())[0].measure
    assert texts_aside(words, ColumnChoice()) == ()


def test_a_year_that_was_set_aside_is_included():
    """As a number that is measured and asked about, beside what was said of other columns; then it is aside no more."""
    columns = guess_columns(BIRDS.assign(year=[2007, 2007, 2008, 2009]))
    start = suggest_choice(columns)
    assert numbers_aside(columns, start) == ("year",) and as_briefly(columns, start) == start
    assert with_numbers(columns, start) == replace(start, kinds={})
    heavy = replace(start, features=("bill", "mass"), weights={"mass": 2.0})
    included = with_numbers(columns, heavy)
    assert included == replace(heavy, features=None, kinds={})
    assert {line.name for line in lines_of(columns, included) if line.measure and line.split} == {
        "bill",
        "mass",
        "year",
    }
    assert numbers_aside(columns, included) == () and numbers_aside(columns, replace(start, id="year")) == ()
