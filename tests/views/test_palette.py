"""Colours, symbols, and the identity of clusters from one answer to the next."""

from __future__ import annotations

import numpy as np

from treeclust.views.palette import colour_of, ink_on, keep_identity, symbol_of


def test_most_rows_keep_their_number():
    """Renumbered clusters get their old numbers back, whichever way the solver counted."""
    old = np.array([0, 0, 0, 1, 1, 2, 2, 2])
    new = np.array([2, 2, 1, 1, 1, 0, 0, 0])
    assert keep_identity(old, new) == {2: 0, 1: 1, 0: 2}


def test_a_cluster_without_a_past_takes_a_free_number():
    """With one cluster more, the others keep theirs and the new one does not collide."""
    old = np.array([0, 0, 0, 2, 2, 2])
    new = np.array([0, 0, 1, 2, 2, 2])
    assert keep_identity(old, new) == {0: 0, 2: 2, 1: 1}


def test_other_data_starts_afresh():
    """Without a past, or with another number of rows, numbers are the solver's."""
    assert keep_identity(None, np.array([1, 0])) == {0: 0, 1: 1}
    assert keep_identity(np.array([3, 3, 3]), np.array([0, 1])) == {0: 0, 1: 1}


def test_colour_and_symbol_together_are_unique_for_64_clusters():
    """Nobody has to tell two clusters apart by colour alone."""
    assert len({(colour_of(c), symbol_of(c)) for c in range(64)}) == 64


def test_text_on_a_colour_is_readable():
    """Dark ink on light colours, light ink on dark ones."""
    assert ink_on("#F0E442") == "#10151B"
    assert ink_on("#0072B2") == "#FFFFFF"
