"""The Trade-offs page: the front is found, a dot opens its tree, a square of the map too."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps

ROWS = itertools.count(40)
"""Another table for each test: what was found about the same one would still be there."""


@pytest.fixture
def trade_offs(tab: Page) -> Page:
    steps.open_table(tab, steps.noise(next(ROWS), 2))
    steps.go_to(tab, "Trade-offs")
    return tab


def test_a_dot_of_the_front_opens_its_tree(trade_offs: Page) -> None:
    """The front is proved complete; a click on a dot shows its tree, and the button makes it the answer."""
    page = trade_offs
    page.get_by_role("button", name="Find the compromises").click()
    expect(page.get_by_text("complete, proved")).to_be_visible(timeout=60_000)
    steps.settle(page)
    dots = page.locator(".st-key-front-chart .scatterlayer .trace").nth(1).locator("path.point")
    expect(dots).not_to_have_count(1)
    box = dots.last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(page.get_by_text(re.compile("Compromise [0-9]+ of"))).to_be_visible()
    page.get_by_role("button", name="Use this answer in the workspace").click()
    steps.wait_for_plot(page)
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Chosen on Trade-offs|Optimal within"))


def test_a_square_of_the_map_opens_its_tree(trade_offs: Page) -> None:
    """The map is filled in the background; choosing depth 2 with 4 clusters opens that tree."""
    page = trade_offs
    page.get_by_role("button", name="Fill the map").click()
    expect(page.get_by_role("button", name="Again")).to_be_visible(timeout=120_000)
    steps.settle(page)
    page.get_by_test_id("stSelectbox").get_by_role("combobox").click()
    page.get_by_role("option", name=re.compile("Depth 2, 4 clusters")).click()
    expect(page.get_by_text("Depth 2, 4 clusters", exact=True)).to_be_visible()
    expect(page.get_by_test_id("tree").locator(".leaf")).to_have_count(4)
