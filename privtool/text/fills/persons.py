"""Names of persons: given names of a gender that fits, surnames, letters, linked names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.text.fills.kinds import GIVEN_AND_SURNAME, kinds
from privtool.text.fills.place import FillPlace, Words
from privtool.text.lexicon import words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import KeyedRandom

LETTERS = "ABCDEFGHJKLMNPRSTW"
_IRISH = re.compile(r"O(?=(?:brien|connor|connell|neal|neill?|donnell|reilly|keefe|hara|rourke)$)")
_PRONOUN = re.compile(r"\b(?:(he|him|his|himself)|she|her|hers|herself)\b", re.IGNORECASE)
_LAST = re.compile(r"[\w.]+$")


def is_title(word: str, after: str) -> bool:
    """Return whether a word is a title that is written with a full stop and a capital: "Dr." """
    return after.startswith(". ") and f"{word.lower()}." in words("fills.titles")


def given_name(place: FillPlace, rng: KeyedRandom) -> str:
    """Return a given name of the gender of the word before it or of the next pronoun."""
    pools, last = name_pools(), _LAST.search(place.lead)
    if last is not None and last[0] in words("fills.of_women"):
        return pools.female.draw(rng)
    if last is not None and last[0] in words("fills.of_men"):
        return pools.male.draw(rng)
    found = _PRONOUN.search(place.after)
    if found is None:
        return pools.given.draw(rng)
    return (pools.male if found[1] else pools.female).draw(rng)


def surname(rng: KeyedRandom) -> str:
    """Return a surname as it is written ("O'Brien"), as often as in the United States."""
    name = name_pools().surnames.draw(rng)
    found = _IRISH.match(name)
    return f"O'{name[1:].capitalize()}" if found else name


def letters_of_names(size: int, rng: KeyedRandom) -> Words:
    """Return so many letters of surnames, one by one."""
    names = "".join(surname(rng) for _ in range(size)).upper()
    return tuple(filter(str.isalpha, names))[:size]


def linked_person(place: FillPlace, rngs: Sequence[KeyedRandom]) -> Words:
    """Return names, each by its own random numbers: the same as a part of a longer name.

    All are given names as well as surnames: whether a name alone is the one or the other need not
    be known for it to be that of the same person elsewhere.
    """
    names = kinds()[GIVEN_AND_SURNAME][1]
    stops = [*(gap.strip() == "." for gap in place.gaps), False]
    return tuple(
        rng.choice(LETTERS) if stop else names.draw(rng)
        for rng, stop in zip(rngs, stops, strict=True)
    )
