"""The wheel in an empty environment, away from the repository: the command line, and the app in a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser import steps
from tests.browser.conftest import PATIENCE, SCREEN, new_tab
from tests.browser.server import Server, chromium

ROOT = Path(__file__).parent.parent
BASE = "lab/clusters"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT], folder)
    return next(folder.glob("treeclust-*.whl"))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment into which nothing but the wheel, and what it asks for, was installed."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=True)
    folder = home / "bin"
    run([folder / "pip", "install", "-q", "--no-compile", wheel], home)
    return folder


def run(command: list[object], folder: Path) -> str:
    """Its output; what the environment says about Python is left out, so that nothing of the repository is found."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=clean, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_that_is_not_python_is_in_the_wheel(wheel):
    """Pages, samples, settings, styles and scripts; and nothing of the tests."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    mine = [name for name in tracked if name.startswith("treeclust/")]
    beside = [name for name in tracked if name.startswith(("pages/", "sample_data/")) or name == "app.py"]
    assert set(mine) <= names
    assert {f"treeclust/installed/{name}" for name in [*beside, ".streamlit/config.toml"]} <= names
    assert not [name for name in names if "tests" in name.split("/")]


def test_the_library_and_the_command_line_need_the_core_only(programs, tmp_path):
    """`treeclust solve` proves an optimum in an environment without Streamlit; the app says what it needs."""
    table = tmp_path / "table.csv"
    table.write_text(steps.three_blobs())
    answer = json.loads(run([programs / "treeclust", "solve", table, "-k", 3, "-d", 2, "--json"], tmp_path))
    assert answer["status"] == "optimal" and sorted(set(answer["labels"])) == [0, 1, 2]
    names = "TreeClust, Dataset, Links, Problem, solve"
    home = run([programs / "python", "-c", f"from treeclust import {names}; print(TreeClust.__module__)"], tmp_path)
    assert home.strip() == "treeclust.estimator.model"
    refused = subprocess.run([programs / "treeclust", "app"], cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode == 2 and 'pip install "treeclust[app]"' in refused.stderr


class InstalledServer(Server):
    """`treeclust app` of another environment, from a folder of its own."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        super().__init__({"TREECLUST_DATABASE_URL": f"sqlite:///{folder}/projects.db"})

    def start(self) -> None:
        words = ["app", "--no-open", "--port", str(self.port), "--base-path", BASE]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.process = subprocess.Popen(
            [self.programs / "treeclust", *words],
            cwd=self.folder,
            env={**clean, **self.environment},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.url = f"http://127.0.0.1:{self.port}/{BASE}"
        self.wait_until_healthy()


@pytest.fixture
def installed_app(programs: Path, wheel: Path, tmp_path: Path) -> Iterator[Server]:
    run([programs / "pip", "install", "-q", "--no-compile", f"{wheel}[app]"], tmp_path)
    server = InstalledServer(programs, tmp_path)
    try:
        yield server
    finally:
        server.stop()


def test_the_app_works_below_a_path(installed_app):
    """The plot is there, a link is drawn, the solve is proved, a page is reloaded, and the console has no error."""
    troubles: list[str] = []
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with chrome.new_context(viewport=SCREEN, reduced_motion="reduce") as context:
            context.set_default_timeout(PATIENCE)
            page = new_tab(context, troubles)
            steps.start(page, installed_app.url)
            steps.open_table(page, steps.three_blobs())
            assert f"/{BASE}/workspace" in page.url
            steps.drag_rows(page, 0, 1)
            steps.expect_links(page, {(0, 1, "must")})
            steps.solve(page)
            expect(page.get_by_test_id("status")).to_contain_text("Optimal")
            page.reload()
            steps.wait_for_plot(page)
            steps.expect_links(page, {(0, 1, "must")})
        chrome.close()
    assert not troubles
