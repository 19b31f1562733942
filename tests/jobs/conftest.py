"""One Dask cluster for all tests that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.jobs.cluster import DaskCluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[DaskCluster]:
    """A scheduler and two workers."""
    started = DaskCluster(workers=2)
    yield started
    started.close()
