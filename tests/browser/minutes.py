"""How long the first minutes take: from the first page to a proved answer, in the browser, in seconds.

python -m tests.browser.minutes [ROUNDS]   (prints the medians after each round; nothing here is asserted)
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests import everyday_tables
from tests.browser import steps
from tests.browser.server import Server, chromium, running_app
from tests.browser.test_interview import begin as begin_interview

Times = defaultdict[str, list[float]]
SOLVED = "() => /Optimal/.test(document.querySelector('[data-testid=status]')?.innerText ?? '')"
ASKED = "before => ![before, ''].includes(document.querySelector('[data-testid=interview-question]').dataset.pair)"
LINKED = "() => /^1 of 1/.test(document.querySelector('[data-testid=links-kept]')?.innerText ?? '')"


@contextmanager
def clocked(times: Times, what: str) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    times[what].append(time.perf_counter() - begun)


def the_demo(page: Page, url: str, times: Times) -> None:
    with clocked(times, "address to first page"):
        page.goto(url)
        page.get_by_role("button", name="Guided demo").wait_for()
    steps.settle(page)
    with clocked(times, "demo to plot"):
        steps.press(page, "Guided demo")
        page.wait_for_function("() => window.treeclust?.pixel(149) !== null")
    page.get_by_test_id("tree").locator("svg").wait_for()
    steps.settle(page)
    page.evaluate("() => { window.treeclust.perf.length = 0 }")
    steps.click_row(page, 7)
    at = steps.mark(page, 20)
    with clocked(times, "live link to answer"):
        page.mouse.click(*at)
        page.wait_for_function(LINKED)
        page.wait_for_function(SOLVED)
    times["second click to line"].append(page.evaluate("() => window.treeclust.perf[0]") / 1000)
    begin_interview(page)
    question = page.get_by_test_id("interview-question")
    for _ in range(3):
        page.locator('.tc-interview[data-ready="true"]').wait_for()
        before = question.get_attribute("data-pair")
        with clocked(times, "answer to next question"):
            page.keyboard.press("3")
            page.wait_for_function(ASKED, arg=before)
    page.keyboard.press("Escape")


def own_tables(page: Page, times: Times) -> None:
    steps.go_to(page, "Data")
    page.get_by_role("button", name="Iris flowers").click()
    steps.go_to_workspace(page)
    with clocked(times, "Solve to tree, Iris"):
        steps.press(page, "Solve")
        page.get_by_test_id("tree").locator("svg").wait_for()
    steps.go_to(page, "Data")
    with clocked(times, "upload to columns"):
        steps.upload(page, everyday_tables.cars(), "cars.csv")
        page.locator(".st-key-columns canvas").nth(1).wait_for()
    steps.settle(page)


def no_tree(page: Page, times: Times) -> None:
    """The two ends of either column together: no tree with a single test can do that."""
    text = steps.three_blobs()
    rows = [list(map(float, line.split(","))) for line in text.split()[1:]]
    steps.open_table(page, text)
    steps.set_number(page, "Clusters k", "2")
    for _ in range(2):
        page.get_by_role("slider", name="Tree depth").press("ArrowLeft")
    for column in range(2):
        order = sorted(range(len(rows)), key=lambda row: rows[row][column])
        steps.drag_rows(page, order[0], order[-1])
    steps.settle_with_links(page, 2)
    with clocked(times, "infeasible to conflict and three repairs"):
        steps.press(page, "Solve")
        page.get_by_text("Proved minimal").wait_for()
        page.get_by_role("button", name="Apply").nth(2).wait_for()
    steps.settle(page)


def many_rows(page: Page, times: Times) -> None:
    steps.go_to(page, "Data")
    with clocked(times, "5,000 rows, upload to columns"):
        steps.upload(page, everyday_tables.five_thousand(), "shops.csv")
        page.locator(".st-key-columns canvas").nth(1).wait_for()
    steps.settle(page)
    with clocked(times, "5,000 rows to plot"):
        page.get_by_role("button", name="Go to the workspace").click()
        page.wait_for_function(steps.READY)
    steps.settle(page)
    with clocked(times, "5,000 rows proved"):
        steps.press(page, "Solve")
        page.wait_for_function(SOLVED, timeout=180_000)
    steps.settle(page)


def long_solve(page: Page, times: Times) -> None:
    """When a first tree was found is in the answer that is downloaded after Cancel."""
    steps.open_table(page, steps.noise(1_500, 8))
    steps.set_number(page, "Clusters k", "5")
    steps.set_number(page, "Tolerance ε", "0.01")
    begun = time.perf_counter()
    steps.press(page, "Solve")
    page.get_by_test_id("tree").locator("svg").wait_for()
    seen = time.perf_counter() - begun
    page.wait_for_timeout(20_000)
    steps.press(page, "Cancel")
    page.get_by_role("button", name="Cancel", exact=True).wait_for(state="detached")
    steps.settle(page)
    page.get_by_role("tab", name="Downloads").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON", exact=True).click()
    found = json.loads(Path(download.value.path()).read_text())
    times["Solve to first tree on the screen"].append(seen)
    times["first tree found to on the screen"].append(seen - found["first_solution_seconds"])


def one_round(page: Page, app: Server, times: Times) -> None:
    the_demo(page, app.url, times)
    own_tables(page, times)
    no_tree(page, times)
    many_rows(page, times)
    long_solve(page, times)


def report(times: Times) -> None:
    print(f"load {os.getloadavg()[0]:.1f}")
    for what, seconds in times.items():
        print(f"{what}: {statistics.median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})", flush=True)


def main() -> None:
    times: Times = defaultdict(list)
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with running_app() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for _ in range(rounds):
            context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
            context.set_default_timeout(120_000)
            one_round(context.new_page(), app, times)
            context.close()
            report(times)
        browser.close()


if __name__ == "__main__":
    main()
