"""The shortest decimal in a gap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from treeclust.core.decimals import shortest_decimal, shortest_moment, whole_digits

numbers = st.floats(-1e300, 1e300, allow_nan=False)


@given(numbers, numbers)
def test_it_parts_the_same_rows(one: float, two: float) -> None:
    """What was up to the lower value still is, what was from the higher value on is above."""
    low, high = sorted((one, two))
    if low < high:
        assert low <= shortest_decimal(low, high) < high


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (2330.1, 2500.2, 2400.0), (4.9, 5.0, 4.9), (0.1, 0.3, 0.2), (-3.2, 4.1, 0.0), (99_999, 100_001, 100_000.0),
        (100_006.07, 100_006.09, 100_006.08), (1.45, 1.75, 1.6), (0.0, 1e-300, 0.0), (1e15, 1e15 + 2, 1e15),
    ],
)  # fmt: skip
def test_it_has_the_fewest_digits(low: float, high: float, wanted: float) -> None:
    """Of several with as few, the one nearest to the middle."""
    assert shortest_decimal(low, high) == wanted


def test_neighbouring_numbers_have_the_lower_one_between_them() -> None:
    """There is nothing else."""
    high = float(np.nextafter(1.1, 2))
    assert shortest_decimal(1.1, high) == 1.1


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(19_000.3, 19_005.9, 19_003.0), (19_000.3, 19_000.9, 19_000 + 14 / 24), (19_000.0, 19_001.0, 19_000.0)],
)
def test_dates_are_cut_at_whole_days_or_hours(low: float, high: float, wanted: float) -> None:
    """The whole day nearest to the middle; a whole hour where no day lies in the gap."""
    assert shortest_moment(low, high) == pytest.approx(wanted, abs=1e-9)


@given(st.integers(2**53, 2**63 - 1025), st.booleans(), st.integers(1, 3000))
@example(10**16 + 1, False, 1)  # the lower number is rounded to one with many zeros
def test_whole_numbers_that_floats_round_are_parted_in_digits(size: int, negative: bool, step: int) -> None:
    """A cell is at most the number printed exactly when it is read as at most the threshold."""
    low = -size if negative else size
    high = low + step
    if float(low) < float(high):
        threshold = shortest_decimal(float(low), float(high))
        printed = whole_digits(threshold)
        limit = threshold if printed is None else int(printed)
        assert low <= limit < high
        assert all((cell <= limit) == (float(cell) <= threshold) for cell in (low, high))


@pytest.mark.parametrize(
    ("threshold", "wanted"),
    [(2.0**53, str(2**53 + 1)), (2.0**53 + 2, str(2**53 + 2)), (1.7e18, "1700000000000000128"), (2.0**53 - 1, None)],
)
def test_only_what_floats_round_is_printed_otherwise(threshold: float, wanted: str | None) -> None:
    """2⁵³ + 1 is read as 2⁵³; a threshold of few digits lies in a wide gap and stays."""
    assert whole_digits(threshold) == wanted
