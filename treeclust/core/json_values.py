"""Values as JSON by their fields and type hints, as data class libraries do it; `treeclust.core.codec` knows the rest.

A data class becomes an object with its fields by name, an enum its word, a time an ISO text; arrays, tuples and sets
become lists. Keys of mappings become text: numbers as they are, a pair of rows as "3-7".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

Read = Callable[[Any, Any], Any]
"""From JSON, and what the value is about, to the value."""


@dataclass(frozen=True)
class Form:
    """Where the object of a class differs from its fields. `keys` has the names of fields that are called otherwise;
    objects of fields in `spread` are part of this one; `left_out` is not written; `also` is written, not read."""

    keys: Mapping[str, str] = field(default_factory=dict)
    spread: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    also: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Special:
    """A class that is written in a way of its own; without `read` it is only ever written."""

    write: Callable[[Any], Any]
    read: Read | None = None


PLAIN = Form()
FORMS: dict[type, Form | Special] = {}
"""The classes that are not plain; whoever defines one says so here."""


# -- writing ----------------------------------------------------------------------------------------------------------


def to_json(value: Any) -> Any:
    """Plain JSON for any value of the product."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    form = FORMS.get(type(value), PLAIN)
    if isinstance(form, Special):
        return form.write(value)
    if is_dataclass(value):
        return write_fields(value, form)
    if isinstance(value, Mapping):
        return {key_text(key): to_json(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return [to_json(one) for one in sorted(value)]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def write_fields(value: Any, form: Form = PLAIN) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in fields(value):
        if one.name in form.spread:
            found |= to_json(getattr(value, one.name))
        elif one.name not in form.left_out:
            found[form.keys.get(one.name, one.name)] = to_json(getattr(value, one.name))
    return found | {name: to_json(of(value)) for name, of in form.also.items()}


def key_text(key: Any) -> str:
    return "-".join(str(int(one)) for one in key) if isinstance(key, tuple) else str(key)


# -- reading ----------------------------------------------------------------------------------------------------------


def read_json(kind: Any, data: Any, about: Any = None) -> Any:
    """The value of this class, or type hint, that was written; TypeError, ValueError or KeyError if it was none."""
    return reader(kind)(data, about)


def read_fields(kind: Any, data: Mapping[str, Any], about: Any = None, **given: Any) -> Any:
    """A value of this class from the fields given and those in the data; the others have their defaults."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{data!r} has no fields")
    form = FORMS.get(kind, PLAIN)
    form = form if isinstance(form, Form) else PLAIN
    for name, of in field_readers(kind).items():
        key = form.keys.get(name, name)
        if name in given or name in form.left_out:
            continue
        if name in form.spread:
            given[name] = of(data, about)
        elif key in data:
            given[name] = of(data[key], about)
        elif is_needed(kind, name):
            raise KeyError(key)
    return kind(**given)


@cache
def field_readers(kind: Any) -> dict[str, Read]:
    hints = get_type_hints(kind)
    return {one.name: partial(read_lazily, hints[one.name]) for one in fields(kind)}


def read_lazily(hint: Any, data: Any, about: Any) -> Any:
    """A field that is never read may have a type that nobody can read."""
    return reader(hint)(data, about)


@cache
def is_needed(kind: Any, name: str) -> bool:
    one: Field[Any] = next(one for one in fields(kind) if one.name == name)
    return one.default is MISSING and one.default_factory is MISSING


@cache
def reader(hint: Any) -> Read:
    """How a value with this type hint is read."""
    origin, form = get_origin(hint), FORMS.get(hint) if isinstance(hint, type) else None
    if isinstance(form, Special):
        if form.read is None:
            raise TypeError(f"{hint.__name__} is only ever written")
        return form.read
    if hint is Any:
        return lambda data, about: data
    if origin in (Union, UnionType):
        return union_reader(get_args(hint))
    if origin is Literal:
        return partial(read_choice, get_args(hint))
    if origin is np.ndarray:
        return partial(read_array, get_args(get_args(hint)[1])[0])
    if origin is not None:
        return collection_reader(origin, get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda data, about: hint(data)
    if hint is datetime:
        return lambda data, about: datetime.fromisoformat(data)
    if is_dataclass(hint):
        return partial(read_fields, hint)
    return partial(read_plain, hint)


def union_reader(kinds: tuple[Any, ...]) -> Read:
    """Nothing, or one kind, or several plain ones."""
    rest = [kind for kind in kinds if kind is not NoneType]
    inner = reader(rest[0]) if len(rest) == 1 else partial(read_plain, tuple(rest))
    if len(rest) == len(kinds):
        return inner
    return lambda data, about: None if data is None else inner(data, about)


def collection_reader(origin: Any, kinds: tuple[Any, ...]) -> Read:
    if issubclass(origin, Mapping):
        key, value = key_reader(kinds[0]), reader(kinds[1])
        return lambda data, about: {key(one): value(other, about) for one, other in data.items()}
    if origin is tuple and kinds[-1] is not Ellipsis:
        each = [reader(kind) for kind in kinds]
        return lambda data, about: tuple(read(one, about) for read, one in zip(each, data, strict=True))
    inner, make = reader(kinds[0]), list if issubclass(origin, Sequence) and origin is not tuple else origin
    return lambda data, about: make(inner(one, about) for one in read_plain(list, data, about))


def key_reader(kind: Any) -> Callable[[str], Any]:
    """The other way of `key_text`."""
    if get_origin(kind) is tuple:
        return lambda text: tuple(int(one) for one in text.split("-"))
    return int if kind is int else str


def read_choice(choices: tuple[Any, ...], data: Any, about: Any) -> Any:
    if data not in choices:
        raise ValueError(f"{data!r} is none of {choices}")
    return data


def read_array(kind: Any, data: Any, about: Any) -> np.ndarray[Any, np.dtype[Any]]:
    return np.array(read_plain(list, data, about), dtype=kind)


def read_plain(kinds: Any, data: Any, about: Any) -> Any:
    """A number, a text, yes or no, as it is; a whole number will do where any number does."""
    wanted = kinds if isinstance(kinds, tuple) else (kinds,)
    if type(data) in wanted or (float in wanted and type(data) is int):
        return data
    raise TypeError(f"{data!r} is not {' or '.join(kind.__name__ for kind in wanted)}")
