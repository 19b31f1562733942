"""No tree exists: explained on the plot, repaired by one click, undone."""

from __future__ import annotations

import csv
import io
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps


@pytest.fixture
def impossible(tab: Page) -> Page:
    """The two ends of either feature together: no single split can do that."""
    text = steps.three_blobs()
    rows = list(csv.reader(io.StringIO(text)))[1:]
    places = [sorted(range(len(rows)), key=lambda i: float(rows[i][j])) for j in range(2)]
    page = tab
    steps.open_table(page, text)
    steps.set_number(page, "Clusters k", "2")
    for _ in range(2):
        page.get_by_role("slider", name="Tree depth").press("ArrowLeft")
    for order in places:
        steps.drag_rows(page, order[0], order[-1])
    steps.drag_rows(page, 0, 5)
    steps.settle_with_links(page, 3)
    steps.press(page, "Solve")
    expect(page.get_by_test_id("status")).to_have_text("No such tree exists")
    return page


def test_a_clash_is_shown_and_repaired_by_one_click(impossible: Page) -> None:
    """Two of three links are drawn as clashing; Apply brings a tree, Undo the question without one."""
    page = impossible
    expect(page.locator(".tc-clash")).to_have_count(2)
    expect(page.get_by_text("Proved minimal")).to_be_visible()
    expect(
        page.get_by_text(
            re.compile(
                "No tree with one test and 2 clusters does all of that and keeps to this: at least 3 rows in a cluster"
            )
        )
    ).to_be_visible()
    offer = page.get_by_text("A deeper tree: depth 2")
    expect(offer).to_be_visible()
    page.get_by_role("button", name="Apply").first.click()
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("status")).to_contain_text("Optimal within")
    expect(page.get_by_test_id("links-kept")).to_have_text("3 of 3 links kept")
    expect(page.get_by_role("slider", name="Tree depth")).to_have_value("2")
    steps.press(page, "Undo")
    expect(page.get_by_test_id("status")).to_have_text("No such tree exists")
    expect(page.locator(".tc-clash")).to_have_count(2)


def test_another_conflict_is_drawn_on_request(page: Page) -> None:
    """Two links from end to end of a line, each impossible by itself: one is drawn, then the other; that is all."""
    last = [(8, 64)] * 2
    steps.upload(page, "x,y\n" + "".join(f"{x},{y}\n" for x, y in [(i, i * i) for i in range(8)] + last))
    steps.go_to_workspace(page)
    steps.set_number(page, "Clusters k", "2")
    for _ in range(2):
        page.get_by_role("slider", name="Tree depth").press("ArrowLeft")
    page.get_by_role("button", name="Import / export").click()
    links = page.get_by_test_id("stPopoverBody").get_by_test_id("stFileUploaderDropzoneInput")
    steps.choose_file(links, "a,b,kind\n0,8,must\n0,9,must\n", "links.csv")
    steps.press(page, "Add these links")
    steps.settle_with_links(page, 2)
    page.keyboard.press("Escape")
    steps.press(page, "Solve")
    expect(page.get_by_text("They ask for")).to_be_visible()
    steps.press(page, "Another conflict")
    expect(page.get_by_text("Conflict 2")).to_be_visible()
    expect(page.locator(".tc-clash")).to_have_count(1)
    steps.press(page, "Another conflict")
    expect(page.get_by_text("These are all conflicts: proved.")).to_be_visible()
