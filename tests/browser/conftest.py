"""One server and one browser for all tests here; every page fails its test if the browser's console shows an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.server import Server, chromium, running_app

Opener = Callable[..., Page]
expect.set_options(timeout=30_000)


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


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens a tab of its own; afterwards none may have shown an error or asked another machine for anything."""
    contexts, troubles = [], []

    def open_one(url: str, **options: object) -> Page:
        context = browser.new_context(viewport={"width": 1440, "height": 1000}, accept_downloads=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: troubles.append(f"pageerror {error}"))
        page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
        page.on("request", lambda r: None if is_local(r.url) else troubles.append(f"request to {r.url}"))
        page.on("dialog", lambda dialog: troubles.append(f"dialog {dialog.message}"))
        page.goto(url)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not troubles


def is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:"))


@pytest.fixture
def page(server: Server, open_page: Opener) -> Page:
    return open_page(server.url)
