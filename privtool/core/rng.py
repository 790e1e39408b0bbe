"""Keyed draws: random numbers that depend on a key and on what they are drawn for alone; digests.

Source of all draws: BLAKE2b (RFC 7693), keyed, as a pseudo-random function.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b, sha256

_DIGEST_SIZE = 32  # bytes
_LONGEST_KEY = blake2b.MAX_KEY_SIZE
_ALL = 1 << 8 * _DIGEST_SIZE  # states of a digest
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CONSONANTS = "bcdfghjklmnpqrstvwxz"  # no vowels, no digits: never a name, a word or a number
_PSEUDONYM_LENGTH = 14  # 60 bits: a million values collide once in two million corpora
_FEW = 1 << 64  # below this the state is too small to draw from without bias


def draw(seed: int, record_id: str | int, *position: int) -> int:
    """Return a 64-bit number that depends only on the seed, the record id and the position."""
    key = (seed % (1 << 128)).to_bytes(16, "big")
    name = f"{type(record_id).__name__}:{record_id}".encode("utf-8", "surrogatepass")
    place = b"".join(number.to_bytes(8, "big", signed=True) for number in position)
    size = len(place).to_bytes(4, "big")
    digest = blake2b(size + place + name, key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big")


class Key:
    """A secret key that never shows itself."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret if len(secret) <= _LONGEST_KEY else blake2b(secret).digest()

    def __repr__(self) -> str:
        return "Key(...)"

    def digest(self, message: bytes) -> bytes:
        """Return the keyed BLAKE2b of a message, 32 bytes."""
        return blake2b(message, key=self._secret, digest_size=_DIGEST_SIZE).digest()


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

    def letters(self, count: int) -> str:
        """Return some letters from a to z."""
        return "".join(_LETTERS[self.below(len(_LETTERS))] for _ in range(count))

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


def pseudonym(key: Key, kind: str, value: str | int) -> str:
    """Return the keyed name of a value in all scopes, such as `speaker-kqzwbnrtfhlmxd`."""
    rng = KeyedRandom(key, "pseudonym", kind, value)
    return f"{kind}-" + "".join(rng.choice(_CONSONANTS) for _ in range(_PSEUDONYM_LENGTH))


@lru_cache(maxsize=1 << 14)
def _encoded(part: str | int) -> bytes:
    encoded = str(part).encode("utf-8", "surrogatepass")
    return len(encoded).to_bytes(8, "big") + encoded


def short_digest(content: str | Iterable[bytes]) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a text or of bytes in parts."""
    digest = sha256()
    for part in (content.encode(),) if isinstance(content, str) else content:
        digest.update(part)
    return digest.hexdigest()[:16]
