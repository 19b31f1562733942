"""The dataset itself: how it describes itself and its values."""

from __future__ import annotations

import numpy as np
import pytest

from treeclust.core.dataset import Dataset, Feature
from treeclust.core.errors import InputError


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
