"""Words of medicine that are no names: drugs by their stems and their brands, tests, devices."""

from __future__ import annotations

from functools import cache

from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import entries, words

_LONGEST = 30  # letters


@cache
def _listed() -> frozenset[str]:
    return words("medicine.drugs") | words("medicine.words") | words("acronyms.medical")


@cache
def _stem() -> Regex:
    stems = (*entries("medicine.stems"), *entries("medicine.procedures"))
    return Regex(f"[a-z]{{2,}}(?:{'|'.join(stems)})")


def is_medical(word: str, capital: bool) -> bool:
    """Return whether a word, given in lower case, is a drug, a test or another word of medicine.

    With a capital, only words of the lists are: a surname may end as drugs do.
    """
    if not 2 < len(word) <= _LONGEST:
        return False
    return word in _listed() or (not capital and _stem().fullmatch(word) is not None)
