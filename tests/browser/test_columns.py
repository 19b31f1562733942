"""The column table with real keys: each tick and each weight is one step that Undo takes back."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser import steps

NAMES = ("Column", "Values", "Type", "Measure", "Split", "Weight", "Missing", "Role", "Example")
BIRDS = "island,bill,mass,depth\n" + "".join(
    f"{'east' if i % 2 else 'west'},{i % 7},{i * 3 % 11},{i % 5}\n" for i in range(24)
)


def grid(page: Page) -> Locator:
    return page.get_by_test_id("stDataFrame").nth(1)


def cell(page: Page, line: int, column: str) -> Locator:
    return grid(page).get_by_test_id(f"glide-cell-{NAMES.index(column)}-{line}")


def go_to_cell(page: Page, line: int, column: str) -> None:
    """By keyboard, from the first cell."""
    grid(page).scroll_into_view_if_needed()
    grid(page).click(position={"x": 30, "y": 54})
    expect(cell(page, 0, NAMES[0])).to_have_attribute("aria-selected", "true")
    for _ in range(line):
        page.keyboard.press("ArrowDown")
    for _ in range(NAMES.index(column)):
        page.keyboard.press("ArrowRight")
    expect(cell(page, line, column)).to_have_attribute("aria-selected", "true")


def test_a_column_is_switched_off_and_comes_back_with_undo(tab: Page) -> None:
    """Mass is neither measured nor asked about: two features. Two Undos in the workspace, and there are three."""
    page = tab
    steps.go_to(page, "Data")
    steps.upload(page, BIRDS, "birds.csv")
    expect(page.get_by_text("24 rows × 3 features")).to_be_visible()
    expect(page.get_by_text('Text column "island" is shown, not clustered by')).to_be_visible()
    for column in ("Measure", "Split"):
        steps.settle(page)
        go_to_cell(page, 2, column)
        page.keyboard.press("Enter")
        expect(cell(page, 2, column)).to_have_text("false")
    expect(page.get_by_text("24 rows × 2 features")).to_be_visible()
    steps.go_to_workspace(page)
    for _ in range(2):
        expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute(
            "title", re.compile("choose columns")
        )
        steps.press(page, "Undo")
        steps.settle(page)
    steps.go_to(page, "Data")
    expect(page.get_by_text("24 rows × 3 features")).to_be_visible()
    expect(cell(page, 2, "Measure")).to_have_text("true")
    page.get_by_role("button", name="Include text columns").click()
    expect(page.get_by_text("24 rows × 5 features")).to_be_visible()
