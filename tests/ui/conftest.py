"""The app in Streamlit's test driver; its workers end with the last test, because all tests share them."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.driving import APP
from treeclust.ui.shared import callbacks, guard
from treeclust.ui.shared.session import jobs

GUARDS = (guard.__name__, callbacks.__name__)


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(APP, default_timeout=60).run()


@pytest.fixture(autouse=True, scope="session")
def end_jobs():
    yield
    jobs().close()


@pytest.fixture(autouse=True)
def no_failures(caplog, request):
    """A page that fails says so in one sentence, which a test might not notice; one that wants a failure says so."""
    yield
    failed = [record for record in caplog.get_records("call") if record.name in GUARDS and record.exc_info]
    assert bool(failed) == ("wanted_failure" in request.fixturenames), failed and failed[0].exc_text
