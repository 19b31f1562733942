"""Who sees what on a real server, without a browser: the list of projects, people who log in, addresses for reading."""

from __future__ import annotations

import json
import re
import sqlite3
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value, generate_xsrf_token_string
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME, XSRF_COOKIE_NAME

from tests.browser.server import Server, running_app
from tests.browser.visitor import Visitor
from treeclust.workspace.store import READ_ONLY, Role, Store

HEADER = "X-Remote-User"
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("people") / "open.db"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[Server]:
    """Without login."""
    with running_app(TREECLUST_DATABASE_URL=f"sqlite:///{database}") as app:
        yield app


@pytest.fixture(scope="module")
def club(database: Path) -> Iterator[Server]:
    """With login, through a header."""
    url = f"sqlite:///{database.parent / 'club.db'}"
    with running_app(TREECLUST_DATABASE_URL=url, TREECLUST_LOGIN=f"header:{HEADER}") as app:
        yield app


@pytest.fixture
def visit() -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def open_one(server: Server, project: str = "", host: str = "127.0.0.1", **headers: str) -> Visitor:
        visitors.append(Visitor(f"{host}:{server.port}", project, [*headers.items()]))
        return visitors[-1]

    yield open_one
    for one in visitors:
        one.close()


def rows(database: Path, table: str = "projects") -> int:
    with sqlite3.connect(database) as connection:
        return connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]


def test_every_answer_has_the_headers(server: Server) -> None:
    """No other site frames the app, guesses what a file is, or hears its addresses."""
    for path in ("", "workspace", "_stcore/health", "start?token=wrong", "no-such-file.js"):
        with urllib.request.urlopen(f"{server.url}/{path}") as answer:
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'self'"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_visits_leave_no_trace_and_work_does(server: Server, database: Path, visit: Visit) -> None:
    """Ten people look around: no row. One opens a sample: one row, whose address comes with it."""
    visit(server)
    before = rows(database)
    visitors = [visit(server) for _ in range(10)]
    assert rows(database) == before and not any(one.project for one in visitors)
    visitors[0].press("Iris flowers")
    assert rows(database) == before + 1
    assert "Iris" in visit(server, visitors[0].project).said


def test_the_list_is_for_who_started_the_server(server: Server, visit: Visit) -> None:
    """Whatever the Host header says, only the address that the server has printed shows the list."""
    visit(server).press("Iris flowers")
    for host in ("127.0.0.1", "localhost"):
        assert "All projects" not in visit(server, host=host).said
    printed = re.search(r"http://\S+/start\?token=(\S+)", server.printed())
    assert printed is not None
    assert "All projects" not in visit(server, Cookie=f"treeclust_{server.port}={printed[1][:-1]}x").said
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(printed[0]) as answer:
        assert answer.url == f"{server.url}/"
    owner = visit(server, Cookie=f"treeclust_{server.port}={printed[1]}")
    assert "All projects" in owner.said


def test_no_token_is_in_the_database_and_nobody_else_reads_it(server: Server, database: Path, visit: Visit) -> None:
    """What is in the file opens nothing, and its mode is 0600."""
    worker = visit(server)
    worker.press("Iris flowers")
    for file in database.parent.glob("open.db*"):
        assert file.stat().st_mode & 0o777 == 0o600
        assert worker.project.encode() not in file.read_bytes()


def test_a_read_only_address_writes_nothing(server: Server, database: Path, visit: Visit) -> None:
    """Its visitor sees the project; every press and every typed word that a script sends is refused in a sentence."""
    worker = visit(server)
    worker.press("Iris flowers")
    store = Store(f"sqlite:///{database}")
    access = store.access(worker.project)
    assert access is not None and access.may_write
    token = store.keys.add(access.project, Role.READ)
    reader = visit(server, token)
    assert "You are reading this project" in reader.said and "Iris" in reader.said

    def content() -> list[object]:
        with sqlite3.connect(database) as connection:
            tables = ("projects", "steps", "runs", "keys", "uses")
            return [connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in tables]

    before = content()
    away = ("New project", "Go to the workspace", "Guided demo")
    presses = [label for kind, label in reader.widgets if kind == "button" and label not in away]
    assert "Two wings" in presses
    for label in presses:
        reader.press(label)
        assert "exception {" not in reader.said and READ_ONLY.rstrip(".") in reader.said
    reader.type("Project", "Mine now")
    reader.type("Your name", "Mallory")
    for wording in ("New read-only address", "Change this address"):  # ids of widgets that were never drawn here
        reader.widgets["button", wording] = worker.widgets["button", wording]
        reader.press(wording)
    assert content() == before
    visit(server, token).press("Guided demo")
    assert content() == before
    store.keys.revoke(access.project, store.keys.listing(access.project)[-1].hash)
    reader.run()
    assert "No such project" in reader.said and "No such project" in visit(server, token).said


