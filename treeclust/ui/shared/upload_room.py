"""How much of what a browser tab has sent stays in the server's memory.

Streamlit keeps every file that is sent to it until the tab is closed, whether or not any page shows a field for it; a
script that sends one after the other would fill the memory. Files are read when they come, so old ones are not missed.
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")
MOST_FILES, MOST_BYTES = 8, 100 * 2**20
"""Of one tab; the latest is kept whatever its size."""


class UploadRoom:
    """Around everything that is served: after each file that is sent, the oldest of the same tab make room."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sent = UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None

        async def send_then_tidy(message: Message) -> None:
            if sent is not None and message["type"] == "http.response.start" and Runtime.exists():
                files = Runtime.instance().uploaded_file_mgr
                if isinstance(files, MemoryUploadedFileManager):
                    make_room(files, sent[1])
            await send(message)

        await self.app(scope, receive, send_then_tidy)


def make_room(files: MemoryUploadedFileManager, tab: str) -> None:
    """Let go of the tab's oldest files until the others fit."""
    kept, size = 0, 0
    for name, file in reversed(files_of(files, tab).items()):
        kept, size = kept + 1, size + len(file.data)
        if kept > 1 and (kept > MOST_FILES or size > MOST_BYTES):
            files.remove_file(tab, name)


def files_of(files: MemoryUploadedFileManager, tab: str) -> dict[str, UploadedFileRec]:
    """What the tab has sent, the oldest first."""
    return dict(files.file_storage.get(tab, {}))
