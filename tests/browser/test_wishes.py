"""Wishes and rules in a real browser: chosen in the sidebar, seen in the badge, undone, emptied, priced."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, expect

from tests.browser import steps


def choose(page: Page, label: str, option: str | re.Pattern[str]) -> None:
    """The page may be drawn again just when the list opens, which closes it."""
    wanted = page.get_by_role("option", name=option, exact=isinstance(option, str))
    for _ in range(10):
        page.get_by_role("combobox", name=re.compile(re.escape(label))).click()
        with suppress(TimeoutError):
            wanted.click(timeout=5_000)
            break
    steps.settle(page)


def test_a_wish_and_a_rule_are_in_the_answer(tab: Page) -> None:
    """The simplest tree without one of the columns: the badge says what is proved; Undo brings back what was asked."""
    page = tab
    steps.open_table(page, steps.noise(45, 3))
    choose(page, "Among equally good trees, prefer", "Simplest tree")
    expect(page.get_by_label("Allow a diameter wider by (%)")).to_have_count(0)
    page.get_by_text("Rules about the tree").click()
    choose(page, "Never ask about", "c0")
    page.keyboard.press("Escape")
    expect(page.get_by_text('Asked for: no test on "c0".')).to_be_visible()
    steps.solve(page)
    expect(page.get_by_test_id("status")).to_contain_text("Optimal within ε")
    expect(page.get_by_test_id("choice")).to_have_text("simplest tree, proved")
    expect(page.get_by_test_id("choice")).to_have_attribute("title", re.compile("No tree as good as this has fewer"))
    expect(page.get_by_test_id("tree").locator("svg")).not_to_contain_text("c0")
    expect(page.get_by_test_id("stMetric").filter(has_text="Leaves")).to_contain_text("✓")
    steps.press(page, "Undo")
    expect(page.get_by_text('Asked for: no test on "c0".')).to_have_count(0)
    expect(page.get_by_text("changed since: solve again")).to_be_visible()
    steps.press(page, "Redo")
    expect(page.get_by_text("changed since: solve again")).to_have_count(0)


def test_a_limit_can_be_emptied_again(tab: Page) -> None:
    """A number that was typed goes away with its text, and the limit with it."""
    page = tab
    steps.open_table(page, steps.noise(46, 3))
    page.get_by_text("Sizes and bounds").click()
    smallest = page.get_by_label("Smallest cluster (rows)", exact=True)
    expect(smallest).to_have_attribute("placeholder", "1 (10 % of n / k)")
    steps.set_number(page, "Smallest cluster (rows)", "9")
    expect(page.get_by_text("Asked for: at least 9 rows in a cluster.")).to_be_visible()
    steps.set_number(page, "Smallest cluster (rows)", "")
    expect(page.get_by_text("Asked for:")).to_have_count(0)
    expect(smallest).to_have_value("")
    steps.press(page, "Undo")
    expect(smallest.filter(visible=True)).to_have_value("9")
    expect(page.get_by_text("Asked for: at least 9 rows in a cluster.")).to_be_visible()


def test_fewer_leaves_are_priced_and_used(tab: Page) -> None:
    """Each number of leaves has its best tree; the one chosen becomes the answer, with its number of leaves asked."""
    page = tab
    steps.open_table(page, steps.noise(58, 3))
    steps.solve(page)
    steps.go_to(page, "Trade-offs")
    page.get_by_role("button", name="Price the leaves").click()
    expect(page.get_by_role("button", name="Again")).to_be_visible(timeout=120_000)
    steps.settle(page)
    choose(page, "Or choose a number of leaves", re.compile("^3 leaves: diameter"))
    expect(page.get_by_text(re.compile("At most 3 leaves"))).to_be_visible()
    expect(page.get_by_test_id("tree").locator(".leaf")).to_have_count(3)
    page.get_by_role("button", name="Use this answer in the workspace").click()
    steps.wait_for_plot(page)
    expect(page.get_by_test_id("status")).to_contain_text("Optimal within ε")
    expect(page.get_by_text("Asked for: at most 3 leaves.")).to_be_visible()
