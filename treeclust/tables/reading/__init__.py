"""A file becomes a table: CSV, TSV, Excel or Parquet in, plain columns or one sentence out."""

from treeclust.tables.reading.files import MAX_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Table, read_file, read_table

__all__ = ["MAX_BYTES", "MAX_CELLS", "MAX_COLUMNS", "MAX_ROWS", "Table", "read_file", "read_table"]
