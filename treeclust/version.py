"""Which TreeClust this is, and which libraries its answers come from."""

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

VERSION = "0.1.0"
LIBRARIES = ("numpy", "scipy", "numba", "pandas", "scikit-learn", "python-sat")


@cache
def library_versions() -> dict[str, str]:
    """TreeClust, Python and every library that an answer depends on, as installed here."""
    found = {"treeclust": VERSION, "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
