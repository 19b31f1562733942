"""How quick the interview is: from the key to the next question, and until what every answer leads to is known.

python -m tests.browser.interview_latency [ROWS …]   (run on an idle machine; nothing here is asserted)
"""

from __future__ import annotations

import statistics
import sys
import time

from playwright.sync_api import Page, sync_playwright

from tests.browser import steps
from tests.browser.server import chromium, running_app
from tests.browser.test_interview import ANSWERS, begin, two_moons

WATCH = """() => {
  window.keys = [];
  window.shown = [];
  window.addEventListener("keydown", (event) => window.keys.push(event.timeStamp), { capture: true });
  const now = () => document.querySelector('[data-testid="interview-question"]')?.dataset.pair;
  let last = now();
  new MutationObserver(() => {
    if (!now() || now() === last) return;
    last = now();
    requestAnimationFrame(() => window.shown.push(performance.now()));
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
WAITS = "() => window.keys.map((from) => window.shown.find((at) => at >= from) - from)"


def measure(page: Page, rows: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the next question, painted, and before that to the look ahead, per answer."""
    steps.open_table(page, two_moons(rows))
    begin(page)
    page.evaluate(WATCH)
    ready = []
    for at in range(ANSWERS):
        began = time.perf_counter()
        page.wait_for_selector('.tc-interview[data-ready="true"]', timeout=120_000)
        ready.append(1000 * (time.perf_counter() - began))
        a, b = map(int, str(page.get_by_test_id("interview-question").get_attribute("data-pair")).split("-"))
        page.keyboard.press("3" if at % 3 == 2 else "1" if a % 2 == b % 2 else "2")
        page.wait_for_function("() => window.shown.at(-1) >= window.keys.at(-1)", timeout=120_000)
    return page.evaluate(WAITS), ready


def main() -> None:
    with running_app() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for rows in [int(word) for word in sys.argv[1:]] or [1_000]:
            page = browser.new_page(viewport={"width": 1440, "height": 1000})
            steps.start(page, app.url)
            waits, ready = measure(page, rows)
            for what, found in (("key to next question", waits), ("look ahead", ready)):
                print(f"{rows} rows, {what}: median {statistics.median(found):.0f} ms (worst {max(found):.0f})")
            page.close()


if __name__ == "__main__":
    main()
