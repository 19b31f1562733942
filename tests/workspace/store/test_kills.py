"""A few of the killed servers of `python -m tests.workspace.store.kills` in the suite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_killed_servers_lose_no_edit_that_was_reported() -> None:
    """Each goes on where the one before was killed; nothing is lost, and nothing is half there."""
    words = [sys.executable, "-m", "tests.workspace.store.kills", "--kills", "6", "--edits", "5"]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "6 kills" in ended.stdout and "0 lost, 0 impossible states" in ended.stdout
