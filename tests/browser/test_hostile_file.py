"""A file that tries to be more than data."""

from __future__ import annotations

import csv
import io

from playwright.sync_api import Page, expect

from tests.browser import steps

NAMES = (
    "<img src=x onerror=alert(1)>",
    "**bold** ![i](http://evil.example/i.png)",
    "%{x} <b>x</b>",
    "\"quoted\", 'single' \\",
    "=HYPERLINK(1)",
)


def hostile_csv() -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", *NAMES])
    for i in range(30):
        name = f"=cmd|' /C calc'!A{i}" if i % 2 else f"<script>alert({i})</script>"
        writer.writerow([name, i % 7, i * i % 11, i, (i * 3) % 8, 30 - i])
    return out.getvalue()


def test_a_hostile_file_stays_text(page: Page) -> None:
    """Markup, templates and formulas in names and cells run nowhere, load nothing, and leave defused."""
    steps.upload(page, hostile_csv(), name="<img src=x onerror=alert(2)>.csv")
    assert page.locator("img[src='x']").count() == 0
    steps.go_to_workspace(page)
    steps.click_row(page, 0)
    steps.click_row(page, 2)
    steps.settle(page)
    tip = page.locator(".tc-tip")
    for _ in range(20):  # a plot that is drawn anew at this moment does not see the pointer come
        page.mouse.move(*steps.mark(page, 2))
        page.mouse.move(*steps.mark(page, 3))
        page.wait_for_timeout(500)
        if "=cmd|" in (tip.text_content() or ""):
            break
    expect(tip).to_contain_text("=cmd|")
    steps.solve(page)
    steps.settle(page)
    assert page.locator("[data-testid=tree] img, [data-testid=link-scatter] img, .stMarkdown img").count() == 0
    assert page.locator("[data-testid=link-scatter] a, [data-testid=tree] a").count() == 0
    page.get_by_role("tab", name="Downloads").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Labels (CSV)").click()
    rows = list(csv.reader(io.StringIO(download.value.path().read_text())))
    assert len(rows) == 31
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "\t", "\r"))]
    with page.expect_download() as download:
        page.get_by_role("button", name="Python function").click()
    scope: dict[str, object] = {}
    exec(download.value.path().read_text(), scope)
    assert callable(scope["cluster"])
