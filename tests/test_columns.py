"""From a table to a dataset: kinds guessed, choices obeyed, gaps never filled unasked."""

from __future__ import annotations

import datetime
import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treeclust.columns import ColumnChoice, ColumnKind, guess_columns, make_dataset, suggest_choice
from treeclust.dataset import Dataset, Feature, FeatureKind
from treeclust.errors import InputError
from treeclust.reading import read_table

NUMBER, BOOLEAN, CATEGORY, DATE, TEXT = ColumnKind


def table(text: str) -> pd.DataFrame:
    return read_table(text.replace(" ", "").encode(), separator=",")


def kind_of(*cells: object, name: str = "x") -> ColumnKind:
    return guess_columns(pd.DataFrame({name: list(cells)}))[0].kind


MIXED = pd.DataFrame(
    {
        "id": [11, 12, 13, 14],
        "size": [1.5, None, 3.5, 2.5],
        "colour": ["red", "blue", None, "red"],
        "when": ["2024-01-01", "2024-01-03", "2024-01-02", None],
        "ok": ["yes", "yes", "yes", "no"],
        "class": ["b", "a", "b", "a"],
    }
)


# ---- kinds


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([1, 2, 2], NUMBER),
        ([1.5, None, 2.5], NUMBER),
        ([0, 1, 1], NUMBER),
        (["1", "2", "n/a"], NUMBER),
        (["1,5", "2,5", "x"], NUMBER),
        ([True, False, True], BOOLEAN),
        ([True, None, False], BOOLEAN),
        (["yes", "No", None], BOOLEAN),
        (["TRUE", "false", "true"], BOOLEAN),
        (["red", "blue", "red"], CATEGORY),
        (["red", "1", "red"], CATEGORY),
        (["NA", "EU", "EU"], CATEGORY),
        ([datetime.date(2024, 1, 1), None, datetime.date(2024, 1, 2)], DATE),
        (["2024-05-31", "2024-06-01", ""], DATE),
        (["31.05.2024", "01.06.2024", "oops"], DATE),
        (["05/31/2024", "06/01/2024", "06/01/2024"], DATE),
        (["03/04/2024", "04/05/2024", "05/06/2024"], TEXT),
        (["ada", "bob", "eve"], TEXT),
        ([None, None, None], TEXT),
        ([*"abcdefghijklmnopqrstuvwxyzABCDEF", "a"], TEXT),
        ([*"abcdefghijklmnopqrstuvwxyzABC", "a"], CATEGORY),
    ],
)
def test_kinds_are_guessed(cells, kind):
    """The majority of a column decides; ids, free text and doubtful dates are left alone."""
    assert kind_of(*cells) is kind


@pytest.mark.parametrize("name", ["id", "ID", "Customer ID", "customer_id", "customerId", "uuid", "row", "#", "index"])
def test_ids_are_known_by_name(name):
    """A column of different whole numbers with such a name names the rows."""
    column = guess_columns(pd.DataFrame({name: [7, 9, 8]}))[0]
    assert column.is_id
    assert column.kind is TEXT


@pytest.mark.parametrize("name", ["paid", "humid", "width", "grid", "note", "x"])
def test_numbers_are_no_ids_without_such_a_name(name):
    """Different whole numbers alone make no id: every numeric column is a feature."""
    assert kind_of(0, 1, 2, name=name) is NUMBER


def test_repeated_values_are_no_ids():
    """An id that names two rows names neither."""
    assert kind_of(7, 7, 8, name="id") is NUMBER


def test_row_numbers_without_a_name_are_ids():
    """The unnamed first column that programs write before their tables."""
    columns = guess_columns(table(",x\n0,5\n1,6\n2,5\n"))
    assert [column.is_id for column in columns] == [True, False]


def test_columns_are_described():
    """Missing, distinct, unreadable and constant are counted; the example is the first value."""
    frame = table("a,b,c\n 1,NA,5\n n/a,2,5\n ,3,5\n 4,3,5\n 6,3,5\n")
    a, b, c = guess_columns(frame)
    assert (a.missing, a.unreadable, a.example) == (1, 1, "1")
    assert (b.missing, b.distinct, b.constant) == (1, 2, False)
    assert (c.distinct, c.constant) == (1, True)


def test_a_choice_is_suggested():
    """The first id, and a column whose name says that it holds the known labels."""
    assert suggest_choice(guess_columns(MIXED)) == ColumnChoice(label="class", id="id")
    assert suggest_choice(guess_columns(pd.DataFrame({"x": [1, 2]}))) == ColumnChoice()


