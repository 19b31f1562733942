"""What a server has left of twenty people who came with large tables and went: its memory before, most, and after.

python -m tests.browser.come_and_go [--people 20] [--rows 50000] [--columns 10]   (nothing here is asserted)
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, sync_playwright

from tests.browser import steps
from tests.browser.server import chromium, running_app

MB = 2**20
PATIENCE = 180_000
GONE_SECONDS = 180
"""Streamlit keeps a closed tab for two minutes; then the housekeeping has its turn."""


def resident_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MB


def table(seed: int, rows: int, columns: int) -> str:
    cells = np.random.default_rng(seed).random((rows, columns)).round(3)
    return "\n".join([",".join(f"c{j}" for j in range(columns)), *(",".join(map(str, row)) for row in cells.tolist())])


def visit(browser: Browser, url: str, content: str) -> None:
    """Somebody opens the app and a table, sees the plot, and closes the tab."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    steps.start(page, url)
    steps.go_to(page, "Data")
    steps.upload(page, content, "large.csv")
    steps.settle(page)
    steps.go_to_workspace(page)
    page.close()


def wait_until_gone(pid: int, seconds: float) -> float:
    """The memory when all who went are forgotten."""
    time.sleep(seconds)
    return resident_mb(pid)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.browser.come_and_go", description=__doc__)
    for name, usual in (("people", 20), ("rows", 50_000), ("columns", 10)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    chosen = parser.parse_args()
    with running_app() as app, sync_playwright() as playwright:
        pid = app.process.pid
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        print(f"started: {resident_mb(pid):.0f} MB", flush=True)
        visit(browser, app.url, steps.three_blobs())
        start = wait_until_gone(pid, GONE_SECONDS)
        print(f"after one person with a small table: {start:.0f} MB", flush=True)
        for seed in range(chosen.people):
            visit(browser, app.url, table(seed, chosen.rows, chosen.columns))
            print(f"person {seed + 1}: {resident_mb(pid):.0f} MB", flush=True)
        end = wait_until_gone(pid, GONE_SECONDS)
        print(f"all gone: {end:.0f} MB, {end / start:.2f} times the start", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
