"""Keyed draws: pseudo-random numbers that depend on a key, a record and a position alone."""

from __future__ import annotations

import hashlib


def draw(seed: int, record_id: str | int, *position: int) -> int:
    """Return a 64-bit number that depends only on the seed, the record id and the position.

    Source: BLAKE2b (RFC 7693) as a pseudo-random function keyed with the seed.
    """
    key = (seed % (1 << 128)).to_bytes(16, "big")
    name = f"{type(record_id).__name__}:{record_id}".encode("utf-8", "surrogatepass")
    place = b"".join(number.to_bytes(8, "big", signed=True) for number in position)
    size = len(place).to_bytes(4, "big")
    digest = hashlib.blake2b(size + place + name, key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big")
