"""The app in Streamlit's test driver; its workers end with the last test, because all tests share them."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.driving import APP
from treeclust.ui.session import jobs


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(APP, default_timeout=60).run()


@pytest.fixture(autouse=True, scope="session")
def end_jobs():
    yield
    jobs().close()
