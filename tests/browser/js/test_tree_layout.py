"""Which drawing of the tree a card shows (layout.js), and titles of axes that are too long (titles.js)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

SIZES = [[800, 300], [420, 400], [420, 520], [280, 600]]
"""Downwards, twice across, and the outline."""
CARDS: list[tuple[list[int], int]] = [
    ([900, 450], 0),
    ([500, 450], 1),
    ([450, 600], 2),
    ([410, 450], 3),
    ([300, 450], 3),
    ([200, 450], 3),
]


@pytest.mark.parametrize("room, wanted", CARDS, ids=str)
def test_the_drawing_that_fits_is_chosen(bare: Page, room: list[int], wanted: int) -> None:
    """Downwards if it can be read at twelve pixels, else the one across that fills most, else the outline."""
    script = """async ([sizes, room]) => (await import("/tree/layout.js")).bestDrawing(sizes, room)"""
    assert bare.evaluate(script, [SIZES, room]) == wanted


@pytest.mark.parametrize(
    "chosen, room, screen, wanted",
    [
        (0, [900, 450], 1440, 450),
        (3, [300, 450], 1024, 600),
        (3, [300, 900], 1024, 900),
        (3, [420, 450], 390, 900),
        (0, [900, 450], 390, 337.5),
    ],
)
def test_the_card_is_as_high_as_its_outline(
    bare: Page, chosen: int, room: list[int], screen: int, wanted: float
) -> None:
    """Never lower than the server says, but on a phone, where it is as high as the outline at the width of the card."""
    script = """async ([sizes, ...rest]) => (await import("/tree/layout.js")).cardHeight(sizes, ...rest)"""
    assert bare.evaluate(script, [SIZES, chosen, room, screen]) == wanted


@pytest.mark.parametrize("width, wanted", [(700, "a &lt; b"), (60 + 5 * 8, "a &lt; b"), (20, "a &lt; b")])
def test_short_titles_stay(bare: Page, width: int, wanted: str) -> None:
    """And no title is shorter than eight letters."""
    assert fitted(bare, "a &lt; b", width) == wanted


def test_long_titles_end_in_an_ellipsis(bare: Page) -> None:
    """As many letters as the axis has room for; an entity is one of them and is not cut in two."""
    assert fitted(bare, "&lt;" * 30, 60 + 75) == "&lt;" * 9 + "…"


def fitted(page: Page, text: str, width: int) -> Any:
    script = """async ([text, width]) => {
      const { fitTitles } = await import("/scatter/titles.js");
      const layout = { xaxis: { title: { text } }, scene: {} };
      fitTitles(layout, width, 400);
      return layout.xaxis.title.text;
    }"""
    return page.evaluate(script, [text, width])
