"""Versions of a record, which `fill` and `surrogate` write with `--samples`, and their ids."""

from __future__ import annotations

import re
from collections.abc import Container

from privtool.core.record import Id

_NUMBER = re.compile("-?[0-9]{1,20}")
_VERSION = re.compile(r"(.+)-s(?:0|[1-9][0-9]*)", re.DOTALL)


def version_id(record_id: Id, number: int) -> str:
    return f"{record_id}-s{number}"


def original_id(record_id: Id, known: Container[Id]) -> Id | None:
    """Return the known id of a record, or of the record that it is a version of; else None.

    A number and the text of that number are one id if only one of them is known: tables make texts
    of numbers.
    """
    match = _VERSION.fullmatch(record_id) if isinstance(record_id, str) else None
    for each in (record_id, match[1] if match else None):
        for alike in (each, None if each is None else other_type(each)):
            if alike is not None and alike in known:
                return alike
    return None


def other_type(record_id: Id) -> Id | None:
    """Return the text of a number, or the number of a text; None for other texts."""
    if not isinstance(record_id, str):
        return str(record_id)
    number = int(record_id) if _NUMBER.fullmatch(record_id) else None
    return number if str(number) == record_id else None
