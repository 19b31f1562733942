"""Who started the server may see all its projects: a secret of this start, printed with its address as Jupyter does.

A Host header, or where a connection comes from, proves nothing: a reverse proxy on the same computer sends everybody's.
"""

from __future__ import annotations

import hmac
import os
import secrets

import streamlit as st
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

LIST_VARIABLE = "TREECLUST_PROJECT_LIST"
TOKEN = secrets.token_urlsafe(24)
ROUTE = "start"


def start_address(base: str) -> str:
    return f"{base}/{ROUTE}?token={TOKEN}"


async def begin(request: Request) -> Response:
    """To the app, with the secret as a cookie if it was right; nobody is told whether it was."""
    answer = RedirectResponse("./", status_code=303, headers={"Cache-Control": "no-store"})
    if is_right(request.query_params.get("token")):
        answer.set_cookie(cookie_name(), TOKEN, httponly=True, samesite="strict")
    return answer


def may_list() -> bool:
    """TREECLUST_PROJECT_LIST=1 shows the list to everybody who reaches the server, 0 to nobody."""
    wanted = os.environ.get(LIST_VARIABLE)
    if wanted in ("0", "1"):
        return wanted == "1"
    return is_right(st.context.cookies.get(cookie_name()))


def cookie_name() -> str:
    """Browsers do not tell the ports of a computer apart, so that each server has its own."""
    return f"treeclust_{st.get_option('server.port')}"


def is_right(said: object) -> bool:
    return isinstance(said, str) and hmac.compare_digest(said.encode(errors="replace"), TOKEN.encode())
