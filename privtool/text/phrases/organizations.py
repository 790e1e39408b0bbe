"""Names of organizations by the number of their words: surnames, cities, trades, legal forms."""

from __future__ import annotations

from privtool.text.labels import Label
from privtool.text.phrases.public_names import names_of_class
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.places.us_gazetteer import STATES
from privtool.text.surrogates.prf import KeyedRandom

_FORMS = "Corp|Inc|Co|Ltd"
_ENDINGS = "Industries|Group|Partners|Bank|Airlines|Financial|Systems|Brothers|Stores|Foods|Steel"
_TRADES = (
    "Insurance|Savings|Capital|Energy|Oil|Steel|Chemical|Paper|Motor|Electric|Financial|Investment|"
    "Medical|Computer|Transport|Publishing|Mining|Food|Real Estate"
)
_TOPICS = "Commerce|Labor|Treasury|Energy|Justice|Transportation|Agriculture|Education|Defense"
_BODIES_1 = "Senate|Treasury|Pentagon|Congress|Navy|Army|House|FBI|SEC|FDA|Fed|Cabinet|Teamsters"
_BODIES_2 = "Supreme Court|White House|Federal Reserve|World Bank|Red Cross|Labor Party"
_BODIES_3 = (
    "House Banking Committee|Senate Finance Committee|Federal Trade Commission|"
    "Federal Aviation Administration|Federal Reserve Board|New York Times|National Science "
    "Foundation|Food and Drug"
)
_BODIES_4 = (
    "Securities and Exchange Commission|Food and Drug Administration|New York Stock Exchange|"
    "Federal Home Loan Bank|National Association of Manufacturers"
)
_AFTER_THE = {1: _BODIES_1, 3: _BODIES_3, 4: _BODIES_4}
_MOST = 6  # words


def organization(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an organization's name; None for more words than such names have."""
    if place.size > _MOST:
        return None
    words: list[str] = []
    for number, group in enumerate(place.groups()):
        words += _name(place, group, number, rng)
    return tuple(words)


def _name(place: PhrasePlace, group: list[int], number: int, rng: KeyedRandom) -> list[str]:
    size = len(group)
    first, last = number == 0, group[-1] == len(place.gaps)
    joined = not last and "&" in place.gaps[group[-1]]
    if number or joined or (size > 1 and "'" in place.gaps[group[0]]):
        return _of_surname(place, size, last, rng)
    if first and last and place.last_word == "the":
        return _after_the(size, rng)
    if size == 1:
        if place.is_abbreviated:
            return [one_of(rng, _FORMS)]
        if rng.below(3):
            return [names_of_class(Label.ORGANIZATION).draw(rng)]
        return [name_pools().surnames.draw(rng)]
    if size == 2 and place.gaps[group[0]].startswith("."):
        return [rng.choice("ABCDEFGHJKLMRSTW"), name_pools().surnames.draw(rng)]
    plain = all(gap == " " for gap in place.gaps) and not place.after.startswith(".")
    if size == 3 and plain and rng.below(4) == 0:
        state = _short_state(rng)
        return one_of(rng, f"University of {state}|Bank of {state}").split()
    return _of_surname(place, size, last, rng)


def _after_the(size: int, rng: KeyedRandom) -> list[str]:
    if size == 2:
        department = f"{one_of(rng, _TOPICS)} {one_of(rng, 'Department|Committee|Commission')}"
        return one_of(rng, f"{department}|{department}|{_BODIES_2}").split()
    names = [name for name in _AFTER_THE.get(size, "").split("|") if len(name.split()) == size]
    if names:
        return names[rng.below(len(names))].split()
    middle = [one_of(rng, "Federal|Consumer|Public|Regional") for _ in range(size - 4)]
    return ["National", *middle, one_of(rng, _TOPICS), one_of(rng, "Policy|Safety"), "Council"]


def _of_surname(place: PhrasePlace, size: int, last: bool, rng: KeyedRandom) -> list[str]:
    """Return a surname, trades, and a legal form before a full stop or after a trade."""
    surname = name_pools().surnames.draw(rng)
    if size == 1:
        return [one_of(rng, "Co|Sons") if last and place.after.startswith(".") else surname]
    stop = last and place.after.startswith(".")
    if size == 2 and not stop:
        return [surname, one_of(rng, _ENDINGS)]
    trades = [trade for trade in _TRADES.split("|") if " " not in trade]
    at = rng.below(len(trades))
    middle = [trades[(at + number) % len(trades)] for number in range(size - 2)]
    if size > 3:
        middle[0] = name_pools().surnames.draw(rng)
    return [surname, *middle, one_of(rng, _FORMS if stop else "Corp|Group|Association|Holdings")]


def _short_state(rng: KeyedRandom) -> str:
    names = [name for name in STATES.values() if " " not in name]
    return names[rng.below(len(names))]
