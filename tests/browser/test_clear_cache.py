"""Any browser can have Streamlit's caches emptied; what belongs to the server is not in one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server, running_app
from tests.browser.test_solving import start_long_solve, wait_for_incumbent

AT_ONCE = max(2, (os.cpu_count() or 2) - 1)


@pytest.fixture(scope="module")
def attacked() -> Iterator[Server]:
    with running_app() as server:
        yield server


def clear_caches(server: Server) -> None:
    """What Streamlit's own menu sends for "Clear cache", from a stranger; returns when the server has done it."""
    address = f"ws://127.0.0.1:{server.port}/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        socket.send(BackMsg(clear_cache=True).SerializeToString())
        socket.send(BackMsg(app_heartbeat=True).SerializeToString())
        while not ForwardMsg.FromString(socket.recv(timeout=60)).heartbeat_ack:
            pass


def draw_links(page: Page, rows: range) -> None:
    for row in rows:
        steps.drag_rows(page, 0, row)
        steps.settle_with_links(page, row)


def test_a_solve_and_edits_survive_emptied_caches(attacked: Server, open_page: Opener) -> None:
    """The solve goes on in its process, every link stays, before and after; Cancel still reaches the solve."""
    busy, other = open_page(attacked.url), open_page(attacked.url)
    steps.open_table(other, steps.three_blobs())  # not live: no worker is busy with these links
    start_long_solve(busy)
    wait_for_incumbent(busy)
    (worker,) = attacked.busy_workers()
    draw_links(other, range(1, 3))
    clear_caches(attacked)
    draw_links(other, range(3, 5))
    clear_caches(attacked)
    other.reload()
    steps.wait_for_plot(other)
    assert steps.links(other) == {(0, row, "must") for row in range(1, 5)}
    assert attacked.busy_workers() == [worker]
    expect(busy.get_by_test_id("status")).to_have_text("Solving…")
    steps.press(busy, "Cancel")
    expect(busy.get_by_test_id("status")).to_contain_text("Best so far")


def test_no_more_solves_run_than_may(attacked: Server, open_page: Opener) -> None:
    """However often the caches are emptied between two presses of Solve, the rest waits for its turn."""
    pages = [open_page(attacked.url) for _ in range(AT_ONCE + 1)]
    for page in pages[:-1]:
        start_long_solve(page)
        clear_caches(attacked)
    last = pages[-1]
    steps.upload(last, steps.noise(700, 6))
    steps.go_to_workspace(last)
    clear_caches(attacked)
    steps.press(last, "Solve")
    expect(last.get_by_text("waiting, place 1")).to_be_visible()
    assert len(attacked.busy_workers()) == AT_ONCE
