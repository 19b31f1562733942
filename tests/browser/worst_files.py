"""How long somebody else's click, and the link that another one draws, wait while a hostile file is being read.

python -m tests.browser.worst_files [FILE …]   (run on an idle machine; nothing here is asserted)
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from playwright.sync_api import Page, sync_playwright

from tests.browser import steps
from tests.browser.server import chromium, running_app
from tests.hostile.worst import WORST

MOST_CLICKS = 300
MOST_LINKS = 12
"""For each file: the table has 60 rows, and its links stay."""
PATIENCE = 180_000
PAGES = ("Method", "Compare")
CLICK = """async name => {
  const link = [...document.querySelectorAll("[data-testid=stSidebarNavLink]")].find((a) => a.innerText.includes(name));
  const start = performance.now();
  link.click();
  const there = () => [...document.querySelectorAll("h2")].some((h) => h.innerText.trim() === name);
  while (!there()) await new Promise((resolve) => setTimeout(resolve, 5));
  return performance.now() - start;
}"""


@dataclass(frozen=True)
class Waits:
    """Milliseconds, while the file was read, from a click on a page's name to its heading, and from the release of the
    pointer to a link that browser and server agree on; and what became of the file."""

    file: str
    clicks: list[float]
    links: list[float]
    said: str


def click(page: Page, number: int) -> float:
    took: float = page.evaluate(CLICK, PAGES[number % len(PAGES)])
    return took


AGREED = """async count => {
  const agreed = () => window.treeclust.links().length === count && window.treeclust.agreed();
  while (!agreed()) await new Promise((resolve) => setTimeout(resolve, 5));
  return performance.now() - window.released;
}"""


def open_plot(page: Page) -> None:
    """A table to draw links in; the browser notes when the pointer is released."""
    steps.open_table(page, steps.three_blobs())
    page.evaluate('() => addEventListener("pointerup", (event) => (window.released = event.timeStamp), true)')


def draw(page: Page) -> float:
    """One link more, from its first row to the next that has none."""
    count = len(steps.links(page)) + 1
    steps.drag_rows(page, 0, count)
    took: float = page.evaluate(AGREED, count)
    return took


def wait_beside(sender: Page, other: Page, trick: str, drawer: Page | None = None) -> Waits:
    """Upload the file in one tab, and click in the other until the first is answered, at least twice. The `drawer`
    draws a link between any two clicks."""
    name, make = WORST[trick]
    content = make()
    steps.go_to(sender, "Data")
    address = sender.url
    steps.choose_file(sender.get_by_test_id("stFileUploaderDropzoneInput").first, content, name)
    clicks: list[float] = []
    links: list[float] = []
    while len(clicks) < 2 or (len(clicks) < MOST_CLICKS and not is_answered(sender, address)):
        clicks.append(click(other, len(clicks)))
        if drawer is not None and len(links) < MOST_LINKS:
            links.append(draw(drawer))
        other.wait_for_timeout(200)
    sender.wait_for_function(f"() => ({ANSWERED})({address!r})", timeout=PATIENCE)
    steps.settle(sender)
    refusal = sender.get_by_test_id("stAlert")
    return Waits(trick, clicks, links, refusal.first.inner_text() if refusal.count() else "opened")


ANSWERED = """address => document.querySelector(".stApp").dataset.testScriptState === "notRunning"
  && (document.querySelector("[data-testid=stAlert]") !== null || location.href !== address
      || [...document.querySelectorAll("h3")].some((h) => /\\.(csv|xlsx|parquet)$/.test(h.innerText.trim())))"""


def is_answered(page: Page, address: str) -> bool:
    return bool(page.evaluate(f"() => ({ANSWERED})({address!r})"))


def main() -> None:
    with running_app() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        other = browser.new_page()
        steps.start(other, app.url)
        quiet = [click(other, number) for number in range(6)]
        print(f"nothing else: {len(quiet)} clicks, slowest {max(quiet):.0f} ms")
        for trick in sys.argv[1:] or WORST:
            sender, drawer = browser.new_page(), browser.new_page(viewport={"width": 1440, "height": 1000})
            for page in (sender, drawer):
                page.set_default_timeout(PATIENCE)
                steps.start(page, app.url)
            open_plot(drawer)
            found = wait_beside(sender, other, trick, drawer)
            slowest = f"clicks {max(found.clicks):.0f} ms, links {max(found.links):.0f} ms"
            print(f"{trick}: {len(found.clicks)} clicks, slowest {slowest}; {found.said[:100]}", flush=True)
            sender.close()
            drawer.close()
        browser.close()


if __name__ == "__main__":
    main()
