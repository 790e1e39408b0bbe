"""Spelled names: "j o h n", "J-O-H-N", "J. O. H. N.", "k o double w"."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import regex

from privtool.text.english.numbers import REPEATS

_FEWEST = 3
_LETTER = re.compile(r"[^\W\d_]")
_ITEM = re.compile(r"[^\W\d_]+")
_SIGNS = ("capital", "apostrophe", "dash", "hyphen", "space")
# Letters that spell a name among other words; capitals may be initials, so more are required.
SPELLED = regex.compile(
    r"(?<![\p{L}\p{N}'.])(\p{L}(?:[ -]\p{L}(?![\p{L}\p{N}'.])){3,}"
    r"|\p{Ll}(?:[ -]\p{Ll}(?![\p{L}\p{N}'.])){2})"
)


@lru_cache(maxsize=1 << 12)  # several files ask for the same phrase, one after the other
def spelled_word(phrase: str) -> str | None:
    """Return the word of three letters or more that a phrase spells, "b as in boy"; else None."""
    letters: list[str] = []
    times = 1
    example = False
    for match in _ITEM.finditer(phrase):
        item = match.group().lower()
        if len(item) == 1:
            letters += [item] * times
            times, example = 1, False
        elif item in REPEATS:
            times = REPEATS[item]
        elif item in ("as", "in", "like", "for"):
            example = True
        elif example and letters:
            example = False
        elif item not in _SIGNS:
            return None
    return "".join(letters) if len(letters) >= _FEWEST else None


@lru_cache(maxsize=1 << 12)
def spelled_words(phrase: str) -> tuple[str, ...]:
    """Return the word that a phrase spells, else those spelled in it: "anna k o v a c"."""
    word = spelled_word(phrase)
    if word is not None:
        return (word,)
    if phrase.count(" ") + phrase.count("-") < _FEWEST - 1:
        return ()
    words = (spelled_word(match[0]) for match in SPELLED.finditer(phrase))
    return tuple(filter(None, words))


def spell(word: str, phrase: str) -> str:
    """Return a word spelled like the phrase: the same separator, letter case and ending."""
    matches = [match for match in _ITEM.finditer(phrase) if len(match.group()) == 1]
    gaps = (phrase[before.end() : after.start()] for before, after in pairwise(matches))
    between = [gap for gap in gaps if not _LETTER.search(gap)]
    separator = max(set(between), key=lambda gap: (between.count(gap), gap)) if between else " "
    edges = phrase[: matches[0].start()], phrase[matches[-1].end() :]
    before, after = ("" if _LETTER.search(edge) else edge for edge in edges)
    letters = [char for char in word if char.isalpha()]
    upper = sum(match.group().isupper() for match in matches) * 2 > len(matches)
    written = [char.upper() if upper else char.lower() for char in letters]
    return before + separator.join(written) + after
