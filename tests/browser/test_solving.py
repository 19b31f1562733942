"""Long solves: cancelled, found again after a reload, ended with their tab, never in anybody's way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server, parent_of, running_app


def start_long_solve(page: Page) -> None:
    """Noise that no proof covers in the time: 700 rows, 6 features, 5 clusters."""
    steps.upload(page, steps.noise(700, 6))
    steps.go_to_workspace(page)
    steps.set_number(page, "Clusters k", "5")
    steps.set_number(page, "Tolerance ε", "0.01")
    steps.set_number(page, "Time limit (s)", "300")
    steps.press(page, "Solve")
    expect(page.get_by_test_id("status")).to_have_text("Solving…")
    expect(page.get_by_test_id("progress")).to_contain_text("Phase")


def wait_for_incumbent(page: Page) -> None:
    page.wait_for_function(
        "() => /Best diameter\\s*[0-9]/.test(document.querySelector('[data-testid=progress]')?.innerText ?? '')",
        timeout=60_000,
    )


def test_a_reload_finds_the_running_solve_and_cancel_keeps_its_best_answer(page: Page) -> None:
    """The address leads back to the same solve; its best tree so far is drawn and the plot coloured while it runs, with
    Cancel in sight on every screen; after Cancel the tree stays, and is not called optimal."""
    start_long_solve(page)
    page.reload()
    expect(page.get_by_test_id("status")).to_have_text("Solving…")
    wait_for_incumbent(page)
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("gap")).to_contain_text("gap")
    expect(page.locator(".tc-legend")).to_contain_text("Cluster 2")
    for width, height in ((1024, 768), (390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Cancel", exact=True)).to_be_in_viewport()
    expect(page.get_by_test_id("status")).to_have_text("Solving…")
    steps.press(page, "Cancel")
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("status")).to_contain_text("Best so far")


def test_two_sessions_and_a_closed_tab(
    server: Server, open_page: Opener, record_property: Callable[[str, object], None]
) -> None:
    """While one tab solves another answers its clicks; closing the tab ends its worker."""
    busy, other = open_page(server.url), open_page(server.url)
    steps.upload(other, steps.three_blobs())
    steps.go_to_workspace(other)
    before = set(server.workers())
    start_long_solve(busy)
    wait_for_incumbent(busy)
    mine = set(server.busy_workers()) & before
    assert len(mine) == 1
    steps.watch_tables(other)
    rows = [str(row) for row in range(1, 11)]
    for row in rows:
        steps.drag_rows(other, 0, int(row))
        other.wait_for_function("row => row in window.drawn", arg=row)
    drawn = other.evaluate("() => window.drawn")
    waits = sorted(drawn[row] for row in rows)
    median, worst = waits[len(waits) // 2], waits[-1]
    record_property("milliseconds_per_click_while_another_session_solves", median)
    print(f"\nwhile another session solves, a link is in the table after {median:.0f} ms, at worst {worst:.0f} ms")
    busy.close()
    for _ in range(600):
        if not mine & set(server.workers()):
            break
        time.sleep(0.1)
    assert not mine & set(server.workers())


def test_killing_the_server_leaves_no_process(open_page: Opener) -> None:
    """A server that is killed in the middle of a solve takes its workers along."""
    with running_app() as app:
        page = open_page(app.url)
        start_long_solve(page)
        workers = app.workers()
        assert workers
        page.close()
        os.kill(app.process.pid, signal.SIGKILL)
        app.process.wait()
        for _ in range(100):
            if all(parent_of(pid) is None for pid in workers):
                break
            time.sleep(0.1)
        assert [pid for pid in workers if parent_of(pid) is not None] == []
