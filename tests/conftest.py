"""Settings for the whole suite."""

from __future__ import annotations

import os

# scikit-learn checks array-API input only if this is set before scipy is imported
os.environ.setdefault("SCIPY_ARRAY_API", "1")

import atexit
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# no test may touch the projects of the person who runs it
folder = tempfile.mkdtemp(prefix="treeclust-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ["TREECLUST_DATABASE_URL"] = f"sqlite:///{folder}/projects.db"

# no test may fail because the machine is busy
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def cluster() -> Iterator[object]:
    """A Dask scheduler and two workers, for all tests that need them."""
    from tests.dask_cluster import DaskCluster  # here because Dask takes a second to load

    started = DaskCluster(workers=2)
    yield started
    started.close()
