"""Two browser tabs on one project: what one person does in the first leaves the second's own state alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server
from tests.browser.test_links_table import go_to_cell, wait_for_lines


@pytest.fixture
def tabs(server: Server, open_page: Opener) -> tuple[Page, Page]:
    """Both on the workspace of one project; high enough that the table of links is in sight."""
    one = open_page(server.url)
    one.set_viewport_size({"width": 1440, "height": 1300})
    steps.open_table(one, steps.three_blobs())
    two = open_page(one.url, wait=False)
    two.set_viewport_size({"width": 1440, "height": 1300})
    steps.wait_for_plot(two)
    return one, two


def live(page: Page) -> bool:
    return page.get_by_label("Live", exact=True).is_checked()


def redraw(page: Page) -> None:
    """Change nothing; each click has the page run once more."""
    for name in ("Why here?", "Links"):
        page.get_by_role("tab", name=name).click()
        steps.settle(page)


def test_live_links_and_parameters_of_two_tabs(tabs: tuple[Page, Page]) -> None:
    """Live is on in one tab only: a link drawn in the other is not solved there, one drawn here is. Both tabs have both
    links and the same parameters, and a line that is ticked in a table is the one that is deleted."""
    one, two = tabs
    one.get_by_text("Live", exact=True).click()
    steps.settle(one)
    steps.drag_rows(two, 0, 5)
    wait_for_lines(two, 1)
    assert live(one) and not live(two)
    expect(two.get_by_test_id("status")).to_have_text("Not solved yet")
    steps.drag_rows(one, 1, 6)
    steps.expect_links(one, {(0, 5, "must"), (1, 6, "must")})
    expect(one.get_by_test_id("status")).to_contain_text("Optimal within")
    go_to_cell(two, 0, "Delete")
    two.keyboard.press("Enter")
    steps.expect_links(two, {(1, 6, "must")})
    expect(two.get_by_test_id("status")).to_contain_text("Optimal within")
    steps.set_number(two, "Tolerance ε", "0.5")
    redraw(one)
    expect(one.get_by_label("Tolerance ε", exact=True)).to_have_value("0.50")
    steps.expect_links(one, {(1, 6, "must")})
    assert live(one) and not live(two)


def test_a_question_is_asked_in_one_tab_only(tabs: tuple[Page, Page]) -> None:
    """The other tab shows the answer with a button to begin; its plot has no rings."""
    one, two = tabs
    steps.solve(one)
    steps.settle(one)
    for page in tabs:
        page.get_by_role("tab", name="Next question").click()
        expect(page.get_by_role("button", name="Start the interview")).to_be_visible()
    one.get_by_role("button", name="Start the interview").click()
    expect(one.get_by_text(re.compile("belong together\\?|good trees agree"))).to_be_visible()
    steps.set_number(two, "Time limit (s)", "30")
    expect(two.get_by_role("button", name="Start the interview")).to_be_visible()
    expect(two.get_by_text(re.compile("belong together\\?|good trees agree"))).to_have_count(0)
    expect(two.locator(".tc-pair-end.question")).to_have_count(0)