def test_a_changed_address_ends_the_old_one(server: Server, visit: Visit) -> None:
    """Also for a tab that has it open: its next press changes nothing."""
    one = visit(server)
    one.press("Iris flowers")
    old, other = one.project, visit(server, one.project)
    one.press("Change this address")
    assert one.project != old and "Iris" in visit(server, one.project).said
    other.press("Two wings")
    assert "No such project" in other.said and "No such project" in visit(server, old).said
    assert "Two wings" not in visit(server, one.project).said.split("Or a sample")[0]


def test_two_people_see_nothing_of_each_other(club: Server, visit: Visit) -> None:
    """Neither lists, opens nor guesses the other's project; each finds their own again, by its address and in the
    list."""
    ada = visit(club, **{HEADER: "ada"})
    ada.press("Iris flowers")
    bob = visit(club, **{HEADER: "bob"})
    bob.press("Two wings")
    assert "All projects" in visit(club, ada.project, **{HEADER: "ada"}).said
    listed = visit(club, **{HEADER: "bob"})
    assert "All projects" in listed.said and "iris.csv" not in listed.said
    for address in (ada.project, ada.project[:-1], ada.project.upper()):
        stranger = visit(club, address, **{HEADER: "bob"})
        assert "No such project" in stranger.said and "iris" not in stranger.said.lower()
    assert len(ada.project) == 32 and ada.project != bob.project


def test_without_a_name_there_is_no_page(club: Server, visit: Visit) -> None:
    """Nobody, two names at once or an empty one: one sentence, and nothing else."""
    nobody = visit(club)
    twice = Visitor(f"127.0.0.1:{club.port}", "", [(HEADER, "ada"), (HEADER, "bob")])
    for stranger in (nobody, twice, visit(club, **{HEADER: " "})):
        assert "did not say who you are" in stranger.said
        assert not stranger.widgets
    twice.close()


def test_a_read_only_address_is_for_others_too(club: Server, visit: Visit, database: Path) -> None:
    """With login a project is shared by an address that its owner makes; it does not become the reader's."""
    ada = visit(club, **{HEADER: "ada"})
    ada.press("Iris flowers")
    store = Store(f"sqlite:///{database.parent / 'club.db'}")
    token = store.keys.add(ada.project, Role.READ)
    bob = visit(club, token, **{HEADER: "bob"})
    assert "You are reading this project" in bob.said
    bob.press("Two wings")
    assert "No such project" in visit(club, ada.project, **{HEADER: "bob"}).said
    assert ada.project not in {one.id for one in store.listing("bob")}


SECRETS = """
[auth]
redirect_uri = "{url}/oauth2callback"
cookie_secret = "a secret of the test, and of no other"
client_id = "treeclust"
client_secret = "unused"
server_metadata_url = "https://login.example/.well-known/openid-configuration"
"""


def logged_in(server: Server, secret: str, project: str = "", **user: str) -> Visitor:
    """As a browser that comes back from the identity provider: with the cookie that Streamlit signs for it."""
    token = generate_xsrf_token_string()
    payload = json.dumps({"origin": server.url, "is_logged_in": True, **user})
    cookie = create_signed_value(secret, USER_COOKIE_NAME, payload).decode()
    cookies = f"{XSRF_COOKIE_NAME}={token}; {USER_COOKIE_NAME}={cookie}"
    headers = [("Origin", server.url), ("Cookie", cookies)]
    return Visitor(f"127.0.0.1:{server.port}", project, headers, [token])


def test_streamlit_s_own_login(tmp_path: Path) -> None:
    """Who has not logged in, or brings a cookie that is not signed with the secret, can only log in; the same e-mail
    address from another issuer is another person."""
    secrets, ada = tmp_path / "secrets.toml", {"iss": "https://login.example", "sub": "17", "email": "ada@example.org"}
    url = f"sqlite:///{tmp_path / 'projects.db'}"
    settings = {"TREECLUST_LOGIN": "oidc", "STREAMLIT_SECRETS_FILES": str(secrets), "TREECLUST_DATABASE_URL": url}
    secrets.write_text(SECRETS.format(url="http://127.0.0.1"))
    secret = "a secret of the test, and of no other"
    with running_app(**settings) as server:
        for stranger in (Visitor(f"127.0.0.1:{server.port}"), logged_in(server, "guess", **ada)):
            assert [label for _, label in stranger.widgets] == ["Log in"]
        first = logged_in(server, secret, **ada)
        assert "ada@example" in first.said and ("button", "Log out") in first.widgets
        first.press("Iris flowers")
        assert "Iris" in logged_in(server, secret, first.project, **ada).said
        other = logged_in(server, secret, first.project, **ada | {"iss": "https://elsewhere.example"})
        assert "No such project" in other.said
        assert Store(url).listing("https://login.example 17")
