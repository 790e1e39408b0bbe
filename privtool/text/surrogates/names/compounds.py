"""Names of peoples in compounds and beside other words: "German-born", "Bosnian Serbs"."""

from __future__ import annotations

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.names.institutions import cities
from privtool.text.surrogates.names.peoples import people
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}.'\u2019]*+")
_PREFIXES = word_set("anti pro non ex post pre inter half part mid neo ultra trans multi semi")
_KEPT = word_set(
    """all half part northern southern eastern western north south east west central ethnic native
    senate house state local young old black white of and the national"""
)
_AFTER_HYPHEN = word_set(
    """allied approved assisted backed based born bred brokered built controlled dominated donated
    educated flagged funded held influenced inspired language led listed made majority occupied
    operated organized owned produced registered ruled run speaking sponsored style
    supplied supported themed trained type wide"""
)
COMPOUND_WORDS = _PREFIXES | _KEPT | _AFTER_HYPHEN
_COMBINING = pool_of("Anglo|Franco|Sino|Russo|Indo|Austro|Italo|Hispano|Afro|Euro")
_STATES = pool_of("U.K.|U.A.E.|Swiss|Canadian|Danish")
_LONGEST_ACRONYM = 4
# Peoples and lands that have two halves.
_HALVES = {
    **dict.fromkeys(("north", "south"), pool_of("Korean|Yemeni|African|American|Indian")),
    **dict.fromkeys(("east", "west"), pool_of("German|African|Indian|European|Asian")),
}


def compound(name: str, context: Context) -> str | None:
    """Return a phrase of peoples with others, word by word; None without any.

    Ordinary words and small ones ("born", "pro", "half") stay. Any other word rules it out, but for
    a city before a hyphen: "London-based".
    """
    words = list(_WORD.finditer(name))
    if len(words) < 2:
        return None
    pieces: list[str] = []
    done = 0
    found = False
    for match in words:
        hyphen = name[match.end() : match.end() + 1] == "-"
        new = _replaced(match[0], hyphen, context)
        half = _HALVES.get(normalized(words[0][0])) if new and len(words) == 2 else None
        if half is not None:  # "North Korean"
            plural = match[0][-1] in "sS" and (new or "")[-1:] in ("s", "S")  # "North Koreans"
            one = match[0][:-1] if plural else match[0]
            new = cased_like(one, context.pick("half", one, half)) + match[0][len(one) :]
        if new is None and not _stays(match[0], name[: match.start()].endswith("-")):
            return None
        found |= new is not None
        pieces += (name[done : match.start()], new or match[0])
        done = match.end()
    return "".join([*pieces, name[done:]]) if found else None


def _replaced(word: str, hyphen: bool, context: Context) -> str | None:
    """Return another word for a people, or for the state or city before a hyphen."""
    other = people(word, context)
    if other is not None or not hyphen:
        return other
    key = normalized(word)
    if key in {normalized(each) for each in _COMBINING.phrases}:
        return cased_like(word, context.pick("combining", word, _COMBINING))
    letters = word.replace(".", "")
    if letters.isupper() and len(letters) <= _LONGEST_ACRONYM:
        return context.pick("people", letters, _STATES)
    if Label.LOCATION.value in classes_of(key) and word[0].isupper():
        return cased_like(word, context.pick("city", word, cities()))
    return None


def _stays(word: str, after_hyphen: bool) -> bool:
    key = normalized(word)
    return key in (_AFTER_HYPHEN if after_hyphen else _PREFIXES | _KEPT)
