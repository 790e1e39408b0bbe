"""The keyed random numbers of phrases: the same for the same phrase, on every machine."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from privtool.core.rng import Key as Key
from privtool.core.rng import KeyedRandom as KeyedRandom

_LETTERS = "bcdfghjklmnpqrstvwxz"  # no vowels, no digits: never a name, a word or a number
_LENGTH = 14  # 60 bits: a million values collide once in two million corpora


@lru_cache(maxsize=1 << 14)
def normalized(phrase: str) -> str:
    """Return the phrase as the key sees it: no case, no accents, single spaces."""
    if phrase.isalpha() and phrase.isascii():
        return phrase.lower()
    if not phrase.isascii():
        parts = unicodedata.normalize("NFKD", phrase)
        phrase = "".join(c for c in parts if not unicodedata.combining(c))
    return " ".join(phrase.casefold().split())


def pseudonym(key: Key, kind: str, value: str | int) -> str:
    """Return the keyed name of a value in all scopes, such as `speaker-kqzwbnrtfhlmxd`."""
    rng = KeyedRandom(key, "pseudonym", kind, value)
    return f"{kind}-" + "".join(rng.choice(_LETTERS) for _ in range(_LENGTH))
