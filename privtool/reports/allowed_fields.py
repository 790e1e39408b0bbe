"""What enters a report: numbers and fixed names; everything else is dropped and counted."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any, TypeVar

T = TypeVar("T")
_LARGEST = 1e18
_VERSION = re.compile(r"(?:.*\|v:)?(\d{1,4}(?:\.\d{1,4}){1,3}(?:(?:a|b|rc|\.dev|\.post)\d{1,4})?)")
_DIGEST = re.compile(r"[0-9a-f]{16}")


class TakenFields:
    """A JSON object, of which fields are taken by name and type.

    A field that is missing or has another type is None; null counts as missing. A value that is not
    an object counts as an empty one.
    """

    def __init__(self, value: object) -> None:
        self._row: dict[str, Any] = value if isinstance(value, dict) else {}
        self._left = {name: each for name, each in self._row.items() if each is not None}
        self._inner: list[TakenFields] = []

    def number(self, name: str) -> float | None:
        """Take a finite number."""
        value = self._row.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return self._took(name, float(value) if abs(value) < _LARGEST else None)  # nor NaN

    def whole(self, name: str) -> int | None:
        """Take a whole number from 0."""
        value = self._row.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        return self._took(name, value if 0 <= value < _LARGEST else None)

    def choice(self, name: str, allowed: Container[str]) -> str | None:
        """Take one of fixed names."""
        value = self._row.get(name)
        return self._took(name, value if isinstance(value, str) and value in allowed else None)

    def version(self, name: str) -> str | None:
        """Take a version number, or that at the end of a signature."""
        return self._match(name, _VERSION, 1)

    def digest(self, name: str) -> str | None:
        """Take a digest of weights."""
        return self._match(name, _DIGEST, 0)

    def _match(self, name: str, pattern: re.Pattern[str], group: int) -> str | None:
        value = self._row.get(name)
        found = pattern.fullmatch(value) if isinstance(value, str) else None
        return self._took(name, None if found is None else found[group])

    def _took(self, name: str, value: T | None) -> T | None:
        """Return a value; its field is not dropped unless it is None."""
        if value is not None:
            self._left.pop(name, None)
        return value

    def fields(self, name: str) -> TakenFields:
        """Take an object, of which fields are to be taken in turn."""
        return self._entered(self._left.pop(name, None))

    def items(self, name: str) -> list[TakenFields]:
        """Take the objects of a list."""
        value = self._left.pop(name, None)
        return [self._entered(each) for each in value] if isinstance(value, list) else []

    def length(self, name: str) -> int:
        """Take the number of items of a list, which are not looked at."""
        value = self._left.pop(name, None)
        return len(value) if isinstance(value, list) else 0

    def _entered(self, value: object) -> TakenFields:
        inner = TakenFields(value)
        self._inner.append(inner)
        return inner

    def skip(self, *names: str) -> None:
        """Leave out fields that a report has no use for, without counting them."""
        for name in names:
            self._left.pop(name, None)

    def values(self) -> dict[str, Any]:
        """Return all fields, to be checked by the caller, who takes some of them."""
        return self._row

    @property
    def names(self) -> list[str]:
        """The names of the fields, which are never shown; text of a record may be among them."""
        return list(self._row)

    @property
    def dropped(self) -> int:
        """The number of fields that nobody took, here and inside."""
        return len(self._left) + sum(inner.dropped for inner in self._inner)
