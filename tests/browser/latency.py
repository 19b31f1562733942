"""How quick a link is: from pointer-up to the painted line, and until the server has answered.

python -m tests.browser.latency [ROWS …]   (run on an idle machine; nothing here is asserted)
"""

from __future__ import annotations

import random
import statistics
import sys

from playwright.sync_api import Page, sync_playwright

from tests.browser import steps
from tests.browser.server import chromium, running_app

LINKS = 30
PAUSE = 700
"""Milliseconds between two links; a run that is over before the browser shows it is not counted."""


def table(rows: int) -> str:
    rng = random.Random(rows)
    lines = ["a,b,c,d"]
    for i in range(rows):
        lines.append(",".join(f"{rng.gauss(3 * (i % 3), 1):.4f}" for _ in range(4)))
    return "\n".join(lines) + "\n"


def measure(page: Page, rows: int, solved: bool) -> tuple[list[float], list[float]]:
    """Milliseconds to the painted line and to the server's answer, per link; `solved` with a tree on the screen."""
    steps.upload(page, table(rows))
    steps.go_to_workspace(page)
    steps.switch_live(page, False)
    if solved:
        steps.solve(page)
        steps.settle(page)
    page.evaluate("() => { window.treeclust.perf.length = 0 }")
    steps.watch_answers(page)
    rng = random.Random(0)
    while len(steps.links(page)) < LINKS:
        steps.drag_rows(page, *rng.sample(range(rows), 2))
        page.wait_for_timeout(PAUSE)
    return page.evaluate("() => window.treeclust.perf"), page.evaluate("() => window.answers")


def summary(paint: list[float], answer: list[float]) -> str:
    figures = (("pointer-up to painted line", paint), ("rerun per link", answer))
    return ", ".join(f"{what} median {statistics.median(t):.0f} ms (worst {max(t):.0f})" for what, t in figures)


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [500, 5_000]
    with running_app() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for rows, solved in [(rows, False) for rows in sizes] + [(500, True)]:
            page = browser.new_page(viewport={"width": 1440, "height": 1000})
            page.goto(app.url)
            paint, answer = measure(page, rows, solved)
            print(f"{rows} rows{', solved' if solved else ''}, {LINKS} links:", summary(paint, answer))
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
