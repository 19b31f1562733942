"""Dates in SQL: a column of text as the reader of tables reads it, so that it sorts by time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from treeclust.core.dataset import DateOrder

LONGEST = len("2024-05-31 18:00:00.123456")
WIDTHS = tuple(product((1, 2), (1, 2)))
"""Of two numbers; a day of one digit is tried first, since a second place would match the blank behind it."""


def sql_moment(column: str, order: DateOrder) -> str:
    """The column itself where its text sorts by time; else an expression that writes every date like 2024-05-31
    18:00:00.123456 and is NULL where there is none. It takes only what SQLite and PostgreSQL both have; neither has a
    function for all the ways to write a date."""
    if order == "iso":
        return column
    cell = plain_cell(column)
    ways = "\n".join(f"      WHEN d LIKE '{pattern}' THEN {written}" for pattern, written in ways_to_write(order))
    hour = "CASE WHEN t LIKE '__________ _:%' THEN SUBSTR(t, 1, 11) || '0' || SUBSTR(t, 12) ELSE t END"
    inner = f"(SELECT CASE\n{ways}\n      END AS t FROM (SELECT {cell} || ' ' AS d) AS a) AS b"
    return f"(SELECT SUBSTR({hour}, 1, {LONGEST}) FROM {inner})"


def mysql_moment(column: str, order: DateOrder) -> str:
    """MySQL takes || for "or", and MariaDB refuses a query that looks out of two brackets; but both read dates by a
    pattern, and a date without a time of day by the beginning of it. With points the day comes before the month."""
    if order == "iso":
        return column
    cell = plain_cell(column)
    patterns = {"^[0-9]{4}-": "%Y-%m-%d", "^[0-9]{4}[.]": "%Y.%m.%d", "^[0-9]+[.]": "%d.%m.%Y"}
    if order != "year":
        patterns["^[0-9]+-"] = "%m-%d-%Y" if order == "month" else "%d-%m-%Y"
    ways = "\n".join(
        f"      WHEN {cell} REGEXP '{start}' THEN STR_TO_DATE({cell}, '{days} %H:%i:%s.%f')"
        for start, days in patterns.items()
    )
    return f"(CASE\n{ways}\n      END)"


def plain_cell(column: str) -> str:
    """The text of a date with one blank for T, nothing for Z, and - for /."""
    cell = f"TRIM(CAST({column} AS CHAR(60)))"
    for old, new in (("T", " "), ("Z", ""), ("/", "-")):
        cell = f"REPLACE({cell}, '{old}', '{new}')"
    return cell


def ways_to_write(order: DateOrder) -> Iterator[tuple[str, str]]:
    """Patterns of LIKE for text `d` that begins with a date and a blank; and what each matches, with the year first.
    With points the day always comes before the month."""
    for sign, (one, two) in product("-.", WIDTHS):
        rest = f"TRIM(SUBSTR(d, {7 + one + two}))"
        days = f"SUBSTR(d, 1, 4) || '-' || {two_digits(6, one)} || '-' || {two_digits(7 + one, two)}"
        yield f"____{sign}{'_' * one}{sign}{'_' * two} %", f"{days} || ' ' || {rest}"
        if order == "year" and sign == "-":
            continue  # the table has no such dates to tell which number is the month
        first, second = two_digits(1, one), two_digits(2 + one, two)
        month, day = (first, second) if order == "month" and sign == "-" else (second, first)
        days = f"SUBSTR(d, {3 + one + two}, 4) || '-' || {month} || '-' || {day}"
        yield f"{'_' * one}{sign}{'_' * two}{sign}____ %", f"{days} || ' ' || {rest}"


def two_digits(start: int, width: int) -> str:
    return f"SUBSTR(d, {start}, 2)" if width == 2 else f"'0' || SUBSTR(d, {start}, 1)"
