"""Versions of a record, which `fill` and `surrogate` write with `--samples`, and their ids."""

from __future__ import annotations

import re
from collections.abc import Container

from privtool.core.record import Id

_VERSION = re.compile(r"(.+)-s(?:0|[1-9][0-9]*)", re.DOTALL)


def version_id(record_id: Id, number: int) -> str:
    """Return the id of a version."""
    return f"{record_id}-s{number}"


def original_id(record_id: Id, known: Container[Id]) -> Id | None:
    """Return the known id of a record, or of the record that it is a version of; else None."""
    if record_id in known:
        return record_id
    match = _VERSION.fullmatch(record_id) if isinstance(record_id, str) else None
    if match is None:
        return None
    if match[1] in known:
        return match[1]
    number = int(match[1]) if re.fullmatch(r"-?[0-9]{1,20}", match[1]) else None
    return number if number is not None and str(number) == match[1] and number in known else None
