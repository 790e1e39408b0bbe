"""Kinds of words by what the lists say: names, also names, rare, and no names."""

from __future__ import annotations

from functools import lru_cache

from privtool.text.detection.names.likeness import likeness
from privtool.text.detection.names.medical_words import is_medical
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.name_lexicon import lexicon

# The group of a kind is its first part: "name", "both" (a word, too), "rare" or "no".
NAME, BOTH, RARE, NO = "name", "both", "rare", "no"
_VOWEL, _TRIPLE = Regex("[aeiouyà-ÿ]"), Regex(r"(.)\1\1")
_SHORT, _SHORTEST, _LONGEST = 3, 2, 20  # letters
_SHORTEST_PART = 4  # of "annakowalski"
_LOWEST, _STEP, _STEPS = -0.6, 0.3, 5  # of likeness
# Of words that are no names: "i'm dehydrated", "it is ridiculus".
_ENDINGS = (
    *("ing", "ed", "ly", "ish", "less", "ful", "ous", "able", "ible", "est", "ness", "tion", "s"),
    *("ment", "ized", "ised", "logy", "ical", "ity", "ism", "ware"),
)


@lru_cache(maxsize=50_000)
def kind_of(word: str) -> str:
    """Return the kind of a word in lower case: "name", "both-common", "rare3", "no-ordinary"."""
    known = lexicon()
    if len(word) == 1:
        return "no-word" if word in "ais" else "no-letter"
    if word in words("forms.never"):
        return "no-form"
    if word in known.dates and word not in known.listed:
        return "no-date"
    if word in known.function:
        return "both-function" if word in known.listed else "no-function"
    if word not in known.listed:
        return _unlisted(word)
    if known.listed[word]:
        return "name-short" if len(word) <= _SHORT else "name"
    return _both(word)


def _both(word: str) -> str:
    """Return the kind of a name that is also another word."""
    known = lexicon()
    if len(word) <= _SHORTEST:
        return "both-short"
    if word in known.frequent:
        return "both-frequent"
    if word in known.common:
        return "both-common"
    return "both-place" if word in known.other else "both"


def _unlisted(word: str) -> str:
    known = lexicon()
    if word in known.common:
        return "no-common"
    if is_medical(word, word in known.known):
        return "no-medical"
    for kind in ("other", "ordinary", "known"):
        if word in getattr(known, kind):
            return f"no-{kind}"
    if not _SHORTEST < len(word) <= _LONGEST or not _VOWEL.search(word) or _TRIPLE.search(word):
        return "no-odd"
    return "rare-joined" if _is_joined(word) else _rare(word)


def _is_joined(word: str) -> bool:
    """Return whether a word is a given name and a surname without a space: "annakowalski"."""
    listed = lexicon().listed
    return any(
        listed.get(word[:cut], False) and listed.get(word[cut:], False)
        for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    )


def _rare(word: str) -> str:
    """Return the kind of a word in no list: how its letters are like those of names."""
    step = min(max(int((likeness(word) - _LOWEST) / _STEP), 0), _STEPS)
    ending = "-ending" if word.endswith(_ENDINGS) else ""
    return f"rare{step}{ending}{'-short' if len(word) <= _SHORT else ''}"
