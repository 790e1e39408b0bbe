"""Words in and around names of persons, and names without any, which are read at little cost."""

from __future__ import annotations

import re
from functools import lru_cache

from privtool.text.lexicon import words
from privtool.text.surrogates.names.titles import WORDS_AROUND_NAMES

PREFIXES, CONJUNCTIONS = words("titles.prefixes"), words("titles.conjunctions")
PARTICLES = words("titles.particles")
_PLAIN = re.compile("[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?|[a-z]{2,}(?: [a-z]{2,})?")
_CACHED = 1 << 12  # phrases: several files ask for the same one, one after the other


@lru_cache(maxsize=_CACHED)
def plain_names(phrase: str) -> tuple[str, ...]:
    """Return one or two names in lower case if a phrase is nothing else: "Anna Kowalski".

    Nothing for any other phrase, such as one with a title, a particle or a sign.
    """
    if _PLAIN.fullmatch(phrase) is None:
        return ()
    names = tuple(phrase.lower().split(" "))
    return names if WORDS_AROUND_NAMES.isdisjoint(names) else ()
