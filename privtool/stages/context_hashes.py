"""Hashes of what is private in a context: in bounded memory, and without keeping any text."""

from __future__ import annotations

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
