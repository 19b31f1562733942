"""The database: its versions, its tokens, its list, and a process that is killed while it writes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text

from tests.workspace.store.made import answer_to, answer_words, data, history_words, words
from treeclust.core.codec import to_json
from treeclust.core.errors import InputError
from treeclust.core.links import Kind, Link, Links
from treeclust.workspace.document import MOST_STEPS, History, Parameters, Work
from treeclust.workspace.store import Ledger, Store, merge, schema
from treeclust.workspace.store.database import default_url, open_database
from treeclust.workspace.store.migrations import MIGRATIONS, migrate
from treeclust.workspace.store.runs import INTERRUPTED, RunRequest

ROOT = Path(__file__).parents[3]
WRITER = """
import sys
from tests.workspace.store.test_store import started
from treeclust.core.links import Kind, Link, Links
from treeclust.workspace.store import Store
ledger, history = started(Store(sys.argv[1]))
print(ledger.token, flush=True)
for i in range(100_000):
    history.step("add a link", links=Links.of([*history.present.links, Link(i, i + 1, Kind.MUST)]))
    ledger.save(history)
    print(i, flush=True)
"""


def started(store: Store) -> tuple[Ledger, History]:
    """A project with a table."""
    ledger, history = store.create(), History(Work())
    ledger.read().give(history)
    history.step("open other data", **data("blobs.csv", 0))
    ledger.save(history)
    return ledger, history


def again(ledger: Ledger, store: Store) -> Ledger:
    found = store.find(ledger.token)
    assert found is not None
    return found


# -- versions -------------------------------------------------------------------------------------------------------


def test_a_database_of_version_1_becomes_the_present_one(url: str) -> None:
    """What was written under the first form is there under the present one, which is the one the program speaks."""
    engine = open_database(url)
    migrate(engine, MIGRATIONS[:1])
    row = "INSERT INTO projects VALUES ('id', 'token', 'old', '2026-01-01', '2026-01-01', 0, 0, '{}', '{}')"
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text(row))
    migrate(engine)
    migrate(engine)
    there = inspect(engine)
    for table in schema.METADATA.sorted_tables:
        assert [column["name"] for column in there.get_columns(table.name)] == [column.name for column in table.columns]
    with engine.connect() as connection:
        versions = connection.execute(text("SELECT version FROM schema_version ORDER BY version")).scalars().all()
        assert list(versions) == list(range(1, len(MIGRATIONS) + 1))
        assert connection.execute(text("SELECT title, deleted FROM projects")).all() == [("old", None)]
    engine.dispose()


def test_a_migration_that_fails_changes_nothing(url: str) -> None:
    """Half a migration would be worse than none."""

    def fails(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE half (x BIGINT)"))
        raise RuntimeError

    engine = open_database(url)
    migrate(engine)
    with pytest.raises(RuntimeError):
        migrate(engine, [*MIGRATIONS, fails])
    assert "half" not in inspect(engine).get_table_names()
    engine.dispose()


def test_a_newer_database_is_left_alone(url: str) -> None:
    """An old program says that it is too old."""
    engine = open_database(url)
    migrate(engine, [*MIGRATIONS, lambda connection: None])
    with pytest.raises(InputError, match="written by a newer TreeClust"):
        migrate(engine)
    engine.dispose()


def test_the_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it is a file in the person's own data folder; nonsense is one sentence."""
    monkeypatch.setenv("TREECLUST_DATABASE_URL", "postgresql://somewhere/projects")
    assert default_url() == "postgresql://somewhere/projects"
    assert open_database(default_url()).dialect.driver == "psycopg"
    monkeypatch.delenv("TREECLUST_DATABASE_URL")
    assert default_url().startswith("sqlite:///") and default_url().endswith("projects.db")
    with pytest.raises(InputError, match="not the address of a database"):
        open_database("nonsense")


# -- survival -------------------------------------------------------------------------------------------------------


