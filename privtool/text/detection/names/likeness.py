"""Whether a word in no list looks like a name: by its letters, three in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import log

from privtool.text.name_lexicon import lexicon

_SMOOTHING = 0.5


def likeness(word: str) -> float:
    """Return how much more likely the letters of a word are in a name than in another word.

    The mean logarithm of the ratio over its trigrams: 0 is as likely in both. `word` is in lower
    case and ASCII.
    """
    ratios, unseen = _ratios()
    trigrams = _trigrams(word)
    return sum(ratios.get(each, unseen) for each in trigrams) / len(trigrams)


@cache
def _ratios() -> tuple[dict[str, float], float]:
    """Return the logarithms of the ratio of each trigram, and that of all others."""
    listed, known = lexicon().listed, lexicon().known
    names = _counts(listed)
    others = _counts(word for word in known if word.isalpha() and word not in listed)
    bias = log(others.total()) - log(names.total())
    ratios = {
        each: log(names[each] + _SMOOTHING) - log(others[each] + _SMOOTHING) + bias
        for each in names.keys() | others.keys()
    }
    return ratios, bias


def _counts(words: Iterable[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for word in words:
        counts.update(_trigrams(word))
    return counts


def _trigrams(word: str) -> list[str]:
    framed = f"^{word}$"
    return [framed[start : start + 3] for start in range(len(word))]
