"""Linking by hand in a real browser, from an uploaded file to a tree that obeys."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server


@pytest.fixture
def workspace(tab: Page) -> Page:
    steps.open_table(tab, steps.three_blobs())
    return tab


def test_upload_link_solve_undo(workspace: Page) -> None:
    """A file, two links by clicks, depth and ε set: the tree keeps both links; three Undos take back three steps."""
    page = workspace
    steps.click_row(page, 0)
    steps.click_row(page, 5)
    steps.choose_mode(page, "Cannot-link")
    steps.click_row(page, 1)
    steps.click_row(page, 25)
    both = {(0, 5, "must"), (1, 25, "cannot")}
    steps.expect_links(page, both)
    steps.settle(page)
    page.get_by_role("slider", name="Tree depth").press("ArrowLeft")
    steps.set_number(page, "Tolerance ε", "0.5")
    steps.solve(page)
    expect(page.get_by_test_id("status")).to_contain_text("Optimal within ε = 0.5")
    expect(page.get_by_test_id("links-kept")).to_have_text("2 of 2 links kept")
    colours = page.evaluate("() => new Set(document.querySelector('.tc-plot')._fullData.map(t => t.marker.color)).size")
    assert colours == 3
    for _ in range(3):
        steps.press(page, "Undo")
    expect(page.get_by_role("spinbutton", name="Tolerance ε")).to_have_value("0.10")
    expect(page.get_by_role("slider", name="Tree depth")).to_have_value("3")
    steps.expect_links(page, {(0, 5, "must")})
    for _ in range(3):  # Streamlit drops a press that comes while it draws
        steps.press(page, "Redo")
        page.wait_for_timeout(2000)
        if steps.links(page) == both:
            break
    steps.expect_links(page, both)


def test_five_quick_clicks_on_undo_are_five_steps(workspace: Page) -> None:
    """Clicks that come faster than the server answers are all obeyed; the buttons know when there is nothing left."""
    page = workspace
    page.set_viewport_size({"width": 1440, "height": 1300})
    steps.settle(page)
    for row in range(1, 7):
        steps.drag_rows(page, 0, row)
    expect(page.get_by_test_id("stDataFrame").locator("table")).to_have_attribute("aria-rowcount", "7")
    page.evaluate("() => { for (let i = 0; i < 5; i++) document.querySelector('.st-key-undo button').click() }")
    steps.expect_links(page, {(0, 1, "must")})
    steps.settle(page)
    page.evaluate("() => { for (let i = 0; i < 9; i++) document.querySelector('.st-key-redo button').click() }")
    steps.settle_with_links(page, 6)
    expect(page.get_by_role("button", name="Redo", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute(
        "title", "Take back: add a link (Ctrl + Z)"
    )


def test_a_link_is_deleted_by_clicking_its_line(workspace: Page) -> None:
    """A click on the middle of the line removes the link, here and on the server."""
    page = workspace
    steps.drag_rows(page, 0, 45)
    steps.expect_links(page, {(0, 45, "must")})
    steps.settle(page)
    (ax, ay), (bx, by) = steps.mark(page, 0), steps.mark(page, 45)
    for part in (0.5, 0.45, 0.55, 0.4, 0.6):
        x, y = ax + (bx - ax) * part, ay + (by - ay) * part
        page.mouse.move(x, y)
        with suppress(PlaywrightTimeout):
            page.locator(".tc-delete").wait_for(state="attached", timeout=3000)
            page.mouse.click(x, y)
            break
    steps.expect_links(page, set())
    page.wait_for_timeout(300)  # the browser draws first, and tells the server then
    steps.settle(page)
    page.reload()
    steps.wait_for_plot(page)
    steps.expect_links(page, set())


def test_keys_shift_and_escape(workspace: Page) -> None:
    """M and C switch the kind, shift turns it round for once, Escape forgets the first row."""
    page = workspace
    page.keyboard.press("c")
    steps.click_row(page, 0)
    steps.click_row(page, 30)
    page.keyboard.down("Shift")
    steps.click_row(page, 1)
    steps.click_row(page, 2)
    page.keyboard.up("Shift")
    page.keyboard.press("m")
    steps.click_row(page, 3)
    page.keyboard.press("Escape")
    steps.click_row(page, 4)
    steps.expect_links(page, {(0, 30, "cannot"), (1, 2, "must")})
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    steps.settle(page)
    steps.expect_links(page, {(0, 30, "cannot")})


def test_live_solves_after_each_link(workspace: Page) -> None:
    """With Live on, a new link brings a new tree that keeps it; keys still work after the switch was clicked."""
    page = workspace
    page.get_by_text("Live").click()
    steps.settle(page)
    page.keyboard.press("c")
    steps.drag_rows(page, 0, 1)
    expect(page.get_by_test_id("links-kept")).to_have_text("1 of 1 links kept", timeout=60_000)
    steps.expect_links(page, {(0, 1, "cannot")})
    page.get_by_text("Live").click()
    steps.settle(page)


def test_a_contradiction_is_refused_at_once_with_its_chain(workspace: Page) -> None:
    """0–5 and 5–9 together: a cannot-link 0–9 is not added, and the plot says why."""
    page = workspace
    steps.drag_rows(page, 0, 5)
    steps.drag_rows(page, 5, 9)
    page.keyboard.press("c")
    steps.drag_rows(page, 0, 9)
    expect(page.locator(".tc-hint.refused")).to_contain_text("0–5 must, 5–9 must")
    assert steps.links(page) == {(0, 5, "must"), (5, 9, "must")}


def test_lasso_links_groups(workspace: Page) -> None:
    """A loop must-links its rows with the fewest links; with a second loop the two become separate clusters."""
    page = workspace
    page.keyboard.press("g")
    lasso(page, range(20))
    page.get_by_role("button", name="Must-link these 20").click()
    page.wait_for_function("() => window.treeclust.links().length === 19")
    lasso(page, range(20))
    lasso(page, range(20, 40))
    page.get_by_role("button", name="Two separate clusters").click()
    page.wait_for_function("() => window.treeclust.links().filter(l => l.kind === 'cannot').length === 1")
    assert len(steps.links(page)) == 19 + 19 + 1


def lasso(page: Page, rows: range) -> None:
    marks = [steps.mark(page, row) for row in rows]
    left, right = min(x for x, _ in marks) - 14, max(x for x, _ in marks) + 14
    top, bottom = min(y for _, y in marks) - 14, max(y for _, y in marks) + 14
    page.mouse.move(left, top)
    page.mouse.down()
    for corner in ((right, top), (right, bottom), (left, bottom), (left, top + 4)):
        page.mouse.move(*corner, steps=4)
    page.mouse.up()


def test_links_and_answer_survive_a_page_switch(workspace: Page) -> None:
    """What was clicked and solved is still there after a visit to another page."""
    page = workspace
    steps.drag_rows(page, 0, 5)
    steps.settle(page)
    steps.solve(page)
    steps.go_to(page, "Method")
    page.get_by_role("link", name="Workspace").click()
    steps.wait_for_plot(page)
    steps.expect_links(page, {(0, 5, "must")})
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()


def test_a_node_lights_up_its_rows_and_a_row_its_path(workspace: Page) -> None:
    """Clicking a leaf dims all rows outside it; pointing at a row marks the path from the root to its leaf."""
    page = workspace
    steps.solve(page)
    steps.settle(page)
    page.get_by_test_id("tree").locator(".leaf").first.click()
    page.wait_for_function(
        "() => document.querySelector('.tc-plot')?._fullData?.some(t => t.selectedpoints?.length === 0)"
    )
    page.keyboard.press("Escape")
    page.mouse.move(*steps.mark(page, 0))
    expect(page.get_by_test_id("tree").locator(".leaf.on")).to_have_count(1)


def test_a_first_visit_in_three_clicks_and_in_three_dimensions(page: Page) -> None:
    """Guided demo, Solve: no third click to see a tree. In 3-D links are lines, and a node dims the other rows."""
    steps.press(page, "Guided demo")
    steps.wait_for_plot(page)
    steps.solve(page)
    expect(page.get_by_test_id("status")).to_contain_text("Optimal")
    page.wait_for_timeout(1500)  # what changed is said above the plot, which moves it
    steps.drag_rows(page, 0, 100)
    steps.settle_with_links(page, 1)
    page.get_by_text("3-D").click()
    page.wait_for_function(
        "() => document.querySelector('.tc-plot')?._fullData?.some(t => t.mode === 'lines' && t.x.length === 3)"
    )
    page.get_by_test_id("tree").locator(".leaf").first.click()
    page.wait_for_function(
        "() => document.querySelector('.tc-plot')?._fullData?.some(t => Array.isArray(t.marker?.color) && "
        "t.marker.color.every(c => c.startsWith('rgb(')))"
    )


def test_somebody_in_a_hurry_gets_the_plot(server: Server, open_page: Opener) -> None:
    """Who clicks on before the first page is there misses nothing of it."""
    page = open_page(server.url, wait=False)
    page.get_by_role("link", name="Data").click()
    steps.upload(page, steps.three_blobs())
    steps.go_to_workspace(page)


def test_the_tree_is_saved_as_a_picture(workspace: Page) -> None:
    """The PNG button gives a real PNG file."""
    page = workspace
    steps.solve(page)
    steps.settle(page)
    with page.expect_download() as download:
        steps.press(page, "PNG")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
