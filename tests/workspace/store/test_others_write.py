"""While somebody's large project is written, others who write do not wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.workspace.store.made import answer_to, data
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import ProjectRows, Store, ledger, open_project_file, project_rows
from treeclust.workspace.store.projects import RUNS_AT_ONCE

RUNS = 2 * RUNS_AT_ONCE + 7


@pytest.fixture
def store(url: str) -> Store:
    return Store(url)


@pytest.fixture
def rows(store: Store) -> ProjectRows:
    """What is in a project file of many runs."""
    project = Projects(store).create()[1]
    project.history.step("open other data", **data("blobs.csv", 0))
    project.show(answer_to(project.work))
    made = project_rows(open_project_file(project.to_file()))
    (run,) = made.runs
    return replace(made, runs=[run | {"id": f"{number:016x}"} for number in range(RUNS)])


def test_runs_of_a_project_file_are_written_piece_by_piece(store: Store, rows: ProjectRows) -> None:
    """Between any two of its runs somebody else writes, and until the last one is there nobody finds the project."""
    other = store.create()
    seen = []

    def one_by_one() -> Iterator[dict[str, Any]]:
        for number, run in enumerate(rows.runs):
            if number % 50 == 0:
                store.rename(other.project, f"after {number}")
                seen.append([one.deleted for one in store.listing() if one.runs != 1])
            yield run

    made = store.add(replace(rows, runs=one_by_one()))
    assert seen == [[True]] * len(range(0, RUNS, 50))
    found = store.find(made.token)
    assert found is not None and len(found.read().answers) == RUNS


def test_one_that_is_not_finished_is_not_there(store: Store, rows: ProjectRows) -> None:
    """Whatever ends it: nothing is found, and what was written goes when deleted projects do."""

    def cut_off() -> Iterator[dict[str, Any]]:
        yield from list(rows.runs)[: RUNS_AT_ONCE + 1]
        raise OSError("no space left")

    before = [one for one in store.listing() if not one.deleted]
    with pytest.raises(OSError, match="no space"):
        store.add(replace(rows, runs=cut_off()))
    assert [one for one in store.listing() if not one.deleted] == before


def test_a_table_is_written_down_before_the_others_wait(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making its content takes long; somebody else's edit is saved meanwhile."""
    other, plain, titles = store.create(), ledger.content_of, []

    def slowly(table: Any) -> bytes:
        store.rename(other.project, "saved meanwhile")
        titles.append(store.keys.find(other.token))
        return plain(table)

    monkeypatch.setattr(ledger, "content_of", slowly)
    project = Projects(store).create()[1]
    project.history.step("open other data", **data("blobs.csv", 0))
    assert len(titles) == 1 and not project.unsaved
