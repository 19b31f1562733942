"""Numbers by which a browser tab notices that a value was changed elsewhere: by undo, by another tab, by a file."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = object()


@dataclass
class Revision:
    """A value as one tab knows it. As part of a widget's key, `number` makes the browser take the value anew instead of
    reporting the one that it still shows."""

    number: int = 0
    value: object = UNKNOWN

    def of(self, value: object) -> int:
        """The number for this value, higher than before if the tab knows another one. What is known is written last: a
        run that is cut off before that counts once more."""
        if self.value != value:
            self.number += 1
            self.value = value
        return self.number

    def note(self, value: object) -> None:
        """The tab shows this value already, because it was changed there."""
        self.value = value

    def forget(self) -> None:
        """The tab shows something else; the next number is higher."""
        self.value = UNKNOWN
