"""The example of a reverse proxy in docs/nginx.conf, with the system's nginx: it says who somebody is, and nothing that
a browser sends changes that."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from websockets.exceptions import InvalidStatus

from tests.browser import steps
from tests.browser.conftest import SCREEN
from tests.browser.server import ROOT, Server, running_app
from tests.browser.visitor import Visitor
from treeclust.workspace.document import Work
from treeclust.workspace.store import READ_ONLY, Access, Role, Store

FRAME = "{user} pid {folder}/pid; daemon off; events {{}} http {{ access_log off; {temporary} include site.conf; }}\n"
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """The app with login, and the port of nginx before it."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    settings = {"TREECLUST_LOGIN": "header:X-Remote-User", "TREECLUST_PROJECT_LIST": "1"}
    with running_app(TREECLUST_DATABASE_URL=f"sqlite:///{tmp_path / 'club.db'}", **settings) as server:
        port = free_port()
        site = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
        site = site.replace("127.0.0.1:8501", f"127.0.0.1:{server.port}").replace("127.0.0.1:8080", f"127.0.0.1:{port}")
        (tmp_path / "site.conf").write_text(site)
        user = "" if os.getuid() else "user root;"
        temporary = "\n".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in KINDS)
        (tmp_path / "nginx.conf").write_text(FRAME.format(user=user, folder=tmp_path, temporary=temporary))
        hashes = {name: base64.b64encode(hashlib.sha1(name.encode()).digest()).decode() for name in ("ada", "bob")}
        names = [f"{name}:{{SHA}}{hashed}" for name, hashed in hashes.items()]
        (tmp_path / "people").write_text("\n".join(names) + "\n")
        proxy = subprocess.Popen([program, "-e", "stderr", "-c", str(tmp_path / "nginx.conf")], cwd=tmp_path)
        try:
            wait_for(port)
            yield server, port
        finally:
            proxy.terminate()
            proxy.wait(20)


def wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("nginx did not start")


def as_person(name: str) -> tuple[str, str]:
    return "Authorization", "Basic " + base64.b64encode(f"{name}:{name}".encode()).decode()


def test_people_behind_nginx_see_their_own_projects_only(club: tuple[Server, int]) -> None:
    """Without a password, and from another site, there is nothing; a forged header is replaced; nobody's list shows
    another's project, not even where the list is for everybody."""
    _, port = club
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/")
    host = f"127.0.0.1:{port}"
    with pytest.raises(InvalidStatus, match="403"):
        Visitor(host, headers=[as_person("ada"), ("Origin", "http://elsewhere.example")])
    ada = Visitor(host, headers=[as_person("ada")])
    ada.press("Iris flowers")
    again = Visitor(host, ada.project, [as_person("ada")])
    assert "All projects" in again.said
    forged = [as_person("bob"), ("X-Remote-User", "ada"), ("X-Forwarded-For", "127.0.0.1")]
    bob = Visitor(host, headers=forged)
    assert "All projects" not in bob.said and "iris.csv" not in bob.said
    assert "No such project" in Visitor(host, ada.project, forged).said


def test_links_are_signed_by_the_person_and_readers_draw_none(club: tuple[Server, int], browser: Browser) -> None:
    """In a browser through nginx: the author of a link is whoever is logged in; somebody with an address for reading
    draws one, presses Solve and Undo, and is told, and nothing is changed."""
    server, port = club
    url = f"http://127.0.0.1:{port}"
    store = Store(server.environment["TREECLUST_DATABASE_URL"])
    ada = browser.new_context(http_credentials={"username": "ada", "password": "ada"}, viewport=SCREEN)
    bob = browser.new_context(http_credentials={"username": "bob", "password": "bob"}, viewport=SCREEN)
    with ada, bob:
        page = ada.new_page()
        steps.start(page, url)
        steps.upload(page, steps.three_blobs())
        steps.go_to_workspace(page)
        steps.drag_rows(page, 0, 1)
        undo = page.get_by_role("button", name="Undo", exact=True)
        expect(undo).to_have_attribute("title", "Take back: add a link (Ctrl + Z)")
        [one] = store.listing("ada")

        def work() -> Work:
            return store.ledger(Access(one.id, False), one.id).read().present

        assert [made.author for made in work().made.values()] == ["ada"]
        reader = bob.new_page()
        steps.start(reader, f"{url}/?project={store.keys.add(one.id, Role.READ)}")
        steps.go_to_workspace(reader)
        steps.drag_rows(reader, 2, 3)
        expect(reader.get_by_text(READ_ONLY)).to_be_visible()
        for button in ("Solve", "Undo"):
            steps.press(reader, button)
            expect(reader.get_by_test_id("stAlert").get_by_text(READ_ONLY)).to_be_visible()
            steps.settle(reader)
        expect(reader.get_by_test_id("stException")).to_have_count(0)
        assert steps.links(reader) == {(0, 1, "must")} and len(work().links) == 1
