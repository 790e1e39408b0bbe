"""The items of files that `privtool import` reads: records, and bad ones that are set aside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from privtool.audio.formats.reading import Reading, check_imported
from privtool.audio.formats.registry import reader
from privtool.audio.formats.staged import staged
from privtool.core.blocks import Reject
from privtool.core.errors import DataError
from privtool.core.fields import id_of
from privtool.core.record import Record

if TYPE_CHECKING:
    from privtool.core.blocks import NewId
    from privtool.core.pipeline import Rejects


class Items:
    """Reads files of one format.

    Counts the `records`, and the `empty` ones that are left out as they have no length. With a file
    for `rejects`, bad items are written there.
    """

    def __init__(self, reading: Reading, rejects: Rejects, new_id: NewId | None) -> None:
        self._reading, self._rejects, self._new_id = reading, rejects, new_id
        self._seen: set[object] = set()
        self._counts = reading.counts

    def records(self, path: Path, encoding: str | None, text: bool) -> Iterator[Record]:
        """Yield the records of a file or folder. Raise `DataError` for a bad item or file."""
        with staged(path, encoding, text) as source:

            def aside(error: DataError) -> None:
                self._set_aside(path, DataError(_renamed(error, source, path)))

            reading = replace(self._reading, aside=aside, base=path.parent)
            try:
                records = reader(reading.format)(source, reading)
                for number, record in enumerate(records, 1):
                    if self._is_usable(record, path, number):
                        yield self._counted(record, path)
            except DataError as error:
                raise DataError(_renamed(error, source, path)) from None

    def _is_usable(self, record: Record, path: Path, number: int) -> bool:
        place = f"{path}: record {number}"
        if record.duration is not UNSET and record.duration <= 0:
            self._counts["empty"] += 1
            error = DataError(f"{place}: field 'duration' is not above 0")
            return self._rejects.named and self._set_aside(path, error, number, record)
        try:
            check_imported(record, place)
        except DataError as error:
            return self._set_aside(path, error, number, record)
        return True

    def _set_aside(
        self, path: Path, error: DataError, number: int = 0, record: Record | None = None
    ) -> bool:
        """Write a bad item to the rejects and return False. Raise its error if there are none."""
        if not self._rejects.named:
            raise error
        message = error.message.removeprefix(str(path))
        match = re.match(r"(/[\w.]+)?(?::(\d+))?(?:: record \d+)?: ", message)
        inside, line = match.groups() if match else (None, None)
        reason = message[match.end() if match else 0 :]
        record_id = None  # with `new_id` it would be the old one
        if record is not None and self._new_id is None:
            record_id = id_of(record)
        source = path.name + (inside or "")
        self._rejects.add([Reject(source, int(line or number), record_id, reason)])
        return False

    def _counted(self, record: Record, path: Path) -> Record:
        """Return a record with its new id. Raise `DataError` for an id that occurs twice."""
        if record.id in self._seen:
            raise DataError(
                f"{path}: an id occurs twice (files or channels of the same name): "
                "import them one by one"
            )
        self._seen.add(record.id)
        self._counts["records"] += 1
        if self._new_id is None:
            return record
        renamed = self._new_id(self._counts["records"], id_of(record))
        return msgspec.structs.replace(record, id=renamed)


def _renamed(error: DataError, source: Path, path: Path) -> str:
    """Return the message of an error with the path that the user knows."""
    return error.message.replace(str(source), "stdin" if str(path) == "-" else str(path))
