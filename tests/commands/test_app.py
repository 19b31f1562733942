"""`treeclust app`: what Streamlit is told."""

from __future__ import annotations

import argparse

import pytest

from treeclust.__main__ import main
from treeclust.commands import app


def told(*words: str) -> list[str]:
    parser = argparse.ArgumentParser()
    app.add_arguments(parser)
    return app.settings(parser.parse_args(words))


def test_by_default_it_is_for_this_machine_only():
    """It listens here, answers to this machine's names, and opens a browser."""
    assert told() == [
        "--server.address=127.0.0.1", "--server.port=8501", "--server.headless=false", "--server.baseUrlPath=",
        "--server.allowedHosts=localhost", "--server.allowedHosts=127.0.0.1",
    ]  # fmt: skip


def test_a_path_and_the_name_of_a_proxy():
    """Slashes around the path do not matter; the proxy's name is allowed beside this machine's."""
    words = told("--base-path", "/lab/clusters/", "--allow-host", "data.example.org", "--no-open", "--port", "80")
    assert "--server.baseUrlPath=lab/clusters" in words and "--server.headless=true" in words
    assert words[-3:] == [f"--server.allowedHosts={name}" for name in ("localhost", "127.0.0.1", "data.example.org")]


@pytest.mark.parametrize(("host", "names"), [("0.0.0.0", ["*"]), ("10.0.0.7", ["localhost", "127.0.0.1", "10.0.0.7"])])
def test_who_serves_others_is_reached_by_them(host, names):
    """By any name at every address, by its own at one."""
    assert [word.split("=")[1] for word in told("--host", host) if "allowedHosts" in word] == names


def test_nobody_on_the_internet_is_asked_for_an_address():
    """Streamlit does, for what it prints, unless it is told."""
    assert "--browser.serverAddress=localhost" in told("--host", "0.0.0.0", "--no-open")
    assert not any("browser" in word for word in told("--host", "10.0.0.7", "--no-open"))


def test_a_port_that_cannot_be_is_refused(capsys):
    """In one line."""
    with pytest.raises(SystemExit):
        main(["app", "--port", "70000"])
    assert "choose a whole number from 1 to 65535" in capsys.readouterr().err