def test_a_choice_survives_json():
    """What was chosen comes back as it was."""
    choice = ColumnChoice(("a", "b"), "c", "d", "median", {"a": CATEGORY})
    assert ColumnChoice.from_json(json.loads(json.dumps(choice.to_json()))) == choice
    assert ColumnChoice.from_json(ColumnChoice().to_json()) == ColumnChoice()


# ---- features


def test_numbers_are_taken_as_they_are():
    """Every numeric column but the label column is a feature, in column order, in original units."""
    data = make_dataset(table("b,a,label\n1,10,x\n2,30,y\n4,20,y\n"), ColumnChoice(label="label"))
    assert [feature.name for feature in data.features] == ["b", "a"]
    np.testing.assert_array_equal(data.values, [[1, 10], [2, 30], [4, 20]])
    assert (data.features[0].low, data.features[0].high) == (1.0, 4.0)
    assert data.summary == "3 rows × 2 features, 2 known labels"


def test_columns_become_features_by_kind():
    """Text gives one feature per category, dates count days, yes is 1; each reads as a person would say it."""
    full = make_dataset(MIXED, ColumnChoice(label="class", id="id", missing="median"))
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
    assert Feature.from_json(json.loads(json.dumps(days.to_json()))) == days
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
    """Ids, free text, constant and duplicate columns are left out and said."""
    frame = table("id,note,same,x,twin\n1,ab,5,1,1\n2,cd,5,2,2\n3,ef,5,4,4\n")
    data = make_dataset(frame)
    assert [feature.name for feature in data.features] == ["x"]
    assert data.notes == (
        'Column "id" was left out: it looks like an id.',
        'Column "note" was left out: every value is different, as in an id or free text.',
        'Column "same" is constant and was left out.',
        'Column "twin" equals "x" and was left out.',
    )


def test_labels_are_indices_into_their_names():
    """Numbers in the order of numbers, text in the order of text."""
    numbers = make_dataset(pd.DataFrame({"x": [1, 2, 3], "y": [10.0, 9.0, 10.0]}), ColumnChoice(label="y"))
    assert numbers.known_names == ("9", "10")
    assert numbers.known is not None
    assert numbers.known.tolist() == [1, 0, 1]
    assert make_dataset(MIXED, ColumnChoice(("ok",), label="class")).known_names == ("a", "b")


def test_labels_among_the_features_are_noted():
    """Who forgets to name the label column is told that it was clustered by."""
    frame = table("x,label\n1,u\n2,v\n3,v\n")
    assert make_dataset(frame).notes == ('Column "label" is used as a feature; if it holds known labels, say so.',)
    assert make_dataset(frame, ColumnChoice(label="label")).notes == ()
    assert make_dataset(frame, ColumnChoice(features=("label",))).notes == ()


# ---- gaps


def test_missing_values_are_refused_with_columns_and_counts():
    """The refusal says where, how many, and what the choices are."""
    with pytest.raises(InputError) as caught:
        make_dataset(MIXED, ColumnChoice(label="class"))
    assert str(caught.value) == (
        'Values are missing in "size" (1), "colour" (1), "when" (1); drop the 3 rows concerned, or fill the gaps with '
        "the median (in text: the most frequent value), or leave these columns out."
    )


def test_dropped_rows_leave_the_numbers_of_the_others():
    """`rows` tells where each row stood in the file; id and label stay beside their row."""
    data = make_dataset(
        table("id,x,y,class\n a,1,5,u\n b,,6,v\n c,3,7,v\n d,4,,u\n e,5,9,w\n"),
        ColumnChoice(label="class", id="id", missing="drop"),
    )
    assert data.rows.tolist() == [0, 2, 4]
    assert data.row_names == ("a", "c", "e")
    assert data.known is not None
    assert [data.known_names[label] for label in data.known] == ["u", "v", "w"]
    assert data.notes == ("2 rows of 5 dropped for missing values.",)


def test_gaps_are_filled_and_said():
    """Numbers and dates by the median, categories and yes/no by the most frequent value."""
    data = make_dataset(MIXED, ColumnChoice(label="class", id="id", missing="median"))
    assert data.values[1, 0] == 2.5
    assert data.values[2, 2] == 1.0
    assert data.notes == (
        'Column "size": 1 missing value was filled with the median 2.5.',
        'Column "colour": 1 missing value was filled with the most frequent value "red".',
        'Column "when": 1 missing value was filled with the median 2024-01-02.',
    )
    assert data.rows.tolist() == [0, 1, 2, 3]


