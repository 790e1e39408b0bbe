"""Raw records by id, and in how many units each of their words occurs."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audit.kept_records import KeptRecords
from privtool.audit.units import UnitsOfWords
from privtool.core.fields import text_of
from privtool.core.record import Record
from privtool.text.words import ChunkCache, words


class RawTexts(KeptRecords):
    """The raw texts that safe records were made of."""

    kind = "raw"

    def __init__(self, fields: Sequence[str]) -> None:
        super().__init__(fields)
        self._units = UnitsOfWords()
        self._keys = ChunkCache(_keys_of)
        self.words = 0
        """How many words the texts have."""

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_keys": ChunkCache(_keys_of)}

    def add(self, record: Record) -> None:
        """Add a record. Raise `DataError` for one without id, text or unit, or one of its id."""
        part = Record(id=record.id, text=text_of(record))
        unit = self.keep(record, part)
        for key in self.keys(text_of(part)):
            self.words += 1
            self._units.add(key, unit)

    def keys(self, text: str) -> list[str]:
        return [key for chunk in text.split() for key in self._keys[chunk]]

    def band(self, word: str) -> str:
        return self._units.band(word)


def _keys_of(chunk: str) -> list[str]:
    return [word.key for word in words(chunk)]
