"""`app`: the app in the browser, from any folder."""

from __future__ import annotations

import argparse
import runpy
import signal
import sys
from importlib.util import find_spec

from treeclust.core.errors import InputError
from treeclust.core.places import app_folder

HOST, PORT = "127.0.0.1", 8501
EVERYWHERE = ("0.0.0.0", "::")
HERE = ("localhost", HOST)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default=HOST, metavar="H", help="the address to listen at (default: this machine only)"
    )
    parser.add_argument("--port", type=port, default=PORT, metavar="N", help=f"default {PORT}")
    parser.add_argument("--base-path", default="", metavar="P", help="serve below this path, as behind a reverse proxy")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which browsers reach the app, such as that of a proxy; *.example.org is all below (repeatable)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")


def port(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 65_535:
        raise argparse.ArgumentTypeError("choose a whole number from 1 to 65535")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Streamlit does the rest, in this process, and takes care of Ctrl-C itself."""
    if find_spec("streamlit") is None:
        raise InputError('The app needs more than the library; install it with: pip install "treeclust[app]".')
    sys.argv = ["streamlit", "run", str(app_folder() / "app.py"), *settings(arguments)]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
    return 0


def settings(arguments: argparse.Namespace) -> list[str]:
    """As options of Streamlit; the others are in .streamlit/config.toml beside the app."""
    chosen = {
        "address": arguments.host,
        "port": str(arguments.port),
        "headless": str(bool(arguments.no_open)).lower(),
        "baseUrlPath": arguments.base_path.strip("/"),
    }
    words = [f"--server.{name}={value}" for name, value in chosen.items()]
    if arguments.host in EVERYWHERE:
        # else Streamlit asks a host on the internet how this machine is called there
        words.append(f"--browser.serverAddress={HERE[0]}")
    return [*words, *(f"--server.allowedHosts={name}" for name in allowed_hosts(arguments.host, arguments.allow_host))]


def allowed_hosts(host: str, named: list[str]) -> list[str]:
    """The names that a browser may call the app by. Who serves everywhere and names none allows all."""
    if host in EVERYWHERE and not named:
        return ["*"]
    return list(dict.fromkeys([*HERE, *([] if host in EVERYWHERE else [host]), *named]))
