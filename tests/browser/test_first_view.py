"""The first picture of tables as people have them: rows can be told apart, found on stacks, coloured, linked by key."""

from __future__ import annotations

import itertools

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.everyday_tables import TABLES

LARGE = {"five_thousand"}
SPOTS = """() => {
  const { geometry } = window.treeclust.plot;
  const spots = new Map();
  for (const row of geometry.rows) {
    const spot = geometry.pixel(row).map(Math.round).join();
    spots.set(spot, (spots.get(spot) ?? 0) + 1);
  }
  const own = [...spots.values()].filter((count) => count === 1).length;
  const counted = window.treeclust.stacks().reduce((sum, rows) => sum + rows.length, 0);
  return { rows: geometry.rows.length, own, counted };
}"""


def test_every_table_shows_its_rows(tab: Page):
    """At least 60 % of the rows of each table have a spot of their own or are on a counted one, in the view that the
    table opens in; no page has an exception box."""
    for name, table in TABLES.items():
        steps.open_table(tab, table())
        seen = tab.evaluate(SPOTS)
        assert seen["rows"] > 100, name
        assert seen["own"] + seen["counted"] >= (0.6 if name in LARGE else 0.8) * seen["rows"], (name, seen)
        expect(tab.get_by_test_id("stException")).to_have_count(0)


def test_no_page_fails_for_an_odd_table(tab: Page):
    """One column, and nothing but text: solved, and then every page in turn without an exception box, nor the sentence
    that stands where a part of a page failed."""
    for name in ("one_column", "yes_and_no"):
        steps.open_table(tab, TABLES[name]())
        steps.solve(tab)
        for page in ("Trade-offs", "Compare", "Experiments", "Method", "Workspace"):
            steps.go_to(tab, page)
            expect(tab.get_by_test_id("stException")).to_have_count(0)
            expect(tab.get_by_text("nothing of your work is lost")).to_have_count(0)


def test_birds_with_gaps_become_a_tree_in_three_clicks(tab: Page):
    """Leave out the rows with gaps, go to the workspace, solve; no cluster is a single outlier, and the plot shows the
    columns of the tree. Then colours by another column, and back."""
    steps.go_to(tab, "Data")
    steps.upload(tab, TABLES["penguins"](), "birds.csv")
    tab.get_by_role("button", name="Leave out 2 rows").click()
    steps.go_to_workspace(tab)
    steps.solve(tab)
    steps.settle(tab)
    legend = tab.locator(".tc-legend")
    counts = [int(text) for text in legend.locator("span.tc-key i").all_inner_texts()]
    assert len(counts) == 3 and min(counts) >= 11
    colour = tab.get_by_test_id("stSelectbox").filter(has_text="Colour").get_by_role("combobox")
    colour.click()
    tab.get_by_role("option", name="island").click()
    expect(legend).to_contain_text("Torgersen")
    tab.wait_for_function("() => Array.isArray(window.treeclust.plot.gd._fullData[0].marker.color)")
    colour.click()
    tab.get_by_role("option", name="Clusters").click()
    expect(legend).to_contain_text("Cluster 1")


def stacked() -> str:
    """Seventy equal rows, and others by themselves, each with a name."""
    lines = [["name", "x", "y"], *([f"twin {i}", 5, 5] for i in range(70))]
    lines += [[f"single {i}", i % 10 * 1.01, i * 0.37] for i in range(30)]
    return "\n".join(",".join(map(str, line)) for line in lines) + "\n"


def test_a_stack_is_counted_and_picked_from(tab: Page):
    """The spot says how many rows it has; a click on it lists them by name, and the one picked is linked. Links of a
    kind can be hidden, and then take no clicks."""
    steps.open_table(tab, stacked())
    expect(tab.locator(".tc-count")).to_have_text("×70")
    steps.click_row(tab, 3)
    picker = tab.get_by_role("dialog", name="70 rows on this spot")
    picker.get_by_role("searchbox").fill("twin 42")
    picker.get_by_role("button", name="twin 42").click()
    expect(picker).to_have_count(0)
    steps.click_row(tab, 80)
    steps.expect_links(tab, {(42, 80, "must")})
    shown = tab.locator(".tc-link")
    expect(shown).to_have_count(1)
    tab.get_by_role("button", name="Show links that say together").click()
    expect(shown).to_have_count(0)
    tab.get_by_role("button", name="Show links that say together").click()
    expect(shown).to_have_count(1)


def test_rows_are_linked_by_keyboard(tab: Page):
    """With the plot in focus, arrows go from row to row and Enter chooses; no pointer is needed."""
    steps.open_table(tab, steps.three_blobs())
    tab.locator(".tc-plot").focus()
    chosen = []
    for key in itertools.chain(["ArrowRight"], ["ArrowRight"] * 2):
        tab.keyboard.press(key)
        chosen.append(tab.evaluate("() => window.treeclust.plot.cursor"))
    tab.keyboard.press("Enter")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Enter")
    last = tab.evaluate("() => window.treeclust.plot.cursor")
    assert len({*chosen, last}) == 4
    steps.expect_links(tab, {(min(chosen[-1], last), max(chosen[-1], last), "must")})
