"""A set of names in bounded memory, which never loses one, and keeps hashes instead of texts."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

_SHORT = 60  # characters


def is_short(text: str) -> bool:
    """Return whether a text may be an answer that needs its question to be understood."""
    return len(text) <= _SHORT


def context_of_turn(group: str, text: str) -> str:
    """Return the context of names that are private in records with this text alone."""
    return f"{group}\0{text}"


def name_hash(context: str, name: str) -> int:
    """Return the hash of a name in a context, of 128 bits."""
    digest = blake2b(f"{context}\0{name}".encode("utf-8", "surrogatepass"), digest_size=16)
    return int.from_bytes(digest.digest(), "little")


_BITS = 1 << 29  # 64 MiB
_PROBES = 4
_HALF = (1 << 64) - 1
MOST_NAMES = 20_000_000  # up to here a look-up errs 4 times in 10,000


class NameSet:
    """A Bloom filter of 128-bit hashes. Source: Bloom 1970; double hashing: Kirsch 2006.

    It may have what was not added, ever more often over `MOST_NAMES`: then words are masked that
    are no names. It depends neither on the order nor on repetitions.
    """

    def __init__(self, bits: int = _BITS) -> None:
        self._bits = bits
        self._bytes = bytearray(bits // 8)
        self.size = 0  # distinct names, about

    def add_all(self, hashes: Iterable[int]) -> None:
        for value in hashes:
            is_new = False
            for place in self._places(value):
                byte, bit = place >> 3, 1 << (place & 7)
                is_new = is_new or not self._bytes[byte] & bit
                self._bytes[byte] |= bit
            self.size += is_new

    def __contains__(self, value: int) -> bool:
        return all(self._bytes[place >> 3] >> (place & 7) & 1 for place in self._places(value))

    def _places(self, value: int) -> Iterable[int]:
        low, high = value & _HALF, value >> 64 | 1
        return ((low + probe * high) % self._bits for probe in range(_PROBES))
