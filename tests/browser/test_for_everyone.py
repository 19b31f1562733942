"""For everyone: by keyboard alone, on a phone, at twice the size, and as a screen reader's checker sees it."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests import everyday_tables
from tests.browser import steps

AXE = """async () => {
  const rules = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  const heavy = violations.filter((found) => ["serious", "critical"].includes(found.impact));
  return heavy.map((found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3)}`);
}"""
DARK = "dark => document.documentElement.classList.contains('tc-dark') === dark"
INK_AND_PAPER = "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"


def check_page(page: Page) -> None:
    """Neither serious nor critical findings, light and dark."""
    steps.settle(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(DARK, arg=scheme == "dark")
        assert findings(page) == [], (page.url, scheme)


def findings(page: Page) -> list[str]:
    """Those that stay: while colours change from one theme to the other, some texts are between both."""
    found: list[str] = page.evaluate(AXE)
    for _ in range(5):
        if found:
            page.wait_for_timeout(400)
            found = page.evaluate(AXE)
    return found


def test_no_page_has_a_serious_finding_of_axe(page: Page) -> None:
    """Every page, before there is a table and with a solved one, in both themes."""
    page.evaluate(AXE_SCRIPT)
    check_page(page)
    steps.upload(page, everyday_tables.penguins(60), "penguins.csv")
    check_page(page)
    steps.open_demo(page)
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    steps.drag_rows(page, 0, 1)
    expect(page.get_by_test_id("links-kept")).to_have_text("1 of 1 links kept")
    check_page(page)
    for name in ("Trade-offs", "Compare", "Experiments", "Method"):
        steps.go_to(page, name)
        check_page(page)


def test_a_link_a_tree_and_a_node_by_keyboard_alone(tab: Page) -> None:
    """P goes to the plot, arrows and Enter choose two rows, Ctrl + Enter solves, T goes to the tree, Enter opens a
    node. On a phone, and at twice the size, Solve is in sight."""
    steps.open_table(tab, steps.three_blobs())
    tab.keyboard.press("p")
    for key in ("ArrowRight", "Enter", "ArrowRight", "Enter"):
        tab.keyboard.press(key)
    steps.settle_with_links(tab, 1)
    undo = tab.get_by_role("button", name="Undo", exact=True)
    steps.expect_undo(tab, "add a link")
    tab.keyboard.press("Control+Enter")
    expect(tab.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(tab.get_by_test_id("links-kept")).to_have_text("1 of 1 links kept")
    steps.settle(tab)
    tab.keyboard.press("t")
    tab.keyboard.press("Enter")
    expect(tab.locator(".tc-distribution line")).to_have_count(1)
    tab.keyboard.press("Escape")
    for width, height in ((390, 844), (720, 450)):
        tab.set_viewport_size({"width": width, "height": height})
        expect(tab.locator(".tc-solve-here")).to_be_in_viewport()
        expect(undo).to_be_in_viewport()
        tab.locator(".tc-solve-here").click()
        steps.settle(tab)
        ink, paper = tab.locator(".tc-solve-here").evaluate(INK_AND_PAPER)
        assert ink != paper, "it can be read while the finger, or the pointer, is still on it"
        expect(tab.get_by_test_id("status")).to_contain_text("Optimal")
