"""The site of the documentation: built once, every notebook executed; links lead somewhere, no other host is asked."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from treeclust.__main__ import main

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.md"))
LOADING = {"script": "src", "img": "src", "iframe": "src", "link": "href", "object": "data"}
"""What a browser fetches by itself, and the attribute that says from where."""
PICTURES = {"iris": 3, "penguins": 2, "interview": 3, "conflicts": 2, "trade_offs": 4, "new_rows": 1}
"""How many drawings and figures each notebook has."""


class Page(HTMLParser):
    """The addresses of a page: those it leads to, those it loads, and the names that lead into it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.links, self.loads, self.names = path, list[str](), list[str](), set[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.names.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in LOADING and LOADING[tag] in found:
            self.loads.append(found[LOADING[tag]])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """By one command, in which a warning is an error, as an exception in a notebook is."""
    site = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", str(DOCS), str(site)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return {path: Page(path) for path in site.rglob("*.html")}


def lost(page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    """The addresses within the site that lead nowhere."""
    for address in page.links + page.loads:
        file, _, name = unquote(address).partition("#")
        if re.match(r"[a-z]+:", file) or file.startswith("data:"):
            continue
        target = (page.path.parent / file.partition("?")[0]).resolve() if file else page.path
        if not target.exists() or (name and target in pages and name not in pages[target].names):
            yield address


def test_the_site_is_whole_and_asks_no_other_host(pages):
    """Every page of docs is in it, every link leads somewhere, and nothing is loaded from elsewhere."""
    named = {path.stem for path in pages}
    assert {path.stem for path in DOCS.rglob("*.md")} <= named
    assert {str(page.path.name): [*lost(page, pages)] for page in pages.values() if [*lost(page, pages)]} == {}
    outside = [address for page in pages.values() for address in page.loads if re.match(r"(https?:)?//", address)]
    assert outside == []


def test_every_notebook_has_its_pictures(pages):
    """Trees as SVG, plots as Plotly figures, in the pages as they were built."""
    found = {}
    for path in pages:
        if path.parent.name == "notebooks":
            text = path.read_text(encoding="utf-8")
            trees = text.count("Decision tree of the clustering") + len(re.findall(r'src="[^"]+\.svg"', text))
            found[path.stem] = trees + text.count("Plotly.newPlot(")
    assert found == PICTURES and {path.stem for path in NOTEBOOKS} == set(PICTURES)


def test_the_first_page_has_a_gallery(pages):
    """A picture of every notebook that leads to it."""
    text = next(path for path in pages if path.name == "index.html").read_text(encoding="utf-8")
    gallery = re.search(r'<ul class="gallery.*?</ul>', text, re.DOTALL)
    assert gallery is not None
    for name in PICTURES:
        picture = rf'href="notebooks/{name}\.html">(?:<span[^>]*>)?<img [^>]*src="_images/{name}\.png"'
        assert re.search(picture, gallery[0]), name


def test_the_reference_has_every_public_name(pages):
    """With the first sentence of its docstring."""
    text = next(path for path in pages if path.stem == "api").read_text(encoding="utf-8")
    names = (
        "from_table",
        "explain",
        "to_sklearn",
        "link",
        "suggest",
        "save",
        "load",
        "report",
        "plot",
        "why",
        "pareto",
    )
    assert all(f'id="treeclust.TreeClust.{name}"' in text for name in names)
    assert "Clusters that are the leaves of a shallow decision tree" in text


FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run_command(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a line of the tutorial prints, perhaps into a file."""
    words, _, output = command.removeprefix("python -m treeclust ").partition(" > ")
    assert main(shlex.split(words)) == 0
    printed = capsys.readouterr().out
    if output:
        Path(output).write_text(printed, encoding="utf-8")
    return printed


def test_the_tutorial_runs_as_written(tmp_path, monkeypatch, capsys):
    """Its commands, its file of links and its Python, in turn, in an empty folder; what it shows is printed."""
    monkeypatch.chdir(tmp_path)
    commands, printed = 0, ""
    for language, text in FENCED.findall((DOCS / "tutorial.md").read_text(encoding="utf-8")):
        if language == "sh":
            for command in text.replace("\\\n", " ").splitlines():
                printed = run_command(command, capsys)
                commands += 1
                assert printed and "infeasible" not in printed
        elif text.startswith("a,b,kind"):
            Path("links.csv").write_text(text)
        elif language == "python":
            exec(compile(text, "tutorial.md", "exec"), {})
        else:
            assert language == "text" and [line for line in text.splitlines() if line not in printed] == []
    assert commands == 8
    assert len(Path("placed.csv").read_text(encoding="utf-8").splitlines()) == 301
    assert Path("report.html").stat().st_size > 1_000_000 and Path("customers.treeclust").exists()
