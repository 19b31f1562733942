"""The Compare page in a browser: two runs side by side, what moved, a report to save, a run opened again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.views.report.reader import Reader
from treeclust.__main__ import main


def test_two_runs_side_by_side_and_one_opened_again(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A must-link across two blobs moves rows: both trees, the flow and the link say so; the report's command gives the
    figures on the screen; the first run comes back, and goes again."""
    steps.upload(page, steps.three_blobs())
    steps.go_to_workspace(page)
    steps.solve(page)
    steps.settle(page)
    steps.drag_rows(page, 0, 25)
    steps.settle_with_links(page, 1)
    expect(page.get_by_test_id("links-kept")).to_have_text("1 of 1 links kept")  # a small table is live
    steps.settle(page)
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_text(re.compile("of 60 rows (is|are) in another cluster"))).to_be_visible()
    expect(page.get_by_test_id("tree").locator("svg")).to_have_count(2)
    expect(page.locator(".st-key-compare-flow .sankey-link").first).to_be_visible()
    expect(page.get_by_text("1 added.")).to_be_visible()
    steps.settle(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Report (HTML)").last.click()
    report = Reader(Path(saved.value.path()).read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    assert main(report.command_in(tmp_path)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "optimal" and found["links_kept"] == 1
    figures = f"Diameter {found['md']:.2f} · split {found['ms']:.2f} · optimal within ε"
    expect(page.get_by_text(figures)).to_be_visible()
    assert f"{found['md']:.2f}\nDiameter (MD)" in report.text
    page.get_by_role("button", name="Solve without this link").click()
    expect(page.get_by_text("The second run without this link:")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Open this run").first.click()
    steps.wait_for_plot(page)
    steps.expect_links(page, set())
    steps.press(page, "Undo")
    steps.expect_links(page, {(0, 25, "must")})
