"""Keyed random numbers: the same for the same phrase in the same scope, on every machine."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from hashlib import sha256

_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))  # RFC 2104
_BLOCK_SIZE = 64  # bytes of SHA-256
_ALL = 1 << 256  # states of a digest
_FEW = 1 << 64  # below this the state is too small to draw from without bias


class Key:
    """A secret key that never shows itself."""

    __slots__ = ("_inner", "_outer", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        short = secret if len(secret) <= _BLOCK_SIZE else sha256(secret).digest()
        block = short.ljust(_BLOCK_SIZE, b"\0")
        # The states after the first blocks, copied for each message: `hmac` takes thrice the time.
        self._inner, self._outer = (sha256(block.translate(pad)) for pad in (_INNER, _OUTER))

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> tuple[type[Key], tuple[bytes]]:
        return Key, (self._secret,)  # states of a hash cannot be pickled

    def digest(self, message: bytes) -> bytes:
        """Return the HMAC-SHA256 (RFC 2104) of a message, 32 bytes."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class KeyedRandom:
    """An endless stream of random numbers that depends on the key and the parts alone."""

    def __init__(self, key: Key, *parts: str | int) -> None:
        # Each part comes with its length: two lists of parts never make one message.
        self._message = b"".join(map(_encoded, parts))
        self._key, self._block, self._state, self._range = key, 0, 0, 1

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; `limit` is at least 1 and far below 2**64."""
        left = self._range // limit
        if left < _FEW:
            digest = self._key.digest(self._block.to_bytes(8, "big") + self._message)
            self._block += 1
            self._state, left = int.from_bytes(digest, "big"), _ALL // limit
        self._state, drawn = divmod(self._state, limit)
        self._range = left
        return drawn

    def between(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def digits(self, count: int) -> str:
        """Return up to 20 digits: what as many calls of `below(10)` of a new stream return."""
        return f"{self.below(10**count):0{count}d}"[::-1]

    def choice(self, items: str) -> str:
        """Return one of some characters."""
        return items[self.below(len(items))]

    def between_except(self, low: int, high: int, excluded: int) -> int:
        """Return a number from `low` to `high` other than `excluded`, if there is another."""
        if not low <= excluded <= high:
            return self.between(low, high)
        if low == high:
            return excluded
        drawn = self.between(low, high - 1)
        return drawn + 1 if drawn >= excluded else drawn


@lru_cache(maxsize=1 << 14)
def _encoded(part: str | int) -> bytes:
    encoded = str(part).encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(8, "big") + encoded


@lru_cache(maxsize=1 << 14)
def normalized(phrase: str) -> str:
    """Return the phrase as the key sees it: no case, no accents, single spaces."""
    if phrase.isalpha() and phrase.isascii():
        return phrase.lower()
    if not phrase.isascii():
        parts = unicodedata.normalize("NFKD", phrase)
        phrase = "".join(c for c in parts if not unicodedata.combining(c))
    return " ".join(phrase.casefold().split())
