"""One server and one browser for all tests here; every page fails its test if the browser's console shows an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.browser import steps
from tests.browser.server import Server, chromium, running_app

Opener = Callable[..., Page]
SCREEN: ViewportSize = {"width": 1440, "height": 1000}
PATIENCE = 90_000
"""Milliseconds: no test may fail because the machine is busy."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_app() as app:
        yield app


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield chrome
        chrome.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tabs, as with one person: what the app is made of is fetched once. Nothing glides or fades."""
    with browser.new_context(viewport=SCREEN, accept_downloads=True, reduced_motion="reduce") as shared:
        shared.set_default_timeout(PATIENCE)
        yield shared


def new_tab(context: BrowserContext, troubles: list[str]) -> Page:
    """A tab that notes every error, and every request to another machine."""
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(f"pageerror {error}"))
    page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    page.on("request", lambda r: None if is_local(r.url) else troubles.append(f"request to {r.url}"))
    page.on("dialog", lambda dialog: troubles.append(f"dialog {dialog.message}"))
    return page


@pytest.fixture
def open_page(context: BrowserContext) -> Iterator[Opener]:
    """Opens a tab with a project of its own, by default all of the app; afterwards none may have had trouble."""
    pages, troubles = [], []

    def open_one(url: str, wait: bool = True) -> Page:
        page = new_tab(context, troubles)
        pages.append(page)
        if wait:
            steps.start(page, url)
        else:
            page.goto(url)
        return page

    yield open_one
    for page in pages:
        page.close()
    assert not troubles


@dataclass
class Used:
    """A tab that goes on from test to test, because loading the app anew takes longer than most tests."""

    page: Page | None = None
    troubles: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def used() -> Used:
    return Used()


@pytest.fixture
def tab(server: Server, context: BrowserContext, used: Used, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A tab in which somebody may have worked before; after a failure the next test gets another."""
    if used.page is None:
        used.page = new_tab(context, used.troubles)
        steps.start(used.page, server.url)
    used.page.set_viewport_size(SCREEN)
    failed = request.session.testsfailed
    yield used.page
    troubles = used.troubles.copy()
    used.troubles.clear()
    if troubles or request.session.testsfailed > failed:
        used.page.close()
        used.page = None
    assert not troubles


def is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:"))


@pytest.fixture
def page(server: Server, open_page: Opener) -> Page:
    return open_page(server.url)
