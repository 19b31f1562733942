"""Tables of any origin give a dataset or a sentence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treeclust.core.errors import InputError
from treeclust.tables.columns import ColumnChoice, ColumnKind, make_dataset


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
    data = make_dataset(frame, ColumnChoice(missing="median", kinds={"1": ColumnKind.CATEGORY}))
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
