"""Word counts per 10^9 running words, from `wordfreq`, under the project's word rule."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping

PER_BILLION = 1_000_000_000
LONGEST_WORD = 40

# Letters and digits of any script, with inner apostrophes and hyphens.
_WORD = re.compile(r"[^\W_]+(?:['\-][^\W_]+)*")
_ENCLITIC = re.compile(r"(?:'(?:s|re|ve|ll|d|m)|n't)$")
# Contractions whose base does not remain when "n't" is removed.
_IRREGULAR_BASES = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "be"}


def english_frequencies() -> Mapping[str, float]:
    """Load relative frequencies of lower-case English tokens: the large list of `wordfreq`."""
    # Imported by name: a build dependency that may not be installed for type checks.
    wordfreq = importlib.import_module("wordfreq")
    frequencies: Mapping[str, float] = wordfreq.get_frequency_dict("en", wordlist="large")
    return frequencies


def base_of(token: str) -> str:
    """Return `token` without its enclitics."""
    while True:
        base = _IRREGULAR_BASES.get(token) or _ENCLITIC.sub("", token)
        if base == token:
            return base
        token = base


def is_word(token: str) -> bool:
    """Return whether `token` is a lower-case word.

    `wordfreq` writes every run of two or more digits as zeros ("00", "a000"): such a token
    represents many numbers.
    """
    if len(token) > LONGEST_WORD or "00" in token or token != token.lower():
        return False
    return _WORD.fullmatch(token) is not None


def count_words(frequencies: Mapping[str, float]) -> list[tuple[str, int]]:
    """Count words per 10^9 words, sorted by frequency, then in code point order.

    A contraction counts for its base. Words that round to zero are left out.
    """
    sums: dict[str, float] = {}
    for token in sorted(frequencies):
        base = base_of(token)
        if is_word(base):
            sums[base] = sums.get(base, 0.0) + frequencies[token]
    counts = ((word, round(share * PER_BILLION)) for word, share in sums.items())
    return sorted(((w, c) for w, c in counts if c > 0), key=lambda entry: (-entry[1], entry[0]))
