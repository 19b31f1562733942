"""What `streamlit run app.py` serves besides Streamlit's own answers."""

from __future__ import annotations

import asyncio
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path

import plotly
import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import net_util
from streamlit.runtime import Runtime
from streamlit.runtime.pages_manager import PagesManager

from treeclust.core.errors import InputError
from treeclust.jobs.choice import on_a_cluster
from treeclust.ui.shared.components import PLOTLY_ADDRESS, base_path
from treeclust.ui.shared.session import jobs
from treeclust.ui.shared.start_token import ROUTE, begin, start_address
from treeclust.workspace.memory import give_back, keep_heap_small

SCRIPT = Path(__file__).parent / "components" / "server_address.js"
INDEX = Path(st.__file__).parent / "static" / "index.html"
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses to listen at that no browser can go to."""
FORGET_SECONDS = 20.0
CACHE_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


def routes(pages: Path) -> list[Route]:
    """Each page's address, for who opens or reloads that; and the plotly.js of the Python package."""
    names = sorted(file.stem.replace("_", "-") for file in pages.glob("*.py"))
    base = base_path()
    own = [Route(f"{base}/{PLOTLY_ADDRESS}", plotly_js), Route(f"{base}/{ROUTE}", begin)]
    return [*(Route(f"{base}/{name}", page_html) for name in names), *own]


class SafeHeaders:
    """Around everything that is served: no other site shows the app in a frame, files are what they are called, and
    addresses, which open projects, are told to nobody."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, send_safely)


async def plotly_js(_: Request) -> FileResponse:
    return FileResponse(PLOTLY, media_type="text/javascript", headers=CACHE_FOREVER)


async def page_html(_: Request) -> HTMLResponse:
    return HTMLResponse(html_with_address(), headers={"Cache-Control": "no-cache"})


@cache
def html_with_address() -> str:
    """Streamlit's page with the address of its server: without that it first asks below the page's own address, and the
    browser reports two errors."""
    html, script = (file.read_text(encoding="utf-8") for file in (INDEX, SCRIPT))
    return html.replace("<head>", f"<head><script>{script}</script>", 1)


def use_navigation() -> None:
    """Pages come from `st.navigation`, also for the first visitor of a server: until it has run once, Streamlit would
    take the folder `pages` for an app of the old kind and run the page that was asked for without `app.py`."""
    PagesManager.uses_pages_directory = False


def ask_nobody_outside() -> None:
    """Whenever a page of another site opens a WebSocket, Streamlit asks a host on the internet for this machine's own
    address, to compare, and everybody waits for that. Such pages are refused without it."""
    net_util.get_external_ip = lambda: None


@asynccontextmanager
async def open_browser(_: object) -> AsyncIterator[None]:
    """With the start of the server, unless that is headless. The address that shows the list of projects is printed."""
    use_navigation()
    ask_nobody_outside()
    keep_heap_small()
    host = st.get_option("server.address")
    address = f"http://{'localhost' if host in EVERYWHERE else host}:{st.get_option('server.port')}{base_path()}"
    print(f"  With the list of projects: {start_address(address)}\n", flush=True)
    if not st.get_option("server.headless"):
        webbrowser.open(start_address(address))
    tasks = [asyncio.create_task(forget_sessions()), asyncio.create_task(asyncio.to_thread(load_worker))]
    yield
    for task in tasks:
        task.cancel()


def load_worker() -> None:
    """So that the first tree does not wait until a worker has loaded; one on a cluster is not ours to load."""
    if not on_a_cluster():
        with suppress(InputError, OSError):
            jobs().get_ready()


async def forget_sessions() -> None:
    """Streamlit keeps the session of a closed tab for two minutes, and then until the next tab is closed, with every
    file that was uploaded there. Asking how many there are makes it let go of them."""
    before = 0
    while True:
        await asyncio.sleep(FORGET_SECONDS)
        kept = stored_sessions(Runtime.instance())
        if kept < before:
            await asyncio.to_thread(give_back)
        before = kept


def stored_sessions(runtime: Runtime) -> int:
    """How many closed tabs could still come back."""
    storage = getattr(getattr(runtime, "_session_mgr", None), "_session_storage", None)
    return len(getattr(storage, "_cache", ()))
