"""What an expert said survives a server that is killed, whatever it was doing."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server, running_app
from tests.browser.test_solving import start_long_solve, wait_for_incumbent

PATIENCE = 180_000


@pytest.fixture(scope="module")
def mortal() -> Iterator[Server]:
    """A server of our own, to be killed."""
    with running_app() as server:
        yield server


@pytest.fixture
def page(mortal: Server, open_page: Opener) -> Page:
    """Patient: a server that was just started first loads the whole program."""
    page = open_page(mortal.url)
    page.set_default_timeout(PATIENCE)
    return page


def kill_and_reload(server: Server, page: Page) -> None:
    """kill -9, start again, and back to the same address."""
    address = page.url
    page.goto("about:blank")
    server.stop(signal.SIGKILL)
    server.start()
    page.goto(address)
    steps.wait_for_plot(page)


def test_links_names_parameters_and_runs_survive_kill_9(mortal: Server, page: Page) -> None:
    """Everything is there after the reload, and Undo still knows what was done before."""
    steps.upload(page, steps.three_blobs())
    steps.go_to_workspace(page)
    steps.set_number(page, "Tolerance ε", "0.25")
    for row in (1, 2):
        steps.drag_rows(page, 0, row)
        steps.settle_with_links(page, row)
    steps.solve(page)
    steps.settle(page)
    page.get_by_role("tab", name="Names").click()
    name = page.get_by_placeholder("Cluster 1", exact=True)
    name.fill("first bed")
    name.press("Enter")
    expect(page.get_by_test_id("tree")).to_contain_text("first bed", timeout=PATIENCE)
    steps.settle(page)
    links, words = steps.links(page), steps.status(page)
    kill_and_reload(mortal, page)
    assert steps.links(page) == links == {(0, 1, "must"), (0, 2, "must")}
    expect(page.get_by_test_id("tree")).to_contain_text("first bed")
    assert steps.status(page) == words
    expect(page.get_by_label("Tolerance ε", exact=True)).to_have_value("0.25")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("title", re.compile("rename a cluster"))
    steps.press(page, "Undo")
    expect(page.get_by_test_id("tree")).not_to_contain_text("first bed")


def test_the_best_answer_of_a_running_solve_survives_kill_9(mortal: Server, page: Page) -> None:
    """The tree that was on its way is there, not called optimal, and it says what happened."""
    start_long_solve(page)
    wait_for_incumbent(page)
    kill_and_reload(mortal, page)
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("status")).to_contain_text("Best so far")
    expect(page.get_by_text("The server ended during this solve")).to_be_visible()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


def test_a_wrong_token_shows_nothing(mortal: Server, open_page: Opener) -> None:
    """One sentence and a way to begin; no page, no project, no list."""
    page = open_page(f"{mortal.url}/workspace?project=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", wait=False)
    expect(page.get_by_role("heading", name="No such project")).to_be_visible()
    expect(page.get_by_role("heading")).to_have_count(1)
    steps.press(page, "Start a new project")
    expect(page.get_by_text("Nothing to look at yet")).to_be_visible()
    assert "AAAA" not in page.url
