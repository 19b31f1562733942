"""Messages as lines of JSON: the fields, and as "type" where the class is, as in "jobs.messages.Stop"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Self

from treeclust.core.codec import FORMS, Special, from_json, read_fields, to_json, write_fields

PACKAGE = "treeclust."


class Message:
    """Anything that is said; subclasses are data classes."""

    def __init_subclass__(cls) -> None:
        FORMS[cls] = FORM

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        message: Self = read_fields(cls, data)
        return message


def write_message(message: Message) -> dict[str, Any]:
    kind = type(message)
    return {"type": f"{kind.__module__}.{kind.__name__}".removeprefix(PACKAGE), **write_fields(message)}


def read_message(data: Mapping[str, Any], about: Any) -> Message:
    kind = load(data["type"])
    if not (isinstance(kind, type) and issubclass(kind, Message)):
        raise TypeError(f"{data['type']} is no message")
    return kind.from_fields(data)


def load(path: str) -> Any:
    """What is called this in a module of the package, as in "jobs.messages.Stop"."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(PACKAGE + module), name)


FORM = FORMS[Message] = Special(write_message, read_message)


def encode(message: Message) -> str:
    return json.dumps(to_json(message), allow_nan=False)


def decode(line: str | bytes) -> Message:
    message: Message = from_json(Message, json.loads(line))
    return message
