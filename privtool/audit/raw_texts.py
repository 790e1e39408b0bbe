"""Raw records by id: in how many units their words occur, and which n-grams of words are rare.

An n-gram in few records is what a search engine over these would find. Counts are those of a
count-min sketch with conservative updates (Estan & Varghese 2002): hashes in one table, so that
memory is bounded. Collisions make counts too high, never too low.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from privtool.audit.kept_records import KeptRecords
from privtool.audit.values import band_of
from privtool.core.record import Record, text_of
from privtool.text.words import ChunkCache, words

_MOST_UNITS = 20  # of a word: above, its band is the same
LENGTHS = range(3, 8)  # words, as in Lison & Anderson 2025 (arXiv 2510.06383)
_SMALLEST, _LARGEST = 16, 27  # bits of the size of the table
_PER_WORD = 16  # entries: there are five n-grams for each word
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MIXER = np.uint64(0xBF58476D1CE4E5B9)
Hashes = NDArray[np.uint64]


class RawTexts(KeptRecords):
    """The raw texts that safe records were made of."""

    kind = "raw"

    def __init__(self, fields: Sequence[str]) -> None:
        super().__init__(fields)
        self._units: dict[str, set[str]] = {}  # of each word
        self._keys = ChunkCache(_keys_of)
        self.words = 0  # how many words the texts have

    def __getstate__(self) -> dict[str, object]:
        # Only numbers of units are read in other processes.
        numbers = {word: range(len(units)) for word, units in self._units.items()}
        return {**self.__dict__, "_units": numbers, "_keys": ChunkCache(_keys_of)}

    def add(self, record: Record) -> None:
        """Add a record. Raise `DataError` for one without id, text or unit, or one of its id."""
        text = text_of(record)
        unit = self.keep(record, Record(id=record.id, text=text))
        for key in self.keys(text):
            self.words += 1
            units = self._units.setdefault(key, set())
            if len(units) < _MOST_UNITS:
                units.add(unit)

    def keys(self, text: str) -> list[str]:
        return [key for chunk in text.split() for key in self._keys[chunk]]

    def band(self, word: str) -> str:
        """Return the band of rarity of a word."""
        return band_of(len(self._units.get(word, ())))


def _keys_of(chunk: str) -> list[str]:
    return [word.key for word in words(chunk)]


class RareNgrams:
    """Counts the records that n-grams occur in, up to `k`. Picklable."""

    def __init__(self, k: int, words: int) -> None:
        """`words` is about how many words will be added."""
        bits = min(max((words * _PER_WORD).bit_length(), _SMALLEST), _LARGEST)
        self._k, self._mask = k, np.uint64((1 << bits) - 1)
        self._counts = np.zeros(1 << bits, np.uint8)
        self._hash = ChunkCache(_hash)

    def add(self, keys: Sequence[str]) -> None:
        """Count the n-grams of the words of a record."""
        places = self._places(self._grams([keys]))
        counts = np.minimum(self._counts[places[0]], self._counts[places[1]])
        new = np.minimum(counts + 1, self._k).astype(np.uint8)
        for each in places:
            np.maximum.at(self._counts, each, new)

    def occurs(self, runs: Iterable[Sequence[str]]) -> bool:
        """Whether some runs of words have an n-gram that one to `k` - 1 records have."""
        places = self._places(self._grams(runs))
        counts = np.minimum(self._counts[places[0]], self._counts[places[1]])
        return bool(((counts > 0) & (counts < self._k)).any())

    def _grams(self, runs: Iterable[Sequence[str]]) -> Hashes:
        """Return the distinct n-grams of some runs of words."""
        found: list[Hashes] = [np.empty(0, np.uint64)]
        with np.errstate(over="ignore"):
            for run in runs:
                hashes = np.array([self._hash[key] for key in run], np.uint64)
                grams = hashes
                for length in range(2, LENGTHS.stop):
                    if len(run) < length:
                        break
                    grams = grams[:-1] * _FACTOR + hashes[length - 1 :]
                    if length in LENGTHS:
                        found.append(grams * _MIXER ^ np.uint64(length))
        return np.unique(np.concatenate(found))

    def _places(self, grams: Hashes) -> tuple[Hashes, Hashes]:
        with np.errstate(over="ignore"):
            other = (grams ^ (grams >> np.uint64(31))) * _MIXER
        return (grams >> np.uint64(20)) & self._mask, (other >> np.uint64(24)) & self._mask


def _hash(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")
