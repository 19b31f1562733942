"""Addresses of a project: only hashes of them are kept, each can be taken back, and owners need none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.workspace.store.made import data
from treeclust.core.errors import InputError
from treeclust.workspace.document import History, Work
from treeclust.workspace.store import Access, Ledger, Role, Store

FIXTURES = Path(__file__).parents[2] / "fixtures"


def started(store: Store, owner: str | None = None) -> tuple[Ledger, History]:
    """A project with a table."""
    ledger, history = store.create(owner), History(Work())
    ledger.read().give(history)
    history.step("open other data", **data("blobs.csv", 0))
    ledger.save(history)
    return ledger, history


def test_a_token_for_reading_reads_and_nothing_else(url: str) -> None:
    """Whatever would be written through it is refused, and what was there is unchanged."""
    store = Store(url)
    ledger, _ = started(store)
    token = store.keys.add(ledger.project, Role.READ)
    reader = store.find(token)
    assert reader is not None and not reader.may_write
    copy = History(Work())
    reader.read().give(copy)
    assert copy.present.dataset is not None
    copy.step("mine", names={0: "mine"})
    for write in (
        lambda: reader.save(copy),
        lambda: reader.save_view({"axes": []}, "mine"),
        lambda: reader.close_run("any"),
    ):
        with pytest.raises(InputError, match="reading only"):
            write()
    assert store.find(ledger.token).read().present.names == {}


def test_addresses_are_taken_back_and_changed(url: str) -> None:
    """A revoked token finds nothing; a rotated one leaves one for editing, and those for reading stay."""
    store = Store(url)
    ledger, _ = started(store)
    reading, editing = store.keys.add(ledger.project, Role.READ), store.keys.add(ledger.project, Role.EDIT)
    fresh = store.keys.rotate(ledger.project, Role.EDIT)
    assert [store.find(token) is None for token in (ledger.token, editing, fresh, reading)] == [
        True,
        True,
        False,
        False,
    ]
    store.keys.revoke(ledger.project, store.keys.find(reading).hash)
    assert store.find(reading) is None and len(store.keys.listing(ledger.project)) == 1


def test_an_owner_needs_no_token_and_nobody_else_gets_in(url: str) -> None:
    """The id of a project opens it for its owner alone; one that was nobody's becomes that of who opens it."""
    store = Store(url)
    (owned, _), (free, _) = started(store, "ada"), started(store)
    assert owned.token == owned.project and store.keys.listing(owned.project) == []
    assert store.access(owned.token, "ada") == Access(owned.project, True)
    for person in (None, "bob", "", "ADA"):
        assert store.access(owned.token, person) is None
    assert store.access(free.project, "bob") is None
    assert store.access(free.token, "bob") == Access(free.project, True)
    assert [one.id for one in store.listing("bob")] == [free.project]
    assert [one.id for one in store.listing("ada")] == [owned.project]
    store.delete(owned.project)
    assert store.access(owned.token, "ada") is None


@pytest.mark.parametrize("version", ["version_0_1", "version_0_1_text"])
def test_an_older_database_loses_its_tokens_and_keeps_its_addresses(version: str, tmp_path: Path) -> None:
    """The file has the token in plain text before, and nowhere after, not even in what was freed; it still leads to its
    project, and the file is for its owner alone."""
    file = Path(shutil.copy(FIXTURES / version / "projects.sqlite", tmp_path / "old.db"))
    token = json.loads((FIXTURES / version / "expected.json").read_text(encoding="utf-8"))["token"]
    assert token.encode() in file.read_bytes()
    file.chmod(0o644)
    store = Store(f"sqlite:///{file}")
    assert store.access(token) is not None and store.access(token).may_write
    with store.engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    for one in tmp_path.iterdir():
        assert token.encode() not in one.read_bytes() or one.name == "old.db.version-2"
        assert one.stat().st_mode & 0o777 == 0o600


def test_a_draft_is_in_no_database_until_something_is_done(url: str) -> None:
    """Looking at it writes nothing; its first step writes the project, its token and the step at once."""
    store = Store(url)
    draft, history = store.draft(), History(Work())
    assert store.find(draft.token) is None and draft.newest_revision() is None
    history.step("open other data", **data("blobs.csv", 0))
    draft.save(history)
    found = store.find(draft.token)
    assert found is not None and found.read().present.table is not None
