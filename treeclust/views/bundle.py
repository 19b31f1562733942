"""A bundler for the ES modules of the browser parts: an entry module and all that it imports, as one script.

Streamlit and notebooks hand a script to the browser as a blob, from where an address like `./geometry.js` leads
nowhere. So the modules go one after the other into one scope, without their import and export words; two modules of one
component must not give the same name to different things.
"""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{[^}]*\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?!default )", re.MULTILINE)


def bundle(entry: Path) -> str:
    """One script that needs no other file; its default export is the entry's."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", text)) for text in modules(entry).values())


def modules(entry: Path) -> dict[Path, str]:
    """The entry after everything that it imports, directly or not; each file once."""
    found: dict[Path, str] = {}
    text = entry.read_text(encoding="utf-8")
    for address in IMPORT.findall(text):
        found |= modules((entry.parent / address).resolve())
    return found | {entry.resolve(): text}
