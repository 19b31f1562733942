"""While somebody uploads a hostile file, nobody else waits for it."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opener
from tests.browser.server import Server
from tests.browser.worst_files import click, wait_beside

SECOND = 1000
QUICK = ("comments", "one long text in every row")


@pytest.mark.parametrize("trick", QUICK)
def test_a_click_is_answered_while_a_hostile_file_is_read(server: Server, open_page: Opener, trick: str) -> None:
    """Within a second beyond what the same clicks take, three times over, on this machine without the file."""
    other, sender = open_page(server.url), open_page(server.url)
    quiet = max(click(other, number) for number in range(4))
    found = wait_beside(sender, other, trick)
    assert max(found.clicks) < SECOND + 3 * quiet, found
