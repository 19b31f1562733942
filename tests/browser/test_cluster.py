"""The app with its solves on a Dask cluster: nobody who clicks sees a difference."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.browser.conftest import Opener
from tests.browser.server import Server, running_app
from tests.browser.test_solving import start_long_solve, wait_for_incumbent
from tests.dask_cluster import DaskCluster
from tests.jobs.asking import wait_until_dead
from treeclust.jobs.choice import VARIABLE


@pytest.fixture
def clustered(cluster: DaskCluster) -> Iterator[Server]:
    with running_app(**{VARIABLE: cluster.address}) as app:
        yield app


def test_cancel_reaches_the_worker_on_the_cluster(cluster: DaskCluster, clustered: Server, open_page: Opener) -> None:
    """The solve runs under a Dask worker, not under the server; after Cancel its tree is shown and it has ended."""
    page = open_page(clustered.url)
    start_long_solve(page)
    wait_for_incumbent(page)
    assert not clustered.busy_workers()
    busy = cluster.processes_at_work()
    assert busy
    steps.press(page, "Cancel")
    expect(page.get_by_test_id("tree").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("status")).to_contain_text("Best so far")
    for pid in busy:
        wait_until_dead(pid)
