"""The tree can be read, folded, and shown to others."""

from __future__ import annotations

import itertools
import random
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests import everyday_tables
from tests.browser import steps

DRAWN = """() => {
  const svg = document.querySelector(".tc-tree svg");
  const card = document.querySelector(".tc-tree").getBoundingClientRect();
  const boxes = [...svg.querySelectorAll(".node")].map((node) => node.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
  const [right, bottom] = [Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom))];
  const text = parseFloat(getComputedStyle(svg.querySelector(".node text")).fontSize) * svg.getScreenCTM().a;
  return {
    text, leaves: svg.querySelectorAll(".leaf").length,
    filled: ((right - left) * (bottom - top)) / (card.width * card.height),
    inside: left >= card.left - 1 && right <= card.right + 1 && top >= card.top - 1 && bottom <= card.bottom + 1,
  };
}"""


FILLED = f"""(leaves) => {{
  const drawn = ({DRAWN})();
  return drawn.inside && drawn.leaves === leaves && drawn.text >= 11.95 && drawn.filled >= 0.5;
}}"""


def expect_a_filled_card(page: Page, leaves: int) -> None:
    """As soon as it has come to rest: at least 12 pixels, wholly in sight, on at least half of the card."""
    with suppress(PlaywrightTimeout):
        page.wait_for_function(FILLED, arg=leaves, timeout=20_000)
    assert page.evaluate(FILLED, leaves), (page.viewport_size, page.evaluate(DRAWN))


def corners() -> str:
    """Six rows at each corner of a cube of four dimensions."""
    rng = random.Random(3)
    lines = ["petal_length,petal_width,sepal_length,sepal_width"]
    for corner in itertools.product((0, 10), repeat=4):
        lines += [",".join(f"{side + rng.uniform(-1, 1):.2f}" for side in corner) for _ in range(6)]
    return "\n".join(lines) + "\n"


@pytest.fixture
def solved(tab: Page) -> Page:
    """A tree of sixteen leaves."""
    steps.open_table(tab, corners())
    steps.set_number(tab, "Clusters k", "16")
    tab.get_by_role("slider", name="Tree depth").press("ArrowRight")
    steps.settle(tab)
    steps.solve(tab)
    steps.settle(tab)
    return tab


def test_text_is_large_enough_and_the_card_is_filled(solved: Page):
    """Sixteen leaves, and eight: at least 12 pixels, wholly in sight, on at least half of the card, at both sizes of
    the screen."""
    for leaves in (16, 8):
        if leaves == 8:
            steps.set_number(solved, "Clusters k", "8")
            solved.get_by_role("slider", name="Tree depth").press("ArrowLeft")
            steps.settle(solved)
            steps.press(solved, "Solve")
            solved.wait_for_function("() => document.querySelectorAll('.tc-tree .leaf').length === 8")
            steps.settle(solved)
        for width, height in ((1440, 900), (1024, 768)):
            solved.set_viewport_size({"width": width, "height": height})
            expect_a_filled_card(solved, leaves)


def test_nodes_fold_and_tell_what_they_divide(solved: Page):
    """By keyboard: a node in focus shows its column's distribution, its whole subtree is lit, Fold hides what is
    below it and again shows it. Presenting hides the sidebar, and Escape ends that."""
    tree = solved.get_by_test_id("tree")
    nodes = tree.locator(".node:not(.gone)")
    assert nodes.count() == 31
    expect(tree.locator(".split .tc-share").first).to_be_visible()
    nodes.nth(1).focus()
    solved.keyboard.press("Enter")
    expect(solved.locator(".tc-distribution line")).to_have_count(1)
    assert tree.locator(".node.on").count() == 16
    solved.get_by_role("button", name="Fold", exact=True).click()
    expect(nodes).to_have_count(17)
    solved.get_by_role("button", name="Fold", exact=True).click()
    expect(nodes).to_have_count(31)
    solved.get_by_role("button", name="Present").click()
    expect(solved.get_by_test_id("stSidebar")).to_be_hidden()
    solved.keyboard.press("Escape")
    expect(solved.get_by_test_id("stSidebar")).to_be_visible()


def test_a_crooked_tree_with_long_names_fills_its_card(tab: Page):
    """Birds in eight leaves, with names of columns that are long: as large on a wide screen, where it is read across,
    on a narrow one, and on a phone, where a finger on it scrolls the page."""
    steps.go_to(tab, "Data")
    steps.upload(tab, everyday_tables.penguins(), "birds8.csv")
    tab.get_by_role("button", name="Leave out 2 rows").click()
    tab.get_by_role("button", name="Include year").click()
    expect(tab.get_by_text("331 rows × 5 features")).to_be_visible()
    steps.go_to_workspace(tab)
    steps.solve(tab)
    steps.settle(tab)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        tab.set_viewport_size({"width": width, "height": height})
        expect_a_filled_card(tab, 8)
    assert tab.locator(".tc-tree").evaluate("tree => tree.style.touchAction") == "pan-y pinch-zoom"


def test_plot_and_tree_are_seen_at_once(tab: Page):
    """Birds in five leaves, on a screen and on a small one: without scrolling, all marks, all nodes and all of the
    legend are in sight."""
    steps.open_table(tab, everyday_tables.penguins())
    steps.solve(tab)
    steps.settle(tab)
    for width, height in ((1440, 900), (1024, 768)):
        tab.set_viewport_size({"width": width, "height": height})
        tab.wait_for_function(f"() => ({DRAWN})().inside")
        for part in (".tc-wrap", ".tc-tree .node", ".tc-legend"):
            for box in (one.bounding_box() for one in tab.locator(part).all()):
                assert box["x"] >= 0 and box["x"] + box["width"] <= width, (part, width, box)
                assert box["y"] >= 0 and box["y"] + box["height"] <= height, (part, width, box)
