"""Words in and around names of persons, and names without any, which are read at little cost."""

from __future__ import annotations

import re
from functools import lru_cache

from privtool.text.surrogates.names.kin import CALLERS
from privtool.text.surrogates.names.titles import WORDS_AROUND_NAMES
from privtool.text.word_sets import word_set

PREFIXES = word_set("o mc mac")  # of surnames, also written apart: "o connor"
CONJUNCTIONS = word_set("and or & y und et")
PARTICLES = word_set(
    """van von der den de la le du di da del della dos das bin bint ibn al el ter ten zu af av y"""
)
# Before a name: "Slim Jim Hardaway", "Lil' Ray".
BYNAMES = word_set("big crazy fat lazy lil lucky mad skinny slim sweet tall tiny wild")
_NO_PLAIN_NAMES = (
    WORDS_AROUND_NAMES | CALLERS | PREFIXES | CONJUNCTIONS | PARTICLES | BYNAMES | {"the", "st"}
)
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
    return names if _NO_PLAIN_NAMES.isdisjoint(names) else ()
