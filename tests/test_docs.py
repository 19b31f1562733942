"""The pages for people: every link leads somewhere, and every file they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "sample_data" / "README.md"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:treeclust|tests|pages|docs|sample_data)/[\w/.]+)`")


def anchors(page: Path) -> set[str]:
    """The headings as GitHub addresses them: lower case, hyphens for spaces, nothing else but letters and digits."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page: Path, link: str) -> bool:
    address, _, anchor = link.partition("#")
    target = page.parent / address if address else page
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    """Files beside the page and headings in them; other sites are not asked."""
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not link.startswith("https://")]
    assert [link for link in links if not leads_somewhere(page, link)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_named_file_is_there(page: Path) -> None:
    """Paths in code marks exist, apart from those that the page tells to make."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if "| new" not in line]
    assert [name for line in lines for name in NAMED.findall(line) if not (ROOT / name).exists()] == []
