"""Colours and symbols of clusters."""

from __future__ import annotations

from treeclust.views.palette import colour_of, ink_on, symbol_of


def test_colour_and_symbol_together_are_unique_for_64_clusters():
    """Nobody has to tell two clusters apart by colour alone."""
    assert len({(colour_of(c), symbol_of(c)) for c in range(64)}) == 64


def test_text_on_a_colour_is_readable():
    """Dark ink on light colours, light ink on dark ones."""
    assert ink_on("#F0E442") == "#10151B"
    assert ink_on("#0072B2") == "#FFFFFF"
