"""Small files of every kind, for the tests to read."""

from __future__ import annotations

import io

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from treeclust.tables.reading import Table, read_file

PLAIN = pd.DataFrame({"size": [1.5, 2.25, -3.0], "colour": ["red", "blue", "red"], "count": [1, 2, 3]})
TEXT = str(PLAIN["colour"].dtype)
"""What pandas calls a column of texts: str from version 3 on, object before."""


def text_file(separator: str = ",", decimal: str = ".", encoding: str = "utf-8") -> bytes:
    return PLAIN.to_csv(index=False, sep=separator, decimal=decimal).encode(encoding)


def excel_file(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        page = book.create_sheet(f"Sheet{number + 1}")
        for row in rows:
            page.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def parquet_file(columns: dict[str, object]) -> bytes:
    data = io.BytesIO()
    pq.write_table(pa.table(columns), data)
    return data.getvalue()


def read(text: str, **options: object) -> Table:
    return read_file(text.encode(), "data.csv", **options)
