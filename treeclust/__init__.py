"""TreeClust: clusterings that are shallow decision trees, obey every link, and are proved optimal within ε."""

from treeclust.version import VERSION as __version__

__all__ = ["__version__"]
