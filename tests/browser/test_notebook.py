"""The linking plot in a real JupyterLab page: two rows linked by clicks, solved, and the tree is there."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import steps
from tests.browser.conftest import PATIENCE
from tests.browser.server import ROOT

CELLS = [
    "from sklearn.datasets import load_iris\nfrom treeclust import TreeClust\n"
    "X = load_iris(as_frame=True).data.iloc[::3].reset_index(drop=True)\n"
    "widget = TreeClust(n_clusters=3, depth=2, epsilon=1.0).link(X)\nwidget",
    "print('links', widget.links, widget.model.status_, widget.model.question_.problem.links.items)",
    "widget.links = [[a, b, 'cannot'] for a in range(4) for b in range(a)]\nprint(widget.solve().status_)\n"
    "widget.links = [[3, 4, 'must']]\nprint('solved', widget.solve().labels_[3] == widget.model.labels_[4])",
]
WAIT = 60
HOSTS = re.compile(r"^(https?|wss?)://(?!127\.0\.0\.1[:/])")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a notebook in a server of its own."""
    folder = tmp_path_factory.mktemp("lab")
    empty = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    cells = [{**empty, "id": f"c{i}", "source": text} for i, text in enumerate(CELLS)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "links.ipynb").write_text(json.dumps(notebook))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [
        "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1", f"--ServerApp.root_dir={folder}",
        "--IdentityProvider.token=", "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    home = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *words],
        env={**os.environ, **home, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/api/kernelspecs")
        yield f"http://127.0.0.1:{port}/lab/tree/links.ipynb?reset"
    finally:
        server.terminate()
        server.wait(30)


def wait_for(address: str) -> None:
    for _ in range(WAIT * 10):
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("JupyterLab did not start")


def run_cell(page: Page, number: int) -> None:
    """JupyterLab forgets a cell that is run while it still connects to the kernel, so the cell is run until it runs."""
    cell = page.locator(".jp-CodeCell").nth(number)
    for _ in range(WAIT):
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        with suppress(AssertionError):
            expect(cell.locator(".jp-InputPrompt")).not_to_have_text("[ ]:", timeout=3000)
            return
    raise RuntimeError("the cell did not run")


def test_two_clicks_link_two_rows_and_solve_shows_the_tree(lab: str, browser: Browser, tmp_path: Path) -> None:
    """`widget.links` has what was clicked, the tree obeys it, links that Python sets are drawn; no host is asked."""
    page = browser.new_page(viewport={"width": 1500, "height": 1150})
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    dialog = page.locator("dialog.jp-Dialog")
    page.add_locator_handler(dialog, lambda: dialog.locator("button.jp-mod-accept").last.click())
    page.goto(lab)
    expect(page.locator(".jp-CodeCell").first).to_be_visible(timeout=PATIENCE)
    run_cell(page, 0)
    page.wait_for_function(steps.READY, timeout=PATIENCE)
    expect(page.get_by_test_id("link-scatter").locator(".tc-plot .points path")).to_have_count(50)
    steps.click_row(page, 0)
    steps.click_row(page, 40)
    steps.expect_drawn(page, {(0, 40, "must")})
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_test_id("status")).to_contain_text("Optimal within ε", timeout=PATIENCE)
    expect(page.get_by_test_id("tree").locator(".node")).not_to_have_count(0)
    run_cell(page, 1)
    said = page.locator(".jp-CodeCell").nth(1).locator(".jp-OutputArea-output")
    expect(said).to_contain_text("links [[0, 40, 'must']] optimal (Link(a=0, b=40", timeout=PATIENCE)
    run_cell(page, 2)
    expect(page.locator(".jp-CodeCell").nth(2).locator(".jp-OutputArea-output")).to_contain_text(
        re.compile("infeasible.*solved True", re.DOTALL)
    )
    steps.expect_drawn(page, {(3, 4, "must")})
    expect(page.get_by_test_id("tree").locator(".node")).not_to_have_count(0)
    page.screenshot(path=tmp_path / "notebook.png")
    assert [address for address in asked if HOSTS.match(address)] == []
    page.close()
