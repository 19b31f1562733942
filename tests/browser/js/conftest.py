"""A page without the app, in which the components' ES modules can be imported one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.conftest import new_tab
from treeclust.ui.shared import components

FOLDER = Path(components.__file__).parent
ADDRESS = "http://127.0.0.1/"
"""Nothing listens there: every request is answered here, from the folder of the components; what has `/ui` before it
from the folder of all that is on the screen."""


def answer(route: Route) -> None:
    path = urlparse(route.request.url).path
    if path == "/":
        route.fulfill(body="<!doctype html><title>Modules</title>", content_type="text/html")
    else:
        file = (
            FOLDER.parent.parent / path.removeprefix("/ui/") if path.startswith("/ui/") else FOLDER / path.lstrip("/")
        )
        route.fulfill(path=file, content_type="text/javascript")


@pytest.fixture
def bare(context: BrowserContext) -> Iterator[Page]:
    """An empty page that can `import("/scatter/link_rules.js")`; it fails its test if the console shows an error."""
    troubles: list[str] = []
    page = new_tab(context, troubles)
    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    yield page
    page.close()
    assert not troubles