def test_a_killed_process_leaves_all_that_it_had_saved(url: str) -> None:
    """kill -9 at any moment: every step that was reported is there, and at most the one under way besides."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, url], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    token = process.stdout.readline().strip()
    reported = [process.stdout.readline() for _ in range(20)]
    process.send_signal(signal.SIGKILL)
    last = int([*reported, *process.stdout.read().splitlines()][-1])
    process.wait()
    ledger = Store(url).find(token)
    assert ledger is not None
    links = ledger.read().present.links
    assert links == Links(tuple(Link(i, i + 1, Kind.MUST) for i in range(len(links))))
    assert last + 1 <= len(links) <= last + 2


def test_the_best_answer_of_a_solve_that_was_cut_off_is_there(url: str) -> None:
    """The incumbent comes back, not called finished; a question without any answer is known to be lost."""
    ledger, history = started(Store(url))
    best, hopeless = answer_to(history.present), answer_to(history.present)
    for answer in (best, hopeless):
        ledger.ask(RunRequest(answer.id, answer.question))
    ledger.keep_best(best.id, to_json(best.result), {})
    saved = again(ledger, Store(url)).read()
    assert [answer.id for answer in saved.answers] == [best.id]
    assert saved.answers[0].result.message == INTERRUPTED
    assert saved.answers[0].result.labels.tolist() == best.result.labels.tolist()
    assert saved.unanswered == (hopeless.id,)


def test_a_step_is_small_and_a_table_is_kept_once(url: str) -> None:
    """One link among thousands is written as one link; two projects with one table have it once."""
    store = Store(url)
    ledger, history = started(store)
    many = Links.of(Link(a, b, Kind.MUST) for a in range(50) for b in range(50, 110))
    history.step("import", links=many)
    ledger.save(history)
    history.step("add a link", links=Links.of([*many, Link(200, 201, Kind.CANNOT)]))
    ledger.save(history)
    started(store)
    with store.engine.connect() as connection:
        change = "SELECT change FROM steps WHERE project = :p ORDER BY number DESC LIMIT 1"
        written = connection.execute(text(change), {"p": ledger.project}).scalar_one()
        assert len(written) < 200
        assert connection.execute(text("SELECT COUNT(*) FROM datasets")).scalar_one() == 1
    assert words(again(ledger, Store(url)).read().present) == words(history.present)


def test_the_way_back_is_as_long_as_in_memory(url: str) -> None:
    """Of more steps than undo remembers the last ones come back; a history that was not saved for long is caught up."""
    store = Store(url)
    ledger, history = started(store)
    for i in range(MOST_STEPS + 5):
        history.step("rename a cluster", names={0: str(i)})
    ledger.save(history)
    saved = again(ledger, store).read()
    assert len(saved.past) == MOST_STEPS
    assert history_words(saved)[1:] == history_words(history)[1:]
    history.undo()
    ledger.save(history)
    assert again(ledger, store).read().present.names == {0: str(MOST_STEPS + 3)}


# -- other people ---------------------------------------------------------------------------------------------------


def test_nothing_of_one_project_is_seen_from_another(url: str) -> None:
    """A wrong, shortened or empty token finds nothing; runs and steps stay with their project."""
    store = Store(url)
    (one, history), (two, _) = started(store), started(store)
    one.save_answer(answer_to(history.present))
    history.step("secret", names={0: "secret"})
    one.save(history)
    saved = again(two, store).read()
    assert saved.answers == [] and saved.present.names == {} and len(saved.past) == 1
    for wrong in ("", "guess", one.token[:-1], one.token + "x", one.token.swapcase(), "\0", "\ud800", "' OR 1=1 --"):
        assert store.find(wrong) is None
    assert len(one.token) == 32 and one.token != two.token


def test_both_changes_are_kept_and_contradictions_are_said(url: str) -> None:
    """Mine and theirs from one base: links of both, mine deleted stays deleted, a contradiction is left out by name."""
    base = History(Work(**data("blobs.csv", 0), links=Links.from_pairs([(0, 1), (2, 3)]))).present
    mine, theirs = History(base), History(base)
    links = [Link(2, 3, Kind.MUST), Link(4, 5, Kind.CANNOT), Link(6, 7, Kind.MUST)]
    mine.step("mine", links=Links.of(links), parameters=Parameters(k=5), names={0: "a"})
    more = Links.of([*base.links, Link(4, 5, Kind.MUST)])
    theirs.step("theirs", links=more, parameters=Parameters(depth=2), names={1: "b"})
    changes, refused = merge(base, mine.present, theirs.present)
    assert set(changes["links"]) == {Link(2, 3, Kind.MUST), Link(4, 5, Kind.MUST), Link(6, 7, Kind.MUST)}
    assert refused == (Link(4, 5, Kind.CANNOT),)
    assert (changes["parameters"].k, changes["parameters"].depth) == (5, 2)
    assert changes["names"] == {0: "a", 1: "b"}
    assert set(changes["made"]) == {(4, 5), (6, 7)}


# -- the list -------------------------------------------------------------------------------------------------------


def test_projects_are_listed_renamed_copied_archived_and_deleted(url: str) -> None:
    """An empty project is not listed; a copy is whole and independent; what is deleted can be brought back."""
    store = Store(url)
    store.create()
    ledger, history = started(store)
    answer = answer_to(history.present)
    ledger.save_answer(answer)
    [listed] = store.listing()
    assert (listed.title, listed.rows, listed.links, listed.runs) == ("blobs.csv", 8, 0, 1)
    store.rename(ledger.project, "  My  flowers ")
    copy = store.duplicate(ledger.project)
    history.step("later", names={0: "later"})
    ledger.save(history)
    saved = copy.read()
    assert saved.title == "My flowers (copy)" and saved.present.names == {}
    assert answer_words(saved.answers[0]) == answer_words(answer)
    store.archive(ledger.project)
    store.delete(copy.project)
    states = {one.title: (one.archived, one.deleted) for one in store.listing()}
    assert states == {"My flowers": (True, False), "My flowers (copy)": (False, True)}
    assert store.find(copy.token) is None
    store.delete(copy.project, False)
    assert again(copy, store).read().title == "My flowers (copy)"


def test_sweeping_removes_only_what_nobody_can_miss(url: str) -> None:
    """Projects deleted long ago go, with their tables; all others stay."""
    store = Store(url)
    (kept, _), (gone, _) = started(store), started(store)
    store.delete(gone.project)
    with store.writing.begin() as connection:
        connection.execute(text("UPDATE projects SET deleted = '2001' WHERE id = :p"), {"p": gone.project})
        connection.execute(text("INSERT INTO datasets VALUES ('unused', :c, '2001')"), {"c": b"x"})
    store.sweep()
    assert [one.id for one in store.listing()] == [kept.project]
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM datasets")).scalar_one() == 1
        assert connection.execute(text("SELECT COUNT(*) FROM steps")).scalar_one() == 1
    assert words(again(kept, store).read().present)["table"] is not None
