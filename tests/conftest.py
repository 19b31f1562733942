"""Settings for the whole suite."""

from __future__ import annotations

import os

# scikit-learn checks array-API input only if this is set before scipy is imported
os.environ.setdefault("SCIPY_ARRAY_API", "1")
