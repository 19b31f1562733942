"""What `streamlit run app.py` serves besides Streamlit's own answers."""

from __future__ import annotations

import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import plotly
import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Route
from streamlit.runtime.pages_manager import PagesManager

from treeclust.ui.components import PLOTLY_ADDRESS

SCRIPT = Path(__file__).parent / "components" / "server_address.js"
INDEX = Path(st.__file__).parent / "static" / "index.html"
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


def routes(pages: Path) -> list[Route]:
    """Each page's address, for whoever arrives there directly or reloads; and the plotly.js of the Python package."""
    names = sorted(file.stem.replace("_", "-") for file in pages.glob("*.py"))
    return [*(Route(f"/{name}", page_html) for name in names), Route(f"/{PLOTLY_ADDRESS}", plotly_js)]


async def plotly_js(_: Request) -> FileResponse:
    return FileResponse(PLOTLY, media_type="text/javascript", headers=FOR_GOOD)


async def page_html(_: Request) -> HTMLResponse:
    return HTMLResponse(informed_html(), headers={"Cache-Control": "no-cache"})


@cache
def informed_html() -> str:
    """Streamlit's page, told where its server is: by itself it first asks below the page's own address, in vain, and
    the browser reports two errors."""
    html, script = (file.read_text(encoding="utf-8") for file in (INDEX, SCRIPT))
    return html.replace("<head>", f"<head><script>{script}</script>", 1)


def use_navigation() -> None:
    """Pages come from `st.navigation`, also for the first visitor of a server: until it has run once, Streamlit would
    take the folder `pages` for an app of the old kind and run the page that was asked for without `app.py`."""
    PagesManager.uses_pages_directory = False


@asynccontextmanager
async def browser_opened(_: object) -> AsyncIterator[None]:
    """Ready for the first visitor, whose browser comes up with the server unless that is headless."""
    use_navigation()
    if not st.get_option("server.headless"):
        webbrowser.open(f"http://{st.get_option('server.address')}:{st.get_option('server.port')}")
    yield
