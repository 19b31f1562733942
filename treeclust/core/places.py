"""Where the files of the app lie: beside the package in a checkout, inside it where it was installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
INSTALLED = PACKAGE / "installed"
"""Only in a wheel: pyproject.toml puts app.py, pages, sample_data and the settings there."""


def app_folder() -> Path:
    """The folder of app.py, pages and sample_data."""
    return INSTALLED if INSTALLED.is_dir() else PACKAGE.parent
