"""Project files from strangers that can be opened: no page fails on them."""

from __future__ import annotations

from random import Random

import pytest
from streamlit.testing.v1 import AppTest

from tests.hostile.projects import TRICKS
from tests.ui.driving import APP
from treeclust.core.errors import InputError
from treeclust.ui.shared.session import projects
from treeclust.workspace.store import open_project_file, project_rows

PAGES = ("pages/data.py", "pages/workspace.py", "pages/compare.py", "pages/trade_offs.py", "pages/method.py")
WANTED = 3


def that_open(trick: str, wanted: int) -> list[bytes]:
    """The first few project files of this kind that are not refused."""
    found = []
    for number in range(400):
        content = TRICKS[trick](Random(number))
        try:
            open_project_file(content)
        except InputError:
            continue
        found.append(content)
        if len(found) == wanted:
            break
    return found


@pytest.mark.parametrize("trick", ["a changed project", "changed runs", "changed links", "known tricks"])
def test_no_page_fails_on_a_project_that_opens(trick: str) -> None:
    """Every page is shown without an error, whatever was changed in the file."""
    contents = that_open(trick, WANTED)
    assert contents
    for content in contents:
        token = projects().add(project_rows(open_project_file(content)))
        for page in PAGES:
            app = AppTest.from_file(APP, default_timeout=120)
            app.query_params["project"] = token
            app.switch_page(page)
            app.run()
            assert not app.exception, (page, app.exception)
