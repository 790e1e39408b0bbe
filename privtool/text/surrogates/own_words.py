"""Which words of a firm, a thing or a place are its own name, and which only tell the kind."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import regex

from privtool.text.english.numbers import CARDINALS, ORDINALS
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.name_parts import is_plain_word
from privtool.text.surrogates.prf import normalized
from privtool.text.words import WEB_SIGN

_SMALL = words("organizations.small")
_NO_KINDS = _SMALL | CARDINALS.keys() | ORDINALS.keys()
KEPT_WORDS = words("organizations.legal") | words("organizations.words") | _SMALL
KEPT_WORDS_OF_THINGS = KEPT_WORDS.union(
    *(words(f"things.{section}") for section in ("events", "storms", "sections", "systems")),
    *(words(f"things.{section}") for section in ("others", "before-peoples", "after-hyphen")),
)
KINDS_OF_PLACES = words("place_words.kinds") | words("place_words.facilities")
KEPT_WORDS_OF_PLACES = KINDS_OF_PLACES.union(
    *(words(f"place_words.{section}") for section in ("small", "compass", "further")), _SMALL
)
POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
# Words, initials with their full stops, and numbers; no signs of text from the web.
_WORD = regex.compile(
    rf"{WEB_SIGN}(*SKIP)(*FAIL)|\b\p{{L}}(?:\.\p{{L}})+\b\.?"
    r"|\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+(?:(?:st|nd|rd|th)\b)?"
)
_AND = frozenset(("and", "And", "AND", "und", "et", "y"))


class _Name(NamedTuple):
    """A name, its words, these as keys, and the words that tell only a kind."""

    phrase: str
    found: list[regex.Match[str]]
    keys: list[str]
    kept: frozenset[str]


@lru_cache(maxsize=1 << 10)  # several files ask for the same one, one after the other
def own_runs(phrase: str, kept: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Return where the name's own words are; words with only space between them are one run."""
    runs: list[tuple[int, int]] = []
    before = ""
    found = list(_WORD.finditer(phrase))
    name = _Name(phrase, found, [_key(match[0]) for match in found], kept)
    for number, match in enumerate(found):
        if _is_kept(name, number, bool(runs)):
            continue
        between = phrase[runs[-1][1] : match.start()] if runs else ""
        particles = words("organizations.particles").issuperset(between.split())
        ends = before.isdigit() or match[0][0].isdigit() or POSSESSIVE.search(before)
        if runs and (particles or not between.strip(" .-")) and not ends:
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        before = match[0]
    return tuple(runs)


def identifying_words(phrase: str, kept: frozenset[str]) -> set[str]:
    """Return the name's own words, normalized: those that are not generic."""
    return {
        normalized(match[0])
        for start, end in own_runs(phrase, kept)
        for match in _WORD.finditer(phrase, start, end)
        if len(match[0]) > 1 and not match[0].isdigit()
        if match[0] not in words("organizations.particles")
    }


def follows_sign(phrase: str, start: int) -> bool:
    """Return whether a run comes after a sign or "and"."""
    before = phrase[:start].rstrip()
    return before.endswith(("&", ",", "-", "/")) or not _AND.isdisjoint(before.split()[-1:])


def _key(word: str) -> str:
    """Return a word, normalized, without full stops and without the ending of "Children's"."""
    key = normalized(word).replace(".", "")
    owner = POSSESSIVE.sub("", key)
    return owner if owner in words("organizations.owners") else key


def _is_kept(name: _Name, number: int, named: bool) -> bool:
    """Return whether a word is generic, or a small one between two others ("of").

    A generic word that is a surname, too, is none where a name is expected.
    """
    key, match = name.keys[number], name.found[number]
    word, first, last = match[0], not number, number + 1 == len(name.found)
    lower = word.islower() and not name.phrase.islower()
    if lower and (is_plain_word(name.phrase, word) or not (first or unfamiliar_words(word))):
        return True  # "the corner store on Ash Street"
    if key not in name.kept or len(word) < 2:
        return False
    if key in _SMALL and key != "the" and word != "an":
        return not (first or last) and (not word.isupper() or name.phrase.isupper())
    lettered = not last and len(name.keys[number + 1]) == 1  # "Ward C"
    surname = key in words("organizations.surnames") and not (POSSESSIVE.search(word) or lettered)
    return not (surname and _is_surname(name, number, named))


def _is_surname(name: _Name, number: int, named: bool) -> bool:
    """Return whether a generic word is a surname here: "Church Plumbing", "Hall & Ward".

    Also at the end of a person's name ("Anna Church"); `named` if another name stands before.
    """
    phrase, found, keys, kept = name
    before_key, following = ["", *keys][number], [*keys, ""][number + 1]
    start = found[number - 1].end() if number else 0
    end = found[number + 1].start() if following else len(phrase)
    beside = phrase[start : found[number].start()] + phrase[found[number].end() : end]
    if {"&", ","}.intersection(beside) or "and" in (following, before_key):
        return kept is not KEPT_WORDS_OF_PLACES
    if named:
        place = Label.LOCATION.value in classes_of(before_key)  # "Brooklyn Bridge"
        person = before_key in name_pools().only_given and before_key not in kept
        return kept is KEPT_WORDS and not following and person and not place
    return keys[:number] in ([], ["the"]) and following in kept and following not in _NO_KINDS
