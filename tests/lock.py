"""Writes docs/requirements.lock: every package that requirements.txt brings, with its version and the hash of its file.

python -m tests.lock   (needs a package index; for the Python and the kind of machine that it runs on)
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "docs" / "requirements.lock"
HEAD = """# Every package of requirements.txt by version and hash, Python {python}, {system}: python -m tests.lock
# pip install --require-hashes -r docs/requirements.lock
"""


def resolved() -> list[dict[str, Any]]:
    """What pip would install into an empty environment."""
    words = ["-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--report", "-", "-r", "requirements.txt"]
    report = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found: list[dict[str, Any]] = json.loads(report)["install"]
    return found


def lines(installed: list[dict[str, Any]]) -> list[str]:
    """By name, so that two locks can be compared."""
    found = []
    for one in installed:
        name = re.sub(r"[-_.]+", "-", one["metadata"]["name"]).lower()
        digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
        found.append(f"{name}=={one['metadata']['version']} \\\n    --hash=sha256:{digest}\n")
    return sorted(found)


def main() -> None:
    python = ".".join(platform.python_version_tuple()[:2])
    head = HEAD.format(python=python, system=f"{platform.system()} {platform.machine()}")
    LOCK.write_text(head + "".join(lines(resolved())), encoding="utf-8")


if __name__ == "__main__":
    main()
