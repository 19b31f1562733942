"""Settings for the whole suite."""

from __future__ import annotations

import os

# scikit-learn checks array-API input only if this is set before scipy is imported
os.environ.setdefault("SCIPY_ARRAY_API", "1")

from hypothesis import settings

# no test may fail because the machine is busy
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
