"""The interview's card, without a server: which keys it hears, and what becomes of replies (interview_card/card.js)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.conftest import FOLDER
from tests.browser.js.test_leaving import DATA

CARD_HTML = FOLDER.parent.parent / "workspace/interview_card/card.html"
ROWS = {"rows": [0, 1, 2], "names": ["", "", ""], "fields": []}
QUESTION = {
    "card": {"pair": [0, 1], "names": ["row 0", "row 1"], "fields": [], "kind": ROWS},
    "next": {}, "said": "", "signal": "", "ready": True, "seen": 0, "conversation": "one", "answered": 0,
    "second": False, "others": 0, "experts": "",
}  # fmt: skip
CARD = """async ([html, data, run]) => {
  const { default: card } = await import("/ui/workspace/interview_card/card.js");
  const place = () => {
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = html;
    return root;
  };
  const tell = (parentElement, seen, setStateValue = () => {}, conversation = "one") =>
    card({ parentElement, data: { ...data, seen, conversation }, setStateValue });
  return await eval(run)(place, tell);
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
    bare.evaluate(CARD, [CARD_HTML.read_text(encoding="utf-8"), QUESTION, script])
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
    """While the page changes the plot may still be below the card: G, which is a key of both, is the card's, and the
    focus goes to the first answer as soon as there is one."""
    scatter = (FOLDER / "scatter/scatter.html").read_text(encoding="utf-8")
    html = CARD_HTML.read_text(encoding="utf-8")
    bare.evaluate(OVER_THE_PLOT, [scatter, DATA, html, QUESTION])
    expect(bare.locator(".tc-interview-answers button").first).to_be_focused()
    bare.keyboard.press("g")
    expect(bare.get_by_test_id("interview-question")).to_contain_text("one kind?", timeout=5_000)


CARD_AGAIN = """async (place, tell) => {
  const said = [];
  const hear = (name, replies) => said.push(replies.map((reply) => reply.word));
  const pause = () => new Promise((done) => setTimeout(done, 50));
  const root = place();
  const end = tell(root, 0, hear);
  for (const key of ["2", "Escape"]) window.dispatchEvent(new KeyboardEvent("keydown", { key }));
  root.remove();
  end();
  const again = place();
  tell(again, 0, hear);
  await pause();
  const hidden = again.querySelector(".tc-interview").getClientRects().length === 0;
  tell(again, 0, hear, "another");
  await pause();
  return [said, hidden, again.querySelector("h2").textContent];
}"""


def test_replies_outlive_a_card_that_is_drawn_anew(bare: Page) -> None:
    """What was pressed just before Streamlit took the card away is reported by the next one, which stays closed if
    that was Close; in another interview it is forgotten."""
    html = CARD_HTML.read_text(encoding="utf-8")
    said, hidden, question = bare.evaluate(CARD, [html, QUESTION, CARD_AGAIN])
    assert said == [["apart"], ["apart", "close"], ["apart", "close"]]
    assert hidden and "belong together?" in question
