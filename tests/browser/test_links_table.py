"""The links without the plot: the table, the form, files, known labels; and tables that are not CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import steps

COLUMNS = ("Kind", "Row A", "Row B", "State", "Certainty", "Note", "Delete")


@pytest.fixture
def workspace(tab: Page) -> Page:
    """High enough for the whole page: a grid out of sight does not tell what it shows."""
    tab.set_viewport_size({"width": 1440, "height": 1300})
    steps.open_table(tab, steps.three_blobs())
    return tab


def grid(page: Page) -> Locator:
    return page.get_by_test_id("stDataFrame").first


def wait_for_lines(page: Page, count: int) -> None:
    expect(grid(page).locator("table")).to_have_attribute("aria-rowcount", str(count + 1))
    steps.settle(page)


def cell(page: Page, line: int, column: str) -> Locator:
    """As the grid tells it to a screen reader; on the screen it is one picture."""
    return grid(page).get_by_test_id(f"glide-cell-{COLUMNS.index(column)}-{line}")


def go_to_cell(page: Page, line: int, column: str) -> None:
    """By keyboard, from the first cell."""
    grid(page).scroll_into_view_if_needed()
    grid(page).click(position={"x": 30, "y": 54})
    expect(cell(page, 0, COLUMNS[0])).to_have_attribute("aria-selected", "true")  # only now do keys go to the grid
    for _ in range(line):
        page.keyboard.press("ArrowDown")
    for _ in range(COLUMNS.index(column)):
        page.keyboard.press("ArrowRight")
    expect(cell(page, line, column)).to_have_attribute("aria-selected", "true")


def linked(page: Page, *pairs: tuple[int, int]) -> None:
    for a, b in pairs:
        steps.drag_rows(page, a, b)
    wait_for_lines(page, len(pairs))


def test_a_note_is_written_into_the_table_and_undone(workspace: Page) -> None:
    """A note stays with its link when another link is added above it, and Undo takes it back."""
    page = workspace
    linked(page, (0, 5), (1, 6))
    go_to_cell(page, 1, "Note")
    page.keyboard.press("Enter")
    cell_editor = page.locator("#portal textarea, #portal input")
    cell_editor.fill("same plant")
    expect(cell_editor).to_have_value("same plant")
    cell_editor.press("Enter")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("title", re.compile("note on a link"))
    steps.drag_rows(page, 2, 7)
    wait_for_lines(page, 3)
    expect(cell(page, 2, "Note")).to_have_text("same plant")
    steps.press(page, "Undo")
    wait_for_lines(page, 2)
    steps.press(page, "Undo")
    expect(page.get_by_role("button", name="Redo", exact=True)).to_have_attribute("title", re.compile("note on a link"))
    expect(cell(page, 1, "Note")).to_have_text("")


def test_a_link_is_deleted_in_the_table(workspace: Page) -> None:
    """Ticking Delete removes this link and no other from the plot; Undo brings it back."""
    page = workspace
    linked(page, (0, 5), (1, 6), (2, 7))
    go_to_cell(page, 1, "Delete")
    page.keyboard.press("Enter")
    steps.expect_links(page, {(0, 5, "must"), (2, 7, "must")})
    wait_for_lines(page, 2)
    steps.press(page, "Undo")
    steps.expect_links(page, {(0, 5, "must"), (1, 6, "must"), (2, 7, "must")})


def test_a_link_by_row_number(workspace: Page) -> None:
    """The form adds the link that was typed; a row linked to itself is refused in a sentence."""
    page = workspace
    page.get_by_role("button", name="Add by name or number").click()
    page.get_by_label("Row A", exact=True).fill("3")
    page.get_by_label("Row B", exact=True).fill("33")
    choose(page, "Kind", "cannot-link")
    page.get_by_role("button", name="Add link").click()
    steps.expect_links(page, {(3, 33, "cannot")})
    wait_for_lines(page, 1)
    if not page.get_by_label("Row B", exact=True).is_visible():
        page.get_by_role("button", name="Add by name or number").click()
    page.get_by_label("Row B", exact=True).fill("3")
    page.get_by_role("button", name="Add link").click()
    expect(page.get_by_text("A link needs two different rows.")).to_be_visible()
    steps.expect_links(page, {(3, 33, "cannot")})
    page.get_by_role("button", name="Add by name or number").click()
    steps.go_to(page, "Data")
    expect(page.get_by_text("Your own table")).to_be_visible()  # an open menu does not call back who leaves the page


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_test_id("stSelectbox").filter(has_text=label).get_by_role("combobox").click()
    page.get_by_role("option", name=option).click()


def test_links_go_out_as_a_file_and_come_back(workspace: Page) -> None:
    """What Export writes, Import reads: the same links after they were all undone; a bad file is one sentence."""
    page = workspace
    linked(page, (0, 5), (1, 25))
    menu = page.get_by_role("button", name="Import / export")
    menu.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export links (CSV)").click()
    text = download.value.path().read_text()
    assert text == "a,b,kind\n0,5,must\n1,25,must\n"
    page.keyboard.press("Escape")
    steps.press(page, "Undo")
    steps.press(page, "Undo")
    steps.expect_links(page, set())
    steps.settle(page)
    import_file(page, text)
    steps.expect_links(page, {(0, 5, "must"), (1, 25, "must")})
    steps.settle(page)
    page.keyboard.press("Escape")
    import_file(page, "a,b,kind\n0,500,must\n")
    expect(page.get_by_text("Row 500 of the links file is not among the rows used")).to_be_visible()


def import_file(page: Page, text: str) -> None:
    if not page.get_by_text("Import links").is_visible():
        page.get_by_role("button", name="Import / export").click()
    steps.choose_file(page.get_by_test_id("stFileUploaderDropzoneInput").last, text, "links.csv")
    page.get_by_role("button", name="Add these links").click()


def test_links_from_known_labels(tab: Page) -> None:
    """0.1 links per row of 150 irises are 15 links, one step in the history."""
    page = tab
    steps.open_demo(page)
    page.get_by_role("button", name="From known labels").click()
    page.get_by_role("button", name="Add them").click()
    steps.settle_with_links(page, 15)
    wait_for_lines(page, 15)
    page.keyboard.press("Escape")
    steps.press(page, "Undo")
    steps.expect_links(page, set())


def excel(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_excel(out, index=False)
    return out.getvalue()


def parquet(frame: pd.DataFrame) -> bytes:
    return bytes(frame.to_parquet(index=False))


@pytest.mark.parametrize(("name", "written"), [("table.xlsx", excel), ("table.parquet", parquet)])
def test_a_table_that_is_not_csv_is_solved(tab: Page, name: str, written: Callable[[pd.DataFrame], bytes]) -> None:
    """An Excel or Parquet file is opened, shown and clustered like any other."""
    page, frame = tab, pd.read_csv(io.StringIO(steps.three_blobs()))
    steps.go_to(page, "Data")
    steps.upload(page, written(frame), name)
    expect(page.get_by_text("60 rows × 2 features")).to_be_visible()
    steps.go_to_workspace(page)
    steps.solve(page)
    expect(page.get_by_test_id("status")).to_contain_text("Optimal")


def test_an_unsure_link_is_broken_where_links_clash(workspace: Page) -> None:
    """A tree with one test cannot keep the ends of both features together; the link that is unsure gives way, and other
    links may contradict it."""
    page = workspace
    rows = list(csv.reader(io.StringIO(steps.three_blobs())))[1:]
    ends = [sorted(range(len(rows)), key=lambda i: float(rows[i][j])) for j in range(2)]
    steps.set_number(page, "Clusters k", "2")
    for _ in range(2):
        page.get_by_role("slider", name="Tree depth").press("ArrowLeft")
    linked(page, *((order[0], order[-1]) for order in ends))
    go_to_cell(page, 0, "Certainty")
    page.keyboard.press("Enter")
    menu = page.locator("#portal input")
    menu.fill("unsure")
    menu.press("Enter")
    expect(cell(page, 0, "Certainty")).to_have_text("unsure")
    steps.settle(page)
    steps.press(page, "Solve")
    expect(page.get_by_test_id("links-kept")).to_have_text("1 of 2 links kept")
    expect(page.locator(".tc-broken")).to_have_count(1)
    expect(page.get_by_test_id("status")).to_contain_text("Optimal within")
    a, b, between = ends[1][0], ends[1][-1], 30
    steps.drag_rows(page, a, between)
    steps.settle_with_links(page, 3)
    steps.choose_mode(page, "Cannot-link")
    steps.drag_rows(page, between, b)
    steps.settle_with_links(page, 4)
    pairs = [(min(pair), max(pair)) for pair in ((a, between), (between, b))]
    assert {(*pairs[0], "must"), (*pairs[1], "cannot")} <= steps.links(page)
