"""The first minutes with a table of one's own: what to press is in sight, rows have names, a wrong k is noticed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import everyday_tables
from tests.browser import steps

SIZES = ((1440, 900), (1024, 768))
RANGE = "() => ['xaxis', 'yaxis'].flatMap((axis) => window.treeclust.plot.gd._fullLayout[axis].range)"


def test_what_comes_next_is_in_sight(tab: Page) -> None:
    """Without scrolling, on a screen and on a small one: what to do about gaps, the way to the workspace, Solve, and
    whether it solves by itself."""
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        steps.go_to(tab, "Data")
        steps.upload(tab, everyday_tables.penguins(), f"birds{width}.csv")
        gaps = tab.get_by_role("button", name="Leave out 2 rows")
        expect(gaps).to_be_in_viewport()
        gaps.click()
        onwards = tab.get_by_role("button", name="Go to the workspace")
        expect(onwards).to_be_in_viewport()
        onwards.click()
        steps.wait_for_plot(tab)
        expect(tab.get_by_role("button", name="Solve", exact=True)).to_be_in_viewport()
        expect(tab.get_by_text("Live", exact=True)).to_be_in_viewport()


def test_too_few_clusters_are_noticed_and_mended_by_one_press(tab: Page) -> None:
    """Three groups in two clusters: soon after the answer a sentence says so; its button brings the tree of three, and
    Undo the one of two."""
    steps.open_table(tab, steps.three_blobs())
    steps.set_number(tab, "Clusters k", "2")
    steps.solve(tab)
    expect(tab.locator(".st-key-nudge")).to_contain_text("3 clusters fit far better")
    steps.press(tab, "Use 3 clusters")
    expect(tab.locator(".tc-legend")).to_contain_text("Cluster 3")
    expect(tab.get_by_test_id("status")).to_contain_text("Optimal")
    expect(tab.get_by_label("Clusters k", exact=True)).to_have_value("3")
    steps.settle(tab)
    steps.press(tab, "Undo")
    expect(tab.locator(".tc-legend")).not_to_contain_text("Cluster 3")
    steps.settle(tab)  # while the page is redrawn, the old field stands beside the new one
    expect(tab.get_by_label("Clusters k", exact=True)).to_have_value("2")


def test_a_row_of_five_thousand_is_found_and_linked_by_name(tab: Page) -> None:
    """The search lists one row and rings it in the plot; two names typed into the form are a link of these rows."""
    steps.open_table(tab, everyday_tables.five_thousand())
    tab.get_by_role("tab", name="Rows", exact=True).click()
    search = tab.get_by_label("Find rows")
    search.fill("shop 04321")
    search.press("Enter")
    expect(tab.get_by_text("1 row; tick two to link them.")).to_be_visible()
    tab.wait_for_function("() => `${window.treeclust.plot.component.data.found}` === '4321'")
    tab.get_by_role("tab", name="Links", exact=True).click()
    tab.get_by_role("button", name="Add by name or number").click()
    tab.get_by_label("Row A", exact=True).fill("shop 00017")
    tab.get_by_label("Row B", exact=True).fill("shop 04321")
    tab.get_by_role("button", name="Add link").click()
    steps.expect_links(tab, {(17, 4321, "must")})


def test_what_was_zoomed_to_is_shown_again_after_another_page(tab: Page) -> None:
    """Until a double click shows all of it, for good."""
    steps.open_table(tab, steps.three_blobs())
    whole = tab.evaluate(RANGE)
    x, y = steps.mark(tab, 0)
    tab.mouse.move(x, y)
    tab.mouse.wheel(0, -300)
    tab.wait_for_function(f"whole => `${{({RANGE})()}}` !== `${{whole}}`", arg=whole)
    tab.wait_for_function("() => window.treeclust.parts.size > 0")
    part = tab.evaluate(RANGE)
    for shown in (part, whole):
        steps.go_to(tab, "Compare")
        steps.go_to(tab, "Workspace")
        steps.wait_for_plot(tab)
        tab.wait_for_function(f"shown => `${{({RANGE})()}}` === `${{shown}}`", arg=shown)
        if shown == part:
            box = tab.locator(".tc-plot .nsewdrag").bounding_box()
            tab.mouse.dblclick(box["x"] + 3, box["y"] + 3)
            tab.wait_for_function(f"whole => `${{({RANGE})()}}` === `${{whole}}`", arg=whole)
