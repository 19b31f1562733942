"""A part of the random tables that `python -m tests.views.every_form` solves."""

from __future__ import annotations

import pytest

from tests.views.every_form import told_of


@pytest.mark.parametrize("seed", range(0, 30, 10))
def test_solved_tables_say_the_same_in_every_form(seed, tmp_path):
    """Labels, `predict`, exported Python, SQL in SQLite, JSON and printed rules agree on every row of every table."""
    told = [one for number in range(seed, seed + 10) for one in told_of(number, tmp_path)]
    assert len(told) > 40 and [one for one in told if not one.agrees] == []
