"""Keyed names for speakers, files and ids: the same for the same value, and nothing else."""

from __future__ import annotations

from privtool.text.surrogates.prf import Key, KeyedRandom

_LETTERS = "bcdfghjklmnpqrstvwxz"  # no vowels, no digits: never a name, a word or a number
_LENGTH = 14  # 60 bits: a million values collide once in two million corpora


def pseudonym(key: Key, kind: str, value: str | int) -> str:
    """Return the keyed name of a value, such as `speaker-kqzwbnrtfhlmxd`.

    It depends on no scope, so that the records of a speaker stay together.
    """
    rng = KeyedRandom(key, "pseudonym", kind, value)
    return f"{kind}-" + "".join(rng.choice(_LETTERS) for _ in range(_LENGTH))
