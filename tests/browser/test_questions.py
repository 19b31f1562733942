"""Other trees shown, rows explained: in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps


@pytest.fixture
def solved(tab: Page) -> Page:
    steps.open_demo(tab)
    steps.solve(tab)
    steps.settle(tab)
    return tab


def test_a_row_is_explained_where_it_is_clicked(solved: Page) -> None:
    """Inspect mode: the path of the clicked row in words, then what parts it from the next one."""
    page = solved
    page.get_by_role("tab", name="Why here?").click()
    steps.settle(page)
    page.keyboard.press("i")
    steps.click_row(page, 0)
    expect(page.get_by_text("The least change of one value that moves it")).to_be_visible()
    steps.click_row(page, 100)
    expect(page.get_by_text(re.compile("They part at one test"))).to_be_visible()


def test_another_tree_is_shown(solved: Page) -> None:
    """Others of the same quality are found and one of them becomes the answer, or it is proved that there is none."""
    page = solved
    page.get_by_role("tab", name="Others").click()
    page.get_by_role("button", name="Show me another").click()
    expect(page.get_by_text(re.compile("of the same quality|No other clustering"))).to_be_visible(timeout=90_000)