def test_gaps_in_unused_columns_do_not_matter():
    """Only the chosen columns, and the label, must be complete."""
    assert make_dataset(MIXED, ColumnChoice(features=("ok",))).n == 4


def test_missing_labels_are_dropped_but_never_invented():
    """A known label is knowledge; the median is not."""
    frame = pd.DataFrame({"x": [1, 2, 3], "y": ["a", None, "b"]})
    with pytest.raises(InputError, match=r'missing in "y" \(1\); drop the 1 row'):
        make_dataset(frame, ColumnChoice(label="y"))
    with pytest.raises(InputError, match="cannot be filled; drop these rows, or choose no label column"):
        make_dataset(frame, ColumnChoice(label="y", missing="median"))
    assert make_dataset(frame, ColumnChoice(label="y", missing="drop")).rows.tolist() == [0, 2]


def test_unreadable_cells_count_as_missing_once_a_choice_is_made():
    """ "n/a" among numbers is refused by row and column; with a choice it is a gap like any other, and said."""
    frame = table("x,income\n 1,2\n 2,n/a\n 3,4\n")
    with pytest.raises(InputError) as caught:
        make_dataset(frame)
    assert str(caught.value) == (
        'Row 1, column "income": "n/a" is not a number. Mark the column as text, or choose how to fill missing values.'
    )
    data = make_dataset(frame, ColumnChoice(missing="median"))
    assert data.values[1, 1] == 3.0
    assert data.notes[0] == 'Row 1, column "income": "n/a" is not a number; counted as missing.'


# ---- refusals


@pytest.mark.parametrize(
    ("text", "choice", "words"),
    [
        ("x,y\n1,2\n2,inf\n", ColumnChoice(), 'Row 1, column "y": the value is infinite; correct it'),
        ("x,y\n1,2\n2,-1e999\n", ColumnChoice(missing="median"), 'Row 1, column "y": the value is infinite'),
        ("x,y\n1,2\n", ColumnChoice(("z",)), 'There is no column "z"; the columns are x, y.'),
        ("x,y\n1,2\n", ColumnChoice(label="z"), 'There is no column "z"'),
        ("x,y\n1,2\n", ColumnChoice(id="z"), 'There is no column "z"'),
        ("x,y\n1,2\n", ColumnChoice(kinds={"z": NUMBER}), 'There is no column "z"'),
        ("x,y\n1,2\n", ColumnChoice(("x", "y"), label="y"), 'Column "y" holds the known labels, so it cannot be'),
        ("x,y\n1,2\n", ColumnChoice(()), "No feature is chosen; choose at least one column"),
        ("x,y\n1,2\n", ColumnChoice(missing="guess"), 'missing = "guess" is not known; choose refuse, drop or median'),
        ("x,y\n1,2\n", ColumnChoice(kinds={"x": "colour"}), '"colour" is no kind of column'),
        ("x,y\n1,2\n1,2\n", ColumnChoice(), "No column has two different values"),
        ("x,y\na,b\nc,d\n", ColumnChoice(), "There is no column to cluster by; mark at least one as number"),
        ("x,y\n1,\n,2\n3,\n", ColumnChoice(missing="drop"), "Every row misses a value in"),
        ("x,y\n1,a\n2,b\n3,a\n", ColumnChoice(kinds={"y": DATE}), '"a" is not a date such as 2024-05-31'),
        ("x,y\n1,a\n2,b\n3,a\n", ColumnChoice(kinds={"y": BOOLEAN}), '"a" is not yes or no'),
        ("x,y\n1,1/2/2024\n2,2/3/2024\n", ColumnChoice(kinds={"y": DATE}), "may be day/month or month/day; write"),
        ("x,y\n1e308,1\n-1e308,2\n", ColumnChoice(), 'values of column "x" are too large'),
        ("x,y\n1,\n2,\n", ColumnChoice(("y",), missing="median"), 'Column "y" has no values to fill its gaps from'),
    ],
)
def test_bad_choices_get_a_sentence(text, choice, words):
    """Each refusal names the place and says what to do next."""
    with pytest.raises(InputError) as caught:
        make_dataset(table(text), choice)
    assert words in str(caught.value)


def test_doubtful_numbers_get_a_sentence():
    """1,234 is not guessed where nothing tells what it means."""
    frame = read_table(b"x\ty\n1,234\t1\n2,345\t2\n")
    with pytest.raises(
        InputError, match=r'Row 0, column "x": "1,234" may mean 1\.234 or 1234; choose the decimal sign'
    ):
        make_dataset(frame)


