"""Which TreeClust this is, and which libraries its answers come from."""

from functools import cache

VERSION = "0.1.0"
LIBRARIES = ("numpy", "scipy", "numba", "pandas", "scikit-learn", "python-sat")


@cache
def library_versions() -> dict[str, str]:
    """TreeClust, Python and every library that an answer depends on, as installed here."""
    import platform  # here, so that --version and Ctrl-C need not wait for them
    from importlib.metadata import PackageNotFoundError, version

    found = {"treeclust": VERSION, "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
