"""Raw records by id, and in how many units each of their words occurs."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audit.kept_records import KeptRecords
from privtool.audit.units import UnitsOfValues, unit_of
from privtool.core.errors import DataError
from privtool.core.fields import id_of, text_of
from privtool.core.record import Id, Record
from privtool.core.versions import original_id
from privtool.text.words import ChunkCache, words


class RawTexts(KeptRecords):
    """The raw texts that safe records were made of, and held-out ones that none was made of.

    Only the texts of the first kind are kept.
    """

    kind = "raw"

    def __init__(self, fields: Sequence[str]) -> None:
        super().__init__(fields)
        self._held: set[Id] = set()
        self._units = UnitsOfValues[str]()
        self._keys = ChunkCache(_keys_of)
        self.words = 0
        """How many words the texts have, held-out ones included."""

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_keys": ChunkCache(_keys_of)}

    def add(self, record: Record) -> None:
        """Add a record. Raise `DataError` for one without id, text or unit, or one of its id."""
        part = Record(id=record.id, text=text_of(record))
        self._count(part, self.keep(record, part))

    def add_held(self, record: Record) -> None:
        """Add a held-out record. Raise `DataError` as `add` does."""
        self._count(record, self.check(record))
        self._held.add(id_of(record))

    def check(self, record: Record) -> str:
        if id_of(record) in self._held:
            raise DataError("a held-out record has the same id")
        return super().check(record)

    def is_held(self, record: Record) -> bool:
        """Whether a record is a held-out one, or a version of one."""
        return original_id(id_of(record), self._held) is not None

    def unit_of(self, record: Record) -> str:
        return unit_of(record, self._fields)

    def keys(self, text: str) -> list[str]:
        return [key for chunk in text.split() for key in self._keys[chunk]]

    def band(self, word: str) -> str:
        return self._units.band(word)

    def _count(self, record: Record, unit: str) -> None:
        """Count the words of a record for its unit."""
        for key in self.keys(text_of(record)):
            self.words += 1
            self._units.add(key, unit)


def _keys_of(chunk: str) -> list[str]:
    return [word.key for word in words(chunk)]
