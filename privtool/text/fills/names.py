"""Public names: by kind (`lists/kinds-en.tsv`), cities with states, persons, linked names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from privtool.text.fills.place import FillPlace, Words
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Pool
from privtool.text.surrogates.gazetteer import STATES, gazetteer, state, written_like
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_lists import LISTS

LETTERS = "ABCDEFGHJKLMNPRSTW"
GIVEN_AND_SURNAME = "given_and_surname"  # in the order of the alphabet
_LIKE_SHORT = "Calif"  # a state in short, without its full stop
_HALVED = 24  # a name so many places further down the list is drawn half as often
_IRISH = re.compile(r"O(?=(?:brien|connor|connell|neal|neill?|donnell|reilly|keefe|hara|rourke)$)")
_PRONOUN = re.compile(r"\b(?:(he|him|his|himself)|she|her|hers|herself)\b", re.IGNORECASE)
_LAST = re.compile(r"[\w.]+$")


@cache
def kinds() -> dict[str, dict[int, Pool]]:
    """Return the names of each kind by the number of their words, the best known first."""
    lines = (LISTS / "kinds-en.tsv").read_text(encoding="utf-8").splitlines()
    found: dict[str, dict[int, Pool]] = {}
    for kind, listed in (line.split("\t") for line in lines if not line.startswith("#")):
        sizes: dict[int, dict[str, float]] = {}
        for name in listed.split("|"):
            some = sizes.setdefault(len(name.split()), {})
            some[name] = 1.0 if kind == GIVEN_AND_SURNAME else 2.0 ** (-len(some) / _HALVED)
        found[kind] = {size: Pool(some) for size, some in sizes.items()}
    return found


def home(sizes: tuple[int, int], short: bool, rng: KeyedRandom) -> Words | None:
    """Return the words of a city and its state, in `short` where a full stop follows."""
    pool = _homes(short).get(sizes)
    return None if pool is None else tuple(pool.draw(rng).replace(",", "").split())


@cache
def _homes(short: bool) -> dict[tuple[int, int], Pool]:
    by_sizes: dict[tuple[int, int], dict[str, float]] = {}
    for (code, city), zips in gazetteer().zips.items():
        name = written_like(_LIKE_SHORT, state(code)) if short else STATES[code]
        if not short or name != STATES[code]:  # "Texas" has no short form
            sizes = len(city.split()), len(name.split())
            by_sizes.setdefault(sizes, {})[f"{city}, {name}"] = float(len(zips) ** 2)
    return {sizes: Pool(weights) for sizes, weights in by_sizes.items()}


def is_title(word: str, after: str) -> bool:
    """Return whether a word is a title that is written with a full stop and a capital: "Dr." """
    return after.startswith(". ") and f"{word.lower()}." in words("fills.titles")


def given_name(place: FillPlace, rng: KeyedRandom) -> str:
    """Return a given name of the gender of the word before it or of the next pronoun."""
    pools, last = name_pools(), _LAST.search(place.lead)
    for listed, pool in (("of_women", pools.female), ("of_men", pools.male)):
        if last is not None and last[0] in words(f"fills.{listed}"):
            return pool.draw(rng)
    found = _PRONOUN.search(place.after)
    return (pools.given if found is None else pools.male if found[1] else pools.female).draw(rng)


def surname(rng: KeyedRandom) -> str:
    """Return a surname as it is written ("O'Brien"), as often as in the United States."""
    name = name_pools().surnames.draw(rng)
    return f"O'{name[1:].capitalize()}" if _IRISH.match(name) else name


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
