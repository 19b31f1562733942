"""Parquet files with types that no table of ours has, and values beyond what Python can say."""

from __future__ import annotations

import datetime
import decimal
import io
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq

from tests.hostile.case import Trick
from tests.hostile.tables import NAMES

FAR = 2**62


def written(table: pa.Table, **options: object) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def one_column(values: pa.Array, name: str = "a") -> bytes:
    return written(pa.Table.from_arrays([values], names=[name]))


def types(rng: Random) -> bytes:
    made = (
        lambda: pa.array([[1], [2, 3], None]),
        lambda: pa.array([{"x": 1}, None]),
        lambda: pa.array([[("k", 1)], []], pa.map_(pa.string(), pa.int64())),
        lambda: pa.array([decimal.Decimal("1e30"), None], pa.decimal128(38, 0)),
        lambda: pa.array([b"\xff\xfe", b""], pa.binary()),
        lambda: pa.array([None, None], pa.null()),
        lambda: pa.array([1.5, None], pa.float16()) if hasattr(pa, "float16") else pa.array([1]),
        lambda: pa.array([2**64 - 1, 0], pa.uint64()),
        lambda: pa.array([-(2**63), 2**63 - 1]),
        lambda: pa.array([float("inf"), float("nan")]),
        lambda: pa.array(["a", "b", "a"]).dictionary_encode(),
        lambda: pa.array([datetime.time(1, 2), None]),
        lambda: pa.array([FAR, 1], pa.duration("us")),
        lambda: pa.array([True, None, False]),
    )
    return one_column(rng.choice(made)())


def moments(rng: Random) -> bytes:
    """Years before 1 and after 9999, and time zones that nobody has."""
    unit, zone = rng.choice(("s", "ms", "us", "ns")), rng.choice((None, "UTC", "Mars/Base", "+99:99"))
    values = [
        rng.choice((0, -FAR, FAR, 253402300800, 10**15)) // (1000 if unit == "s" else 1),
        rng.randrange(10**9),
        None,
    ]
    kind = rng.choice((pa.timestamp(unit, zone), pa.timestamp(unit), pa.date32(), pa.date64()))
    if pa.types.is_date32(kind):
        values = [-(2**31), 2**31 - 1, None]
    return one_column(pa.array(values, pa.int32() if pa.types.is_date32(kind) else pa.int64()).cast(kind, safe=False))


def not_text(rng: Random) -> bytes:
    """Strings whose bytes are no UTF-8."""
    bad = [rng.choice((b"\xff", b"\xed\xa0\x80", b"\x00", b"ok")) for _ in range(4)]
    buffers = pa.array(bad, pa.binary()).buffers()
    return one_column(pa.StringArray.from_buffers(len(bad), buffers[1], buffers[2]))


def names(rng: Random) -> bytes:
    chosen = [rng.choice(NAMES) for _ in range(rng.randint(1, 5))]
    return written(pa.Table.from_arrays([pa.array([1, 2, 3])] * len(chosen), names=chosen))


def shapes(rng: Random) -> bytes:
    width, height = rng.choice(((0, 0), (1, 0), (501, 2), (1, 200_001), (3000, 1), (1, 1)))
    return written(pa.table({f"c{j}": pa.array([0] * height, pa.int64()) for j in range(width)}))


def long_lists(rng: Random) -> bytes:
    return one_column(pa.array([[0] * rng.choice((1, 1000, 100_000))], pa.list_(pa.int8())))


def long_texts(rng: Random) -> bytes:
    return one_column(pa.array(["x" * rng.choice((10, 131_073))] * rng.choice((2, 300))))


def about_pandas(rng: Random) -> bytes:
    """What pandas once wrote about the columns, and was not true."""
    said = rng.choice((b"{}", b"x", b'{"columns": null}', b'{"index_columns": ["a"]}', b"\xff", b"[" * 900))
    return written(pa.table({"a": [1, 2], "b": [2.0, 1.0]}).replace_schema_metadata({b"pandas": said}))


TRICKS: dict[str, Trick] = {
    "types": types,
    "moments": moments,
    "no text": not_text,
    "names": names,
    "shapes": shapes,
    "long lists": long_lists,
    "long texts": long_texts,
    "what pandas said": about_pandas,
}
