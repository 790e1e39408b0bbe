"""Which words of an organization or a thing are its own name, and which only tell the kind."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.titles import is_plain_word
from privtool.text.surrogates.prf import normalized
from privtool.text.words import WEB_SIGN

SMALL_WORDS = words("organizations.small")
ORGANIZATION_WORDS = words("organizations.legal") | words("organizations.words")
KEPT_WORDS = ORGANIZATION_WORDS | SMALL_WORDS
KEPT_WORDS_OF_THINGS = KEPT_WORDS.union(
    *(words(f"things.{section}") for section in ("events", "storms", "sections", "systems")),
    *(words(f"things.{section}") for section in ("others", "before-peoples", "after-hyphen")),
)
POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_WORD = regex.compile(
    r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+|\d+(?:(?:st|nd|rd|th)\b)?"
)
# Legal forms with full stops, and tokens for signs in text from the web.
_UNSPLIT = re.compile(
    r"\b(?:S\.?A\.?(?:B\.?)? de C\.?V\b\.?|S\. de R\.L\.|S\.A\.(?:S\.)?|N\.V\.?|B\.V\.?|A\.G\.?"
    r"|S\.p\.A\.|L\.L\.[CP]\.?|S\.r\.l\.|e\.V\.|d\.o\.o\.|z o\.o\.|K\.K\.|P\.[CA]\.?|L\.P\.?)"
    rf"|{WEB_SIGN}"
)
_FAITHS = frozenset(
    ["baptist", "catholic", "christian", "lutheran", "methodist", "orthodox", "presbyterian"]
)
_AFTER_HYPHEN = frozenset(("fort", "port", "mount", "lake"))
_AND = frozenset(("and", "And", "AND", "und", "et", "y"))


@lru_cache(maxsize=1 << 10)  # several files ask for the same one, one after the other
def own_runs(phrase: str, kept: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Return where the name's own words are; words with only space between them are one run."""
    runs: list[tuple[int, int]] = []
    before = ""
    forms = [match.span() for match in _UNSPLIT.finditer(phrase)]
    found = list(_WORD.finditer(phrase))
    keys = [_key(match[0]) for match in found]
    for number, match in enumerate(found):
        inside = any(start <= match.start() < end for start, end in forms)
        if inside or _is_kept(phrase, found, keys, number, kept, bool(runs)):
            continue
        between = phrase[runs[-1][1] : match.start()] if runs else ""
        particles = words("organizations.particles").issuperset(between.split())
        follows = not between.strip(" .-") or particles
        ends = before.isdigit() or POSSESSIVE.search(before)
        if runs and follows and not match[0].isdigit() and not ends:
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


def is_listed(phrase: str, start: int, end: int) -> bool:
    """Return whether a run is one of several names: "Hall & French"."""
    return follows_sign(phrase, start) or phrase[end:].lstrip()[:1] == "&"


def follows_sign(phrase: str, start: int) -> bool:
    """Return whether a run comes after a sign or "and"."""
    before = phrase[:start].rstrip()
    return before.endswith(("&", ",", "-", "/")) or not _AND.isdisjoint(before.split()[-1:])


def _key(word: str) -> str:
    """Return a word, normalized, and without the ending of "Children's"."""
    key = normalized(word)
    owner = POSSESSIVE.sub("", key)
    return owner if owner in words("organizations.owners") else key


def _is_kept(
    phrase: str,
    found: list[regex.Match[str]],
    keys: list[str],
    number: int,
    kept: frozenset[str],
    named: bool,
) -> bool:
    """Return whether a word is generic, or a small one between two others ("of").

    A generic word that is a surname, too, is none where a name is expected.
    """
    key, match = keys[number], found[number]
    if key in _AFTER_HYPHEN and phrase[: match.start()].endswith("-"):
        return False  # "Dallas-Fort Worth"
    if match[0].islower() and not phrase.islower():
        plain = is_plain_word(phrase, match) or (number > 0 and not unfamiliar_words(match[0]))
        if plain:
            return True  # "the corner store on Ash Street"
    if key not in kept or len(match[0]) < 2:
        return False
    final = number + 1 == len(found)
    if key in SMALL_WORDS and key != "the" and match[0] != "an":
        return number > 0 and not final and (not match[0].isupper() or phrase.isupper())
    lettered = not final and len(keys[number + 1]) == 1  # "Ward C"
    if key not in words("organizations.surnames") or POSSESSIVE.search(match[0]) or lettered:
        return True
    return not _is_surname(phrase, found, keys, number, kept, named)


def _is_surname(
    phrase: str,
    found: list[regex.Match[str]],
    keys: list[str],
    number: int,
    kept: frozenset[str],
    named: bool,
) -> bool:
    """Return whether a generic word is a surname here: "Church Plumbing", "Hall & Ward".

    Also at the end of a person's name ("Anna Church"); `named` if another name stands before.
    """
    final = number + 1 == len(found)
    before = phrase[found[number - 1].end() : found[number].start()] if number else ""
    after = "" if final else phrase[found[number].end() : found[number + 1].start()]
    following, before_key = "" if final else keys[number + 1], keys[number - 1] if number else ""
    if {"&", ","}.intersection(before + after) or "and" in (following, before_key):
        return True
    if named:
        place = Label.LOCATION.value in classes_of(before_key)  # "Brooklyn Bridge"
        faith = keys[number] == "church" and before_key in _FAITHS  # "Grace Baptist Church"
        person = final and before_key in name_pools().only_given
        return kept is KEPT_WORDS and person and not (place or faith)
    first = not number or keys[:number] == ["the"]
    return first and following in kept and following not in SMALL_WORDS
