"""Names of persons by the number of their words: given names, initials and surnames."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_LETTERS = "ABCDEFGHJKLMNPRSTW"
_SPELLED = 5  # words: few names have as many
_SURNAMES_TRIED = 50
TITLES = word_set(
    """mr mr. mrs mrs. ms ms. miss dr dr. prof prof. professor sen sen. senator rep rep. gov gov.
    governor judge justice president chairman minister secretary gen gen. general col col. capt
    capt. captain lt lt. sgt sgt. king queen sir lord lady messrs messrs. ambassador congressman"""
)


def person(place: PhrasePlace, rng: KeyedRandom) -> Words:
    """Return names: a surname after a title, initials before full stops, else full names.

    Many words in a row are the letters of one that is spelled.
    """
    if place.size >= _SPELLED and not any(gap.strip() for gap in place.gaps):
        return _spelled(place.size, rng)
    words: list[str] = []
    for number, group in enumerate(place.groups()):
        titled = number == 0 and place.last_word in TITLES
        words += _names(place, group, titled, rng)
    return tuple(words)


def linked_person(place: PhrasePlace, rngs: Sequence[KeyedRandom]) -> Words:
    """Return names, each by its own random numbers: the same as a part of a longer name.

    A name alone is a surname after a title, else a given name.
    """
    pools, words = name_pools(), []
    for number, group in enumerate(place.groups()):
        titled = number == 0 and place.last_word in TITLES
        for at in group:
            if at < len(place.gaps) and place.gaps[at].startswith(".") and at != group[-1]:
                words.append(rngs[at].choice(_LETTERS))
            else:
                surname = at == group[-1] and (len(group) > 1 or titled)
                words.append((pools.surnames if surname else pools.given).draw(rngs[at]))
    return tuple(words)


def _spelled(size: int, rng: KeyedRandom) -> Words:
    """Return the letters of a surname of so many letters, or of the start of several."""
    letters = ""
    for _ in range(_SURNAMES_TRIED):
        name = [char for char in name_pools().surnames.draw(rng) if char.isalpha()]
        letters += "".join(name)
        if len(name) == size:
            return tuple(name)
    return tuple(letters[:size])


def full_name(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a name for a marker that may stand for several words."""
    if place.last_word in TITLES:
        return name_pools().surnames.draw(rng)
    if rng.below(5) < 2:
        return name_pools().given.draw(rng)
    return f"{name_pools().given.draw(rng)} {name_pools().surnames.draw(rng)}"


def _names(place: PhrasePlace, group: list[int], titled: bool, rng: KeyedRandom) -> list[str]:
    pools, count = name_pools(), len(group)
    stops = [place.gaps[number].startswith(".") for number in group[:-1]]
    stop = count > 1 and group[-1] == len(place.gaps) and place.after.startswith(".")
    if stop and (place.is_abbreviated or (count > 2 and not any(stops))):
        return [*_names(place, group[:-1], titled, rng), "Jr"]
    if count == 1:
        surname = titled or rng.below(2) == 0
        return [(pools.surnames if surname else pools.given).draw(rng)]
    if count > 3 and not any(stops):  # several persons
        pair = _names(place, group[:2], titled, rng)
        return [*pair, *_names(place, group[2:], False, rng)]
    middle = [
        rng.choice(_LETTERS) if stop else pools.given.draw(rng)
        for stop in (stops if not titled else stops[:-1])
    ]
    if titled:
        middle.append(pools.given.draw(rng))
    return [*middle, pools.surnames.draw(rng)]
