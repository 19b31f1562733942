"""A component ends when it leaves the page, and not before (shared.js)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

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


ROWS = {"rows": [0, 1, 2], "names": ["", "", ""], "fields": []}
QUESTION = {
    "card": {"pair": [0, 1], "names": ["row 0", "row 1"], "fields": [], "kind": ROWS},
    "next": {}, "said": "", "signal": "", "ready": True, "seen": 0, "answered": 0, "second": False, "others": 0,
    "experts": "",
}  # fmt: skip
CARD = """async ([html, data, run]) => {
  const { default: card } = await import("/ui/workspace/interview_card/card.js");
  const place = () => {
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = html;
    return root;
  };
  const tell = (parentElement, seen) => card({ parentElement, data: { ...data, seen }, setStateValue() {} });
  await eval(run)(place, tell);
}"""
OVERTAKEN_CARD = """async (place, tell) => {
  const root = place();
  const overtaken = tell(root, 0);
  tell(root, 1);
  overtaken();
}"""
CARD_TWICE = """async (place, tell) => {
  const [first, second] = [place(), place()];
  tell(first, 0);
  const end = tell(second, 0);
  second.remove();
  end();
}"""


@pytest.mark.parametrize("script", [OVERTAKEN_CARD, CARD_TWICE])
def test_the_interview_goes_on_hearing_keys(bare: Page, script: str) -> None:
    """After a message that was overtaken, and after a second copy of the card has gone, G asks in another form."""
    html = (FOLDER.parent.parent / "workspace/interview_card/card.html").read_text(encoding="utf-8")
    bare.evaluate(CARD, [html, QUESTION, script])
    question = bare.get_by_test_id("interview-question")
    expect(question).to_contain_text("belong together?")
    bare.keyboard.press("g")
    expect(question).to_contain_text("one kind?", timeout=5_000)


OVER_THE_PLOT = """async ([scatterHtml, plot, html, data]) => {
  const { default: scatter } = await import("/scatter/main.js");
  const { default: card } = await import("/ui/workspace/interview_card/card.js");
  const place = (inside) => {
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = inside;
    return root;
  };
  scatter({ parentElement: place(scatterHtml), data: plot, setStateValue() {} });
  document.body.appendChild(document.createElement("button")).focus();
  card({ parentElement: place(html), data: { ...data, card: { waiting: "…" } }, setStateValue() {} });
  card({ parentElement: document.body.lastChild, data, setStateValue() {} });
}"""


def test_the_plot_below_the_interview_hears_no_keys(bare: Page) -> None:
    """While the page changes the plot may still be below the card: G, which is a key of both, is the card's, and the focus
    goes to the first answer as soon as there is one."""
    scatter = (FOLDER / "scatter/scatter.html").read_text(encoding="utf-8")
    html = (FOLDER.parent.parent / "workspace/interview_card/card.html").read_text(encoding="utf-8")
    bare.evaluate(OVER_THE_PLOT, [scatter, DATA, html, QUESTION])
    expect(bare.locator(".tc-interview-answers button").first).to_be_focused()
    bare.keyboard.press("g")
    expect(bare.get_by_test_id("interview-question")).to_contain_text("one kind?", timeout=5_000)
