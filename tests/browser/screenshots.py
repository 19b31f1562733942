"""Pictures of every page, light and dark, wide and narrow: python -m tests.browser.screenshots FOLDER"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import steps
from tests.browser.server import chromium, running_app


def take_all(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with running_app() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for theme in ("light", "dark"):
            for width in (1440, 1024):
                context = browser.new_context(viewport={"width": width, "height": 1000}, color_scheme=theme)
                walk(context.new_page(), app.url, folder / f"{theme}-{width}")
                context.close()
        browser.close()


def walk(page: Page, url: str, name: Path) -> None:
    """Through the pages as a visitor would go."""

    def shoot(what: str) -> None:
        page.wait_for_timeout(700)
        page.screenshot(path=f"{name}-{what}.png")

    page.goto(url)
    page.get_by_role("button", name="Guided demo").wait_for()
    shoot("data-start")
    page.get_by_role("button", name="Customer segments").click()
    page.get_by_role("button", name="Go to the workspace").wait_for()
    steps.settle(page)
    page.get_by_role("button", name="Go to the workspace").scroll_into_view_if_needed()
    shoot("data-opened")
    page.get_by_role("button", name="Guided demo").click()
    steps.wait_for_plot(page)
    shoot("workspace-start")
    link_some(page)
    steps.solve(page)
    steps.settle(page)
    page.mouse.move(5, 5)
    shoot("workspace")
    page.get_by_role("tab", name="Profiles").click()
    page.get_by_role("tab", name="Profiles").scroll_into_view_if_needed()
    page.locator(".stMain").evaluate("main => main.scrollTo(0, 10000)")
    shoot("workspace-below")
    page.get_by_role("link", name="Method").click()
    page.get_by_role("heading", name="Method").wait_for()
    shoot("method")


def link_some(page: Page) -> None:
    steps.drag_rows(page, 7, 20)
    steps.drag_rows(page, 60, 95)
    page.keyboard.press("c")
    steps.drag_rows(page, 50, 110)
    steps.drag_rows(page, 13, 60)
    page.keyboard.press("m")
    steps.settle(page)


if __name__ == "__main__":
    take_all(Path(sys.argv[1]))
