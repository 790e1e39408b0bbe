"""Errors of files: an item that cannot be read ends the import, or is set aside."""

from __future__ import annotations

from collections.abc import Callable

from privtool.core.errors import DataError, option

NOT_UTF8 = f"not valid UTF-8: name its encoding with {option('encoding')}, such as cp1252"
Aside = Callable[[DataError], None]


def refuse(fault: DataError) -> None:
    """Raise the error of an item."""
    raise fault
