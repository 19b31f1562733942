"""What a person does on the screen, in words."""

from __future__ import annotations

import csv
import io
import itertools
import random

from playwright.sync_api import Locator, Page, expect

TABLES = itertools.count(1)
"""Each table has a name of its own, so that its heading tells when it is there."""
READY = "() => window.treeclust && window.treeclust.pixel(0) !== null"


def three_blobs(per_blob: int = 20) -> str:
    """Three round groups in the plane, with an id column; small enough to be solved at once."""
    rng = random.Random(1)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["height", "width"])
    for x, y in ((0, 0), (10, 1), (5, 9)):
        writer.writerows([round(x + rng.uniform(-2, 2), 3), round(y + rng.uniform(-2, 2), 3)] for _ in range(per_blob))
    return out.getvalue()


def noise(rows: int, columns: int) -> str:
    """Structureless numbers: hard to prove anything about."""
    rng = random.Random(2)
    lines = [",".join(f"c{j}" for j in range(columns))]
    lines += [",".join(f"{rng.random():.5f}" for _ in range(columns)) for _ in range(rows)]
    return "\n".join(lines) + "\n"


def start(page: Page, url: str) -> None:
    """Open the app and wait until all of it is there."""
    page.goto(url)
    page.wait_for_function("() => window.treeclust?.plotly")
    settle(page)


def upload(page: Page, content: str | bytes, name: str = "table.csv") -> None:
    settle(page)
    choose_file(page.get_by_test_id("stFileUploaderDropzoneInput").first, content, name)
    expect(page.get_by_role("heading", name=name)).to_be_visible(timeout=60_000)


def open_table(page: Page, content: str) -> None:
    """To the Data page, and from there with this table to the workspace, whatever was done in this tab before."""
    go_to(page, "Data")
    upload(page, content, f"table{next(TABLES)}.csv")
    settle(page)
    gaps = page.get_by_role("button", name="Leave out")
    if gaps.count():
        gaps.click()
    go_to_workspace(page)
    switch_live(page, False)
    choose_mode(page, "Must-link")


def switch_live(page: Page, on: bool) -> None:
    """Small tables begin live, so that a test which counts on nothing being solved says so."""
    switch = page.get_by_role("switch", name="Live").or_(page.get_by_role("checkbox", name="Live"))
    if switch.is_checked() != on:
        page.get_by_text("Live", exact=True).click()
        settle(page)


def open_demo(page: Page) -> None:
    """The guided demo, whatever was done in this tab before."""
    go_to(page, "Data")
    press(page, "Guided demo")
    page.wait_for_function("() => window.treeclust?.pixel(149) !== null")
    wait_for_plot(page)
    choose_mode(page, "Must-link")


def go_to(page: Page, name: str) -> None:
    """Nobody who is there already clicks: the page would begin anew just when its first field is filled."""
    heading = page.get_by_role("heading", name=name, exact=True)
    if not heading.is_visible():
        page.get_by_role("link", name=name).click()
        expect(heading).to_be_visible()
    settle(page)


def choose_file(field: Locator, content: str | bytes, name: str) -> None:
    data = content.encode() if isinstance(content, str) else content
    field.set_input_files(files=[{"name": name, "mimeType": "application/octet-stream", "buffer": data}])


def go_to_workspace(page: Page) -> None:
    settle(page)
    page.get_by_role("button", name="Go to the workspace").click()
    wait_for_plot(page)


def wait_for_plot(page: Page) -> None:
    page.wait_for_function(READY)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the server has nothing more to say."""
    page.wait_for_function("() => document.querySelector('.stApp')?.dataset.testScriptState === 'notRunning'")


def settle_with_links(page: Page, count: int) -> None:
    """Wait until so many links are drawn and the server has answered."""
    page.wait_for_function("count => window.treeclust.links().length === count && window.treeclust.agreed()", arg=count)
    settle(page)


def expect_undo(page: Page, what: str) -> None:
    """Wait until the server has done this: the browser draws first, and tells the server then."""
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("title", f"Take back: {what} (Ctrl + Z)")
    settle(page)


def mark(page: Page, row: int) -> tuple[float, float]:
    """Where a row is drawn, once it stays there."""
    before = None
    while True:
        at = page.wait_for_function("row => window.treeclust.pixel(row)", arg=row).json_value()
        if at == before:
            return at["x"], at["y"]
        before = at
        page.wait_for_timeout(60)


def plot_top(page: Page) -> float:
    """How far down the page the plot begins."""
    return page.locator(".tc-wrap").evaluate("plot => plot.getBoundingClientRect().top")


def click_row(page: Page, row: int) -> None:
    page.mouse.click(*mark(page, row))


def drag_rows(page: Page, a: int, b: int) -> None:
    page.mouse.move(*mark(page, a))
    page.mouse.down()
    page.mouse.move(*mark(page, b), steps=6)
    page.mouse.up()


def choose_mode(page: Page, name: str) -> None:
    page.get_by_test_id("link-scatter").get_by_role("button", name=name).click()


def links(page: Page) -> set[tuple[int, int, str]]:
    return {(link["a"], link["b"], link["kind"]) for link in page.evaluate("() => window.treeclust.links()")}


def expect_drawn(page: Page, wanted: set[tuple[int, int, str]]) -> None:
    page.wait_for_function(
        "wanted => `${window.treeclust.links().map(l => [l.a, l.b, l.kind]).sort()}` === `${wanted}`",
        arg=sorted([list(link) for link in wanted]),
    )


def expect_links(page: Page, wanted: set[tuple[int, int, str]]) -> None:
    """The links as drawn, once the server agrees."""
    expect_drawn(page, wanted)
    page.wait_for_function("() => window.treeclust.agreed()")


def press(page: Page, name: str) -> None:
    """As somebody who sees the button come to rest first."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    settle(page)
    button.click()


def set_number(page: Page, label: str, value: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(value)
    field.press("Enter")
    settle(page)


def status(page: Page) -> str:
    return page.get_by_test_id("status").inner_text()


def solve(page: Page) -> None:
    press(page, "Solve")
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible(timeout=60_000)
    expect(page.get_by_test_id("status")).not_to_have_text("Solving…")


WATCH = """() => {
  window.answers = [];
  let up = null;
  window.addEventListener("pointerup", (event) => (up = event.timeStamp), true);
  const app = document.querySelector(".stApp");
  new MutationObserver(() => {
    if (up !== null && app.dataset.testScriptState === "notRunning") {
      window.answers.push(performance.now() - up);
      up = null;
    }
  }).observe(app, { attributes: true });
}"""


def watch_answers(page: Page) -> None:
    """From now on `window.answers` grows: milliseconds from each pointer-up to the end of the server's answer to it. A
    run that is over before the browser shows it is not counted."""
    page.evaluate(WATCH)


DRAWN = """() => {
  window.drawn = {};
  let up = null;
  window.addEventListener("pointerup", (event) => (up = event.timeStamp), true);
  const draw = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    if (up !== null) requestAnimationFrame(() => (window.drawn[text] ??= performance.now() - up));
    return draw.call(this, text, ...place);
  };
}"""


def watch_tables(page: Page) -> None:
    """From now on `window.drawn` tells of each text in a table, which is a picture, when it was first on the screen:
    milliseconds from the pointer-up before. What the table tells screen readers comes 200 ms after the picture."""
    page.evaluate(DRAWN)
