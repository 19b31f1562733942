"""How long somebody else's click waits while a hostile file is being read.

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
    """Milliseconds from a click on a page's name to its heading, while the file was read; and what became of it."""

    file: str
    clicks: list[float]
    said: str


def click(page: Page, number: int) -> float:
    took: float = page.evaluate(CLICK, PAGES[number % len(PAGES)])
    return took


def wait_beside(sender: Page, other: Page, trick: str) -> Waits:
    """Upload the file in one tab, and click in the other until the first is answered, at least twice."""
    name, make = WORST[trick]
    content = make()
    steps.go_to(sender, "Data")
    address = sender.url
    steps.choose_file(sender.get_by_test_id("stFileUploaderDropzoneInput").first, content, name)
    clicks: list[float] = []
    while len(clicks) < 2 or (len(clicks) < MOST_CLICKS and not is_answered(sender, address)):
        clicks.append(click(other, len(clicks)))
        other.wait_for_timeout(200)
    sender.wait_for_function(f"() => ({ANSWERED})({address!r})", timeout=PATIENCE)
    steps.settle(sender)
    refusal = sender.get_by_test_id("stAlert")
    return Waits(trick, clicks, refusal.first.inner_text() if refusal.count() else "opened")


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
            sender = browser.new_page()
            sender.set_default_timeout(PATIENCE)
            steps.start(sender, app.url)
            found = wait_beside(sender, other, trick)
            print(f"{trick}: {len(found.clicks)} clicks, slowest {max(found.clicks):.0f} ms; {found.said[:100]}")
            sender.close()
        browser.close()


if __name__ == "__main__":
    main()
