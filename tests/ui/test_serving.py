"""What the server does beside answering: closed tabs are let go of, settings are read."""

from __future__ import annotations

import gc
import inspect
import time
import weakref
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from streamlit import net_util
from streamlit.runtime import Runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.web.server.server_util import is_url_from_allowed_origins

from treeclust.core.errors import InputError
from treeclust.jobs.choice import VARIABLE
from treeclust.jobs.shares import MEMORY_MB, Shares
from treeclust.ui.shared.serving import ask_nobody_outside, stored_sessions
from treeclust.ui.shared.upload_room import MOST_BYTES, MOST_FILES, files_of, make_room
from treeclust.workspace import settings


def test_a_page_of_another_site_is_refused_without_asking_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit would ask a host there for its own address, twice a second long, while everybody waits."""
    asked: list[str] = []
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda url, **how: asked.append(url))
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    assert not is_url_from_allowed_origins("http://elsewhere.example") and asked
    asked.clear()
    ask_nobody_outside()
    assert not is_url_from_allowed_origins("http://elsewhere.example") and not asked
    assert is_url_from_allowed_origins("http://localhost:8501")


class ClosedTab:
    def __init__(self) -> None:
        self.session = SimpleNamespace(id="closed")


def test_counting_closed_tabs_lets_go_of_them() -> None:
    """Streamlit keeps them where we look, and frees those whose time is over when it is asked how many there are."""
    storage, tab = MemorySessionStorage(ttl_seconds=0.2), ClosedTab()
    manager = WebsocketSessionManager(storage, MagicMock(), MagicMock(), None)
    runtime = SimpleNamespace(_session_mgr=manager)
    assert "self._session_mgr" in inspect.getsource(Runtime.__init__)
    storage.save(tab)
    assert stored_sessions(runtime) == 1
    watched = weakref.ref(tab)
    del tab
    time.sleep(0.3)
    gc.collect()
    assert watched() is not None
    assert stored_sessions(runtime) == 0
    gc.collect()
    assert watched() is None


def test_the_oldest_files_of_a_tab_make_room() -> None:
    """Of few large and of many small ones, the latest stay; those of other tabs are not touched."""
    files = MemoryUploadedFileManager("/upload")

    def send(tab: str, name: str, size: int) -> list[str]:
        files.add_file(tab, UploadedFileRec(name, name, "", bytes(size)))
        make_room(files, tab)
        return list(files_of(files, tab))

    assert send("other", "mine", MOST_BYTES // 2) == ["mine"]
    for number in range(5):
        names = send("tab", str(number), MOST_BYTES * 2 // 5)
    assert names == ["3", "4"]
    assert send("tab", "huge", MOST_BYTES + 1) == ["huge"]
    for number in range(20):
        names = send("tab", str(number), 10)
    assert names == [str(number) for number in range(20 - MOST_FILES, 20)]
    assert list(files_of(files, "other")) == ["mine"] and files_of(files, "nobody") == {}


def test_shares_are_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variable is heard; what is no number is one sentence that names the variable."""
    monkeypatch.setenv("TREECLUST_SOLVES", "3")
    monkeypatch.setenv("TREECLUST_SOLVES_PER_PERSON", "2")
    monkeypatch.setenv("TREECLUST_WAITING_PER_PERSON", "5")
    monkeypatch.setenv("TREECLUST_WAITING", "50")
    monkeypatch.setenv("TREECLUST_WORKER_MB", "600")
    assert settings.solves_at_once() == 3
    assert settings.shares() == Shares(2, 5, 50, 600)
    monkeypatch.delenv("TREECLUST_WORKER_MB")
    monkeypatch.setenv(VARIABLE, "tcp://127.0.0.1:9")
    assert settings.shares().memory_mb == MEMORY_MB
    monkeypatch.setenv("TREECLUST_SOLVES", "0")
    with pytest.raises(InputError, match="TREECLUST_SOLVES is '0'; set it to a whole number"):
        settings.solves_at_once()
