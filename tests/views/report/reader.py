"""A report as its readers use it: what it says, the files that it offers, the command that it gives."""

from __future__ import annotations

import base64
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path


class Reader(HTMLParser):
    """Collects what a browser would: elements, text outside of scripts, saved files."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.inside.append(tag)

    def handle_data(self, data):
        if not self.inside or self.inside[-1] not in ("script", "style"):
            self.text += data

    def handle_endtag(self, tag):
        self.inside.append("/" + tag)
        self.text += "\n"

    def file(self, name: str) -> str:
        """A file that the page offers to save."""
        at = self.attributes.index(("download", name))
        return base64.b64decode(self.attributes[at - 1][1].partition("base64,")[2]).decode()

    def command_in(self, folder: Path) -> list[str]:
        """The words after `python -m treeclust`, with the files saved where they will be looked for."""
        for name in ("data.csv", "links.csv", "earlier-tree.json"):
            if ("download", name) in self.attributes:
                Path(folder, name).write_text(self.file(name))
        words = shlex.split(re.search(r"python -m treeclust .*", self.text).group())
        assert words[:3] == ["python", "-m", "treeclust"]
        return words[3:]