def test_too_many_categories_are_refused_when_asked_for():
    """Left out with a note unasked, refused with the number when asked for."""
    frame = pd.DataFrame({"x": range(70), "city": [f"city {i % 35}" for i in range(70)]})
    assert 'Column "city" was left out: its 35 different texts are too many' in make_dataset(frame).notes[0]
    with pytest.raises(InputError, match='Column "city" has 35 different values, and at most 30 can become categories'):
        make_dataset(frame, ColumnChoice(features=("city",)))


def test_columns_of_the_same_name_are_refused():
    """A DataFrame may have them; a question about "x" would then have two answers."""
    with pytest.raises(InputError, match='Two columns are called "x"; rename one'):
        make_dataset(pd.DataFrame([[1, 2], [3, 4]], columns=["x", "x"]))
    with pytest.raises(InputError, match="has no rows"):
        make_dataset(pd.DataFrame({"x": []}))


# ---- frames of any origin


def test_any_index_and_any_dtype_will_do():
    """DataFrames from elsewhere: odd index, nullable and categorical types, time zones, whole-number names."""
    frame = pd.DataFrame(
        {
            0: pd.array([1, None, 3], dtype="Int64"),
            1: pd.Categorical(["u", "v", "u"]),
            2: pd.to_datetime(["2024-01-01", "2024-01-02", "2024-01-03"], utc=True),
            3: pd.array([True, False, None], dtype="boolean"),
            4: np.array([1, 2, 9], dtype=np.int8),
            5: np.array([0.5, 1.5, 2.5], dtype=np.float32),
        },
        index=[9, 9, 9],
    )
    data = make_dataset(frame, ColumnChoice(missing="median"))
    assert [feature.name for feature in data.features] == ["0", "1 = u", "1 = v", "2", "3", "4", "5"]
    assert data.values[1].tolist() == [2.0, 0.0, 1.0, 19724.0, 0.0, 2.0, 1.5]


CELL = st.one_of(
    st.none(), st.integers(), st.floats(), st.booleans(), st.text(max_size=4), st.dates(), st.datetimes(),
    st.sampled_from(["yes", "no", "NA", "n/a", "1,5", "1,234", "03/04/2024", "2024-05-31", "inf", "red"]),
)  # fmt: skip
KINDS = st.dictionaries(st.sampled_from("abc"), st.sampled_from(ColumnKind), max_size=2)


@given(
    st.integers(0, 5).flatmap(lambda n: st.lists(st.lists(CELL, min_size=n, max_size=n), min_size=1, max_size=3)),
    st.sampled_from(["refuse", "drop", "median"]),
    st.sampled_from([None, "a"]),
    KINDS,
)
@settings(max_examples=400, deadline=None)
def test_any_table_gives_a_dataset_or_a_sentence(columns, missing, label, kinds):
    """Whatever the cells hold: finite values with something to split, or an InputError."""
    frame = pd.DataFrame({name: pd.Series(cells, dtype=object) for name, cells in zip("abc", columns, strict=False)})
    try:
        data = make_dataset(frame, ColumnChoice(label=label, missing=missing, kinds=kinds))
    except InputError as error:
        assert str(error).endswith(".")
        return
    assert np.isfinite(data.values).all()
    assert data.scaled.min() == 0.0
    assert data.scaled.max() == pytest.approx(100.0)
    assert len(data.rows) == data.n
    assert label not in {feature.column for feature in data.features}


# ---- the dataset itself


def test_summary_counts_one_as_one():
    """One row, one feature, one label are said in the singular; thousands are grouped."""
    assert Dataset.from_array([[1.0], [2.0]], known=[0, 0]).summary == "2 rows × 1 feature, 1 known label"
    assert Dataset.from_array(np.arange(2000.0).reshape(1000, 2)[:, :1]).summary == "1,000 rows × 1 feature"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.8, "0.8"), (2.45, "2.45"), (1234567.5, "1234567.5"), (3e6, "3000000"), (1e20, "1e+20"), (1e-9, "1e-09")],
)
def test_values_read_as_people_write_them(value, text):
    """No exponent for sums of money."""
    assert Feature("x", 0.0, 1.0).value_text(value) == text


def test_values_too_far_apart_are_refused():
    """A range beyond floating point would scale everything to zero without a word."""
    with pytest.raises(InputError, match="too large to compare"):
        Dataset.from_array([[-1.7e308], [1.7e308]])
