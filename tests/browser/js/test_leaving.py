"""A component ends when it leaves the page, and not before (shared.js)."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.js.conftest import FOLDER

DATA = {
    "figure": "f", "links": [[0, 1, "must"]], "rev": 1, "height": 100, "pairs": [], "legend": [], "keys": [],
    "broken": [], "clash": [], "soft": [], "found": [], "notice": None,
}  # fmt: skip
PLOT = """async ([html, data, run]) => {
  const { default: scatter } = await import("/scatter/main.js");
  const { TC } = await import("/shared.js");
  const place = () => {
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = html;
    return root;
  };
  const tell = (parentElement, links) =>
    scatter({ parentElement, data: { ...data, links, rev: links.length }, setStateValue() {} });
  return await eval(run)(TC, place, tell, data.links);
}"""
OVERTAKEN = """async (TC, place, tell, links) => {
  const root = place();
  const overtaken = tell(root, []);
  const newest = tell(root, links);
  overtaken();
  await Promise.resolve();
  const between = TC.links().length;
  root.remove();
  newest();
  return [between, TC.links().length];
}"""


TWICE = """async (TC, place, tell, links) => {
  const [first, second] = [place(), place()];
  tell(first, links);
  const end = tell(second, links);
  second.remove();
  end();
  return TC.links().length;
}"""


def run(page: Page, script: str) -> object:
    html = (FOLDER / "scatter/scatter.html").read_text(encoding="utf-8")
    return page.evaluate(PLOT, [html, DATA, script])


def test_a_message_that_was_overtaken_does_not_end_the_plot(bare: Page) -> None:
    """Of two messages in quick succession Streamlit ends the first one as if the plot had gone; the plot, with the
    links of the second, stays until it has really gone."""
    assert run(bare, OVERTAKEN) == [1, 0]


def test_a_second_copy_of_the_plot_leaves_the_first_in_charge(bare: Page) -> None:
    """While the page is drawn anew the plot may be there twice; when one copy goes, the other one answers."""
    assert run(bare, TWICE) == 1
