"""Names of persons by the number of their words: given names, initials and surnames."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.text.labels import Label
from privtool.text.phrases.cues import article_of, noun_follows
from privtool.text.phrases.kinds import GIVEN_AND_SURNAME, draw_of_kind
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.spelled import abbreviation
from privtool.text.phrases.surnames import plural_surname, surname
from privtool.text.phrases.things import owned_thing_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_LETTERS = "ABCDEFGHJKLMNPRSTW"
_SPELLED = 5  # words: few names have as many
_BETWEEN_LETTERS = frozenset(",-")
_GIVEN_SPOKEN = 5  # one name in so many is a surname in a conversation
_GREETINGS = word_set("hi hello hey bye goodbye good-bye thanks dear i'm named")
_LONG = 8
_SURNAMES_TRIED = 50
TITLES = word_set(
    """mr mr. mrs mrs. ms ms. miss dr dr. prof prof. professor sen sen. senator rep rep. gov gov.
    governor judge justice president chairman minister secretary gen gen. general col col. capt
    capt. captain lt lt. sgt sgt. lord lady messrs messrs. ambassador congressman mayor"""
)
_OF_GIVEN_NAMES = word_set("sir king queen prince princess saint st. st aunt uncle dame brother")
_OF_WOMEN = word_set("mrs mrs. ms ms. miss lady queen princess aunt dame madam wife sister mother")
_OF_MEN = word_set("mr mr. sir king prince lord uncle brother messrs messrs. husband father")
_PRONOUN = re.compile(
    r"\b(?:(he|him|his|himself|male|gentleman)|(?:she|her|hers|herself|female|lady))\b",
    re.IGNORECASE,
)
_MAN = re.compile(
    r"\b(?:(man|boy|guy|father|son|husband)|(?:woman|girl|mother|daughter|wife)) "
    r"(?:was|is|named|called) $"
)
_ITS = re.compile(r"\bits?\b")


def is_title(word: str, after: str) -> bool:
    """Return whether a word is a title that is written with a full stop and a capital: "Dr." """
    return after.startswith(". ") and f"{word.lower()}." in TITLES


def person(place: PhrasePlace, rng: KeyedRandom) -> Words:
    """Return names: a surname after a title, initials before full stops, else full names.

    Many words in a row are the letters of one that is spelled.
    """
    spelled = place.size >= (_LONG if "news" in place.topics else _SPELLED)
    if spelled and not any(gap.strip() for gap in place.gaps):
        return _spelled(place.size, rng)
    parted = sum(gap.strip() in _BETWEEN_LETTERS for gap in place.gaps)
    if spelled and parted >= len(place.gaps) - 1:  # "B, A, R, double L, O"
        return tuple(letter.upper() for letter in _spelled(place.size, rng))
    thing = abbreviation(place, rng) or _thing(place, rng)
    if thing is not None:
        return thing
    words: list[str] = []
    groups = place.groups()
    if place.preceding == Label.LOCATION.value and " " in place.gaps[:1] and len(groups) == 1:
        named = place._replace(gaps=place.gaps[1:], preceding="")
        return "Mayor", *_names(named, named.groups()[0], named.size == 1, rng)
    for number, group in enumerate(groups):
        titled = number == 0 and place.last_word in TITLES
        words += _names(place, group, titled, rng)
    return tuple(words)


def _thing(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a make or breed, which a tagger took for a person: "drove a [MASK]"."""
    if article_of(place) not in ("a", "an") or noun_follows(place):
        return None
    if any(gap != " " for gap in place.gaps):
        return None
    kind = owned_thing_of(place) or ("vehicle" if place.spoken else None)
    return None if kind is None else draw_of_kind(kind, place.size, rng)


def linked_person(place: PhrasePlace, rngs: Sequence[KeyedRandom]) -> Words:
    """Return names, each by its own random numbers: the same as a part of a longer name.

    All are given names as well as surnames: whether a name alone is the one or the other need not
    be known for it to be that of the same person elsewhere.
    """
    words: list[str] = []
    for group in place.groups():
        for at in group:
            if at < len(place.gaps) and place.gaps[at].startswith(".") and at != group[-1]:
                words.append(rngs[at].choice(_LETTERS))
            else:
                words += draw_of_kind(GIVEN_AND_SURNAME, 1, rngs[at]) or ()
    return tuple(words)


def full_name(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a name for a marker that may stand for several words."""
    if place.last_word in TITLES:
        return surname(rng)
    given = _given(place).draw(rng)
    if rng.below(5) < 2 or place.last_word in _OF_GIVEN_NAMES:
        return given
    return f"{given} {surname(rng)}"


def _spelled(size: int, rng: KeyedRandom) -> Words:
    """Return the letters of a surname of so many letters, or of the start of several."""
    letters = ""
    for _ in range(_SURNAMES_TRIED):
        name = [char for char in name_pools().surnames.draw(rng) if char.isalpha()]
        letters += "".join(name)
        if len(name) == size:
            return tuple(name)
    return tuple(letters[:size])


def _given(place: PhrasePlace) -> Pool:
    """Return given names of the gender of the title before them, or of the next pronoun."""
    pools = name_pools()
    if place.last_word in _OF_WOMEN:
        return pools.female
    if place.last_word in _OF_MEN:
        return pools.male
    named = _MAN.search(place.before)
    if named:
        return pools.male if named[1] else pools.female
    found = _PRONOUN.search(place.after)
    if found is None:
        return pools.given
    return pools.male if found[1] else pools.female


def _names(place: PhrasePlace, group: list[int], titled: bool, rng: KeyedRandom) -> list[str]:
    count, given = len(group), _given(place)
    stops = [place.gaps[number].startswith(".") for number in group[:-1]]
    if count == 1 and place.after.startswith(". \ufffc") and not titled:
        return [one_of(rng, "Mr|Ms|Dr")]  # what a tagger took for a name
    if count == 1 and place.after.startswith(("' ", "\u2019 ")):
        return [plural_surname(rng)]
    stop = count > 1 and group[-1] == len(place.gaps) and place.after.startswith(".")
    if stop and place.is_abbreviated and all(stops):
        return [rng.choice(_LETTERS) for _ in group]
    if stop and (place.is_abbreviated or (count > 2 and not any(stops))):
        return [*_names(place, group[:-1], titled, rng), "Jr"]
    if count == 2 and stops == [False] and place.after.startswith(("' ", "\u2019 ")):
        return [given.draw(rng), plural_surname(rng)]
    if count == 1 and place.before.endswith("\ufffc. "):
        return [surname(rng)]  # after a title
    if count == 1:
        quoted = place.before.endswith('"') and place.after.startswith('"')
        greeted = place.last_word in _OF_GIVEN_NAMES or place.last_word in _GREETINGS
        if (greeted and group[0] == 0) or quoted:
            return [given.draw(rng)]
        found = _PRONOUN.search(place.after)
        owned = _ITS.search(place.after[: found.start() if found else None])  # a company's name
        named_after = noun_follows(place) or article_of(place)  # "the [MASK] paper"
        written = not place.spoken and (owned or "news" in place.topics)
        alone = named_after or written or rng.below(_GIVEN_SPOKEN if place.spoken else 2) == 0
        return [surname(rng) if titled or alone else given.draw(rng)]
    if count > 3 and not any(stops):  # several persons
        pair = _names(place, group[:2], titled, rng)
        return [*pair, *_names(place, group[2:], False, rng)]
    middle = [rng.choice(_LETTERS) if stop else given.draw(rng) for stop in stops]
    return [*middle, surname(rng)]
