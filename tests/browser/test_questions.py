"""Questions answered, links softened, other trees shown, rows explained: in the browser."""

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


def test_a_suggested_question_is_answered(solved: Page) -> None:
    """The two rows are ringed in the plot; Cannot makes a link, the tree obeys, and the next question comes."""
    page = solved
    page.get_by_role("tab", name="Next question").click()
    page.get_by_role("button", name="Ask me something").click()
    expect(page.get_by_text("belong together?")).to_be_visible(timeout=90_000)
    expect(page.locator(".tc-pair-end.question")).to_have_count(2)
    page.get_by_role("button", name="Cannot", exact=True).click()
    page.wait_for_function("() => window.treeclust.links().filter(l => l.kind === 'cannot').length === 1")
    expect(page.get_by_test_id("links-kept")).to_have_text("1 of 1 links kept", timeout=60_000)
    expect(page.get_by_text(re.compile("belong together\\?|good trees agree"))).to_be_visible(timeout=90_000)


def test_a_row_is_explained_where_it_is_clicked(solved: Page) -> None:
    """Inspect mode: the path of the clicked row in words, then what parts it from the next one."""
    page = solved
    page.get_by_role("tab", name="Why here?").click()
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
