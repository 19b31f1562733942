"""Pictures of every page, light and dark, wide, narrow and on a phone: python -m tests.browser.screenshots FOLDER

The Experiments page shows the results file that TREECLUST_RESULTS names, if any."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests import everyday_tables
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
            context = browser.new_context(color_scheme=theme, **playwright.devices["iPhone 13"])
            walk_on_a_phone(context.new_page(), app.url, folder / f"{theme}-phone")
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
    page.get_by_role("tab", name="Next question").click()
    page.get_by_role("button", name="Start the interview").click()
    page.get_by_text("belong together?").wait_for(timeout=90_000)
    shoot("interview")
    page.keyboard.press("Escape")
    page.get_by_text("belong together?").wait_for(state="hidden")
    steps.settle(page)
    page.get_by_role("tab", name="Others").click()
    page.get_by_role("button", name="Show me another").click()
    page.get_by_text("of the same quality").wait_for(timeout=90_000)
    shoot("workspace-question")
    page.get_by_role("link", name="Trade-offs").click()
    page.get_by_role("button", name="Find the compromises").click()
    page.get_by_text("complete, proved").wait_for(timeout=90_000)
    page.get_by_role("button", name="Fill the map").click()
    page.get_by_role("button", name="Again").nth(1).wait_for(timeout=180_000)
    page.get_by_test_id("stSelectbox").first.get_by_role("combobox").click()
    page.get_by_role("option").first.click()
    page.get_by_test_id("tree").locator("svg").wait_for()
    page.mouse.move(5, 5)
    shoot("trade-offs")
    page.get_by_role("link", name="Workspace").click()
    steps.wait_for_plot(page)
    steps.drag_rows(page, 7, 54)
    page.wait_for_timeout(1500)
    steps.press(page, "Solve")
    page.wait_for_timeout(1500)
    page.get_by_role("link", name="Compare").click()
    page.get_by_text("in another cluster.").wait_for()
    shoot("compare")
    page.locator(".stMain").evaluate("main => main.scrollTo(0, 10000)")
    shoot("compare-below")
    page.get_by_role("link", name="Workspace").click()
    steps.wait_for_plot(page)
    make_impossible(page)
    shoot("workspace-why-not")
    page.get_by_role("link", name="Experiments").click()
    page.get_by_role("heading", name="Experiments").wait_for()
    steps.settle(page)
    shoot("experiments")
    page.get_by_role("link", name="Method").click()
    page.get_by_role("heading", name="Method").wait_for()
    shoot("method")


def walk_on_a_phone(page: Page, url: str, name: Path) -> None:
    """From a table of one's own to a tree, screen by screen, and then through the other pages."""

    def shoot(what: str, top: int = 0) -> None:
        page.locator(".stMain").evaluate("(main, top) => main.scrollTo(0, top)", top)
        page.wait_for_timeout(700)
        page.screenshot(path=f"{name}-{what}-{top}.png")

    steps.start(page, url)
    shoot("front")
    steps.upload(page, everyday_tables.penguins(), "penguins.csv")
    shoot("data")
    page.get_by_role("button", name="Leave out").click()
    steps.go_to_workspace(page)
    page.locator(".tc-solve-here").click()
    page.get_by_test_id("tree").locator("svg").wait_for()
    steps.settle(page)
    for top in (0, 700, 1400, 2100):
        shoot("workspace", top)
    for other in ("Trade-offs", "Compare", "Experiments", "Method"):
        page.get_by_test_id("stExpandSidebarButton").click()
        page.get_by_role("link", name=other).click()
        page.get_by_role("heading", name=other, exact=True).wait_for()
        steps.settle(page)
        shoot(other.lower())


def link_some(page: Page) -> None:
    steps.drag_rows(page, 7, 20)
    steps.drag_rows(page, 60, 95)
    page.keyboard.press("c")
    steps.drag_rows(page, 50, 110)
    steps.drag_rows(page, 13, 60)
    page.keyboard.press("m")
    steps.settle(page)


def make_impossible(page: Page) -> None:
    """Flowers of all three kinds together, and two of one kind apart, in a tree with a single test."""
    page.get_by_role("slider", name="Tree depth").press("ArrowLeft")
    steps.settle(page)
    steps.set_number(page, "Clusters k", "2")
    steps.drag_rows(page, 15, 118)
    steps.settle(page)
    steps.press(page, "Solve")
    page.get_by_text("Proved minimal").wait_for(timeout=90_000)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=120_000)
    steps.settle(page)


if __name__ == "__main__":
    take_all(Path(sys.argv[1]))
