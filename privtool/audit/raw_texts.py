"""Raw records by id, and in how many units each of their words occurs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.audit.units import UnitsOfValues, unit_of
from privtool.core.errors import DataError
from privtool.core.fields import id_of, text_of
from privtool.core.record import Id, Record
from privtool.core.versions import original_id
from privtool.text.words import ChunkCache, words


class RawText(NamedTuple):
    """A raw text and its unit."""

    text: str
    unit: str


class RawTexts:
    """The raw texts that safe records were made of, and held-out ones that none was made of.

    Only the texts of the first kind are kept, encoded. Picklable.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = tuple(fields)
        self._texts: dict[Id, tuple[bytes, str | None]] = {}
        self._held: set[Id] = set()
        self._units = UnitsOfValues[str]()
        self._keys = ChunkCache(_keys_of)
        self.words = 0
        """How many words the texts have, held-out ones included."""

    def __len__(self) -> int:
        return len(self._texts)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_keys": ChunkCache(_keys_of)}

    def __iter__(self) -> Iterator[str]:
        return (text.decode() for text, _ in self._texts.values())

    def add(self, record: Record) -> None:
        """Add a record. Raise `DataError` for one without id, text or unit, or one of its id."""
        unit = self._count(record)
        stored = text_of(record).encode(), unit if self._fields else None
        self._texts[id_of(record)] = stored

    def add_held(self, record: Record) -> None:
        """Add a held-out record. Raise `DataError` as `add` does."""
        self._count(record)
        self._held.add(id_of(record))

    def is_held(self, record: Record) -> bool:
        """Whether a record is a held-out one, or a version of one."""
        return original_id(id_of(record), self._held) is not None

    def unit_of(self, record: Record) -> str:
        return unit_of(record, self._fields)

    def of(self, record: Record) -> RawText:
        """Return the raw text of a record or version. Raise `DataError` if there is none."""
        record_id = original_id(id_of(record), self._texts)
        if record_id is None:
            raise DataError("no raw record has this id")
        text, unit = self._texts[record_id]
        return RawText(text.decode(), unit_of(Record(id=record_id), ()) if unit is None else unit)

    def keys(self, text: str) -> list[str]:
        return [key for chunk in text.split() for key in self._keys[chunk]]

    def band(self, word: str) -> str:
        return self._units.band(word)

    def _count(self, record: Record) -> str:
        """Count the words of a record for its unit, and return that."""
        record_id, text = id_of(record), text_of(record)
        if record.masks is not UNSET or record.fills is not UNSET:
            raise DataError("a raw record has no 'masks' or 'fills'")
        if record_id in self._texts or record_id in self._held:
            raise DataError("another raw or held-out record has the same id")
        unit = self.unit_of(record)
        for key in self.keys(text):
            self.words += 1
            self._units.add(key, unit)
        return unit


def _keys_of(chunk: str) -> list[str]:
    return [word.key for word in words(chunk)]
