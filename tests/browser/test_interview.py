"""The interview in the browser: by keyboard alone, nothing lost, and what is assumed seen, removed and switched off."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server

ROWS, FEW_ROWS, ANSWERS = 1_000, 200, 10


def two_moons(rows: int) -> str:
    """Two elongated groups that lie across each other's way, with a note and a picture in each row."""
    rng = random.Random(3)
    pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    lines = ["x,y,z,note,picture"]
    for row in range(rows):
        side, along = row % 2, rng.uniform(0, 10)
        x, y = (along, rng.gauss(0, 0.6)) if side else (rng.gauss(11, 0.6), along + 2)
        lines.append(f'{x:.3f},{y:.3f},{rng.uniform(0, 4):.3f},{"a long note " * 8},"{pixel}"')
    return "\n".join(lines) + "\n"


def begin(page: Page) -> None:
    page.get_by_role("tab", name="Next question").click()
    page.get_by_role("button", name="Start the interview").click()
    expect(page.get_by_test_id("interview-question")).to_contain_text("belong together?")


def answer(page: Page, know: bool) -> None:
    """Press a key when what comes next is known already, as it is for somebody who has read the question: the truth,
    which is whether both rows are of the same group, or that one does not know."""
    expect(page.locator('.tc-interview[data-ready="true"]')).to_be_visible()
    question = page.get_by_test_id("interview-question")
    before = question.get_attribute("data-pair")
    a, b = map(int, before.split("-"))
    page.keyboard.press("3" if not know else "1" if a % 2 == b % 2 else "2")
    expect(question).not_to_have_attribute("data-pair", before)
    expect(question).not_to_have_attribute("data-pair", "")


def test_ten_questions_by_keyboard_and_a_closed_tab(server: Server, open_page: Opener) -> None:
    """Each key leads to the next question, U takes one back; a tab that is opened afterwards has every
    answer, and goes on."""
    page = open_page(server.url)
    steps.open_table(page, two_moons(ROWS))
    begin(page)
    expect(page.locator(".tc-interview td.long").first).to_be_visible()
    expect(page.locator(".tc-interview td.image img").first).to_be_visible()
    gaps = [
        float(g)
        for g in page.locator(".tc-interview tbody tr").evaluate_all(
            "r => r.map(x => x.style.getPropertyValue('--gap'))"
        )
    ]
    assert gaps == sorted(gaps, reverse=True) and gaps[0] > 0
    for at in range(ANSWERS):
        answer(page, know=at % 3 < 2)
    expect(page.get_by_test_id("interview-progress")).to_have_text(f"{ANSWERS} answers")
    expect(page.get_by_test_id("interview-signal")).to_contain_text(re.compile("agrees to \\d+ %|agrees to \\d+%"))
    page.keyboard.press("u")
    expect(page.get_by_test_id("interview-progress")).to_have_text(f"{ANSWERS - 1} answers")
    address = page.url
    page.close()
    again = open_page(address)
    expect(again.get_by_test_id("interview-question")).to_contain_text("belong together?")
    again.keyboard.press("Escape")
    expect(again.get_by_test_id("interview")).to_have_count(0)
    again.wait_for_function("() => window.treeclust.links().length === 6")


def test_questions_about_groups_by_keyboard(tab: Page) -> None:
    """G asks which of some rows a row goes with, or whether some rows are one kind; letters mark those that are not. An
    answer is a link for each of the others, and U takes all of them back."""
    steps.open_table(tab, three_kinds(FEW_ROWS))
    begin(tab)
    question = tab.get_by_test_id("interview-question")
    expect(tab.locator('[data-word="form"]')).to_be_visible()
    tab.keyboard.press("g")
    expect(question).to_contain_text("go with?")
    tab.keyboard.press("1")
    expect(tab.get_by_test_id("interview-progress")).to_have_text("1 answer")
    expect(question).to_contain_text("belong together?")
    tab.keyboard.press("u")
    expect(tab.get_by_test_id("interview-progress")).to_have_text("0 answers")
    expect(question).to_contain_text("belong together?")
    tab.keyboard.press("g")
    tab.keyboard.press("g")
    expect(question).to_contain_text("one kind?")
    tab.keyboard.press("b")
    expect(tab.locator('.tc-interview thead button[aria-pressed="true"]')).to_have_count(1)
    rows = tab.locator(".tc-interview thead button").count()
    tab.keyboard.press("1")
    expect(tab.get_by_test_id("interview-progress")).to_have_text("1 answer")
    expect(question).to_contain_text("belong together?")
    tab.keyboard.press("Escape")
    tab.wait_for_function(f"() => window.treeclust.links().length === {rows - 1}")


def test_second_opinions_by_keyboard(tab: Page) -> None:
    """What Ann answered, Bob is asked with O; both answers stay, and how far they agree is said."""
    steps.open_table(tab, three_kinds(FEW_ROWS))
    sign(tab, "Ann")
    begin(tab)
    answer_any(tab, "2")
    tab.keyboard.press("Escape")
    sign(tab, "Bob")
    begin(tab)
    tab.keyboard.press("o")
    expect(tab.get_by_test_id("interview-signal")).to_contain_text("Second opinions: 1 left")
    tab.keyboard.press("s")
    expect(tab.get_by_role("button", name="I am fairly sure")).to_be_visible()
    tab.keyboard.press("1")
    expect(tab.get_by_test_id("interview-experts")).to_contain_text("Ann and Bob agree on 0 of 1 pair")
    tab.keyboard.press("Escape")
    tab.get_by_role("tab", name="Links").click()
    expect(tab.get_by_text(re.compile("apart says Ann"))).to_be_visible()
    sign(tab, "")  # the tab goes on to the next test, whose links are nobody's


def three_kinds(rows: int) -> str:
    """Three groups that run into each other."""
    rng = random.Random(5)
    lines = ["x,y,z"]
    for row in range(rows):
        x, y = ((0, 0), (4, 1), (2, 5))[row % 3]
        lines.append(f"{rng.gauss(x, 1.6):.3f},{rng.gauss(y, 1.6):.3f},{rng.uniform(0, 4):.3f}")
    return "\n".join(lines) + "\n"


def sign(page: Page, name: str) -> None:
    """In whose name links are drawn from now on."""
    steps.go_to(page, "Data")
    field = page.get_by_role("textbox", name="Your name")
    field.fill(name)
    field.press("Enter")
    steps.settle(page)
    steps.go_to_workspace(page)


def answer_any(page: Page, key: str) -> None:
    page.keyboard.press(key)
    expect(page.get_by_test_id("interview-progress")).to_have_text("1 answer")


def test_assumed_links_are_seen_removed_and_switched_off(tab: Page) -> None:
    """The badge counts them apart from those of the person; one fewer, then none."""
    steps.open_demo(tab)
    begin(tab)
    tab.keyboard.press("Escape")
    expect(tab.get_by_test_id("interview")).to_have_count(0)
    badge = tab.get_by_test_id("status")
    expect(badge).to_contain_text(re.compile("under 0 links of yours and \\d+ assumed"))
    count = int(re.search(r"(\d+) assumed", badge.inner_text())[1])
    tab.get_by_role("button", name="Do not assume it").click()
    expect(badge).to_contain_text(f"and {count - 1} assumed")
    tab.get_by_text("Assume what the committee agrees on").click()
    expect(badge).not_to_contain_text("assumed")
    assert tab.evaluate("() => window.treeclust.links().length") == 0
