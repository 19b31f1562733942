"""The report in a browser without a network."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.views.report.made import evil_project
from treeclust.views.report import report_html
from treeclust.workspace.reporting import subject_of


def test_it_opens_from_disk_with_the_network_off(browser: Browser, tmp_path: Path) -> None:
    """Tree and plot are there, nothing is asked of any machine, no error, and no text of the table ran."""
    project = evil_project()
    path = tmp_path / "report.html"
    path.write_text(report_html(subject_of(project, project.answer)), encoding="utf-8")
    context = browser.new_context(offline=True, accept_downloads=True)
    page, troubles = context.new_page(), []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda line: troubles.append(line.text) if line.type in ("error", "warning") else None)
    page.on("request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else troubles.append(r.url))
    page.goto(path.as_uri())
    expect(page.locator("#tree svg")).to_be_visible()
    expect(page.locator("#plot .scatterlayer .trace path.point").first).to_be_visible()
    assert page.locator("#plot .scatterlayer path.point").count() == project.work.dataset.n
    page.get_by_label("Vertical").select_option("day")
    expect(page.locator("#plot .ytitle")).to_have_text("day")
    assert page.locator("#plot .scatterlayer path.point").count() == project.work.dataset.n
    assert page.evaluate("() => window.evil") is None
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save links.csv").click()
    assert Path(saved.value.path()).read_text().splitlines()[0] == "a,b,kind"
    context.close()
    assert not troubles
