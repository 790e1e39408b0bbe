"""Parsing of names of persons: their parts, and the role of each: given name or surname."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from privtool.text.english.nicknames import full_forms
from privtool.text.english.numbers import ORDINAL_ENDINGS
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools, pools_for
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.titles import (
    CONJUNCTIONS,
    PART,
    PARTICLES,
    PREFIXES,
    SUFFIXES,
    TITLES,
    count_titles,
    end_of_names,
    gender_of_title,
    is_plain_word,
    is_suffix,
    plain_names,
)

GENDERS = ("male", "female")  # roles of given names of which the gender is known
APOSTROPHE = regex.compile(r"['\u2019\u02bc]|(?<=^(?:o|mc|mac)) ", regex.IGNORECASE)
# Of names in no list, those with these endings are mostly given names: "Sunita", "Deshawn".
_LIKE_GIVEN = regex.compile(r"..(?:a|elle|een|ette|lynn?|shawn)\Z")
_LIKE_SURNAME = regex.compile(r"...(?:[oe]va|ska|skaya)\Z")  # of women
_LONGEST_JOINED = 64  # letters of a full name in one piece
_LISTING = CONJUNCTIONS - {"y"}
_NOT_NAMES = TITLES | SUFFIXES | CONJUNCTIONS
_CACHED = 1 << 12  # phrases: several files ask for the same one, one after the other
_Words = Sequence[regex.Match[str]]


class NamePart(NamedTuple):
    """A part of a name at `phrase[start:end]`; `word` is its word index, across hyphens."""

    start: int
    end: int
    text: str
    word: int


def identifying_words(phrase: str) -> set[str]:
    """Return the words of a name, normalized, without titles and conjunctions."""
    plain = plain_names(phrase)
    if plain:  # the usual case
        return set(plain)
    if locale_of(phrase) is not None:
        return {normalized(match[0]) for match in PART.finditer(phrase)}
    return {normalized(part.text) for group in name_groups_of(phrase) for part in group}


@lru_cache(maxsize=_CACHED)
def full_names(phrase: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of names with a given name and a surname, normalized, with their roles.

    A given name of no known gender has that of the title or of the given names around it as its
    role, one of `GENDERS`.
    """
    plain = plain_names(phrase)
    if plain:
        return tuple(zip(plain, (GIVEN, SURNAME), strict=True)) if len(plain) > 1 else ()
    if locale_of(phrase) is not None:
        return ()
    return tuple(
        (name_key(part.text), role)
        for group in name_groups_of(phrase)
        if group[0].word != group[-1].word
        for part, role in zip(group, roles_in_order(phrase, group), strict=True)
        if len(part.text) > 1
    )


def cued_parts(phrase: str) -> Iterable[str]:
    """Return the parts that cues may decide on: a name alone, or those of no known gender."""
    plain = plain_names(phrase)
    if len(plain) == 1:
        return plain
    groups = () if plain else name_groups_of(phrase)
    if len(groups) == 1 and len(groups[0]) == 1 and not groups[0][0].start:
        return (name_key(groups[0][0].text),)
    return [part for part, role in full_names(phrase) if role == GIVEN]


def cued_role(part: str, role: str, cues: set[str]) -> str:
    """Return the role of a part of a name with cues around it; `role` is that of full names."""
    genders = cues.intersection(GENDERS)
    gender = min(genders) if len(genders) == 1 else ""
    if role:
        return gender if gender and role == GIVEN else role
    if SURNAME in cues:
        return "" if GIVEN in cues else SURNAME
    if GIVEN in cues:
        return gender or GIVEN
    return gender if lone_role(part) != SURNAME else ""


@lru_cache(maxsize=_CACHED)
def name_groups_of(phrase: str) -> tuple[tuple[NamePart, ...], ...]:
    """Return the parts of each person's name; "anna and bob" are two. Titles are not parts."""
    found = _words_of(phrase)
    nobody = {normalized(match[0]) for match in found} <= _NOT_NAMES | {"the"}  # "the judge"
    if not found or (nobody and found[-1][0].islower()):
        return ()
    groups = (tuple(_parts(phrase, person)) for person in _persons(phrase, found))
    return tuple(group for group in groups if group)


def _words_of(phrase: str) -> list[regex.Match[str]]:
    """Return the words of a phrase that may be names or titles: not "the twins"."""
    found: list[regex.Match[str]] = []
    for match in PART.finditer(phrase, 0, end_of_names(phrase)):
        key = normalized(match[0])
        ending = key in ORDINAL_ENDINGS and phrase[: match.start()][-1:].isdigit()
        kept = key in PARTICLES or key in _NOT_NAMES or not match.start()
        if not ending and (kept or not is_plain_word(phrase, match)):
            found.append(match)
    while len(found) > 1 and normalized(found[-1][0]) in CONJUNCTIONS:
        found.pop()  # "Anna and the twins"
    return found


def _persons(phrase: str, found: _Words) -> list[list[regex.Match[str]]]:
    """Return the words around each person: "Anna, Bob and Dr. Carla" are three."""
    listed = any(normalized(match[0]) in _LISTING for match in found[1:-1])
    persons: list[list[regex.Match[str]]] = [[found[0]]]
    for before, match in pairwise(found):
        gap = phrase[before.end() : match.start()]
        joint = normalized(match[0]) in _LISTING and match is not found[-1]
        if joint or "&" in gap or (listed and "," in gap):
            titles = all(normalized(each[0]) in TITLES for each in persons[-1])
            persons[-1:] = [[]] if titles else [persons[-1], []]  # "Mr. and Mrs. Smith" are one
        persons[-1] += [] if joint else [match]
    return [person for person in persons if person]


def _parts(phrase: str, found: _Words) -> Iterator[NamePart]:
    """Yield the parts of a person's name, without titles; particles belong to what follows them."""
    first = count_titles(phrase, found)
    parts: list[NamePart] = []
    start: int | None = None  # of particles
    word = 0
    for number, match in enumerate(found[first:], first):
        gap = phrase[found[number - 1].end() : match.start()] if number > first else " "
        key = normalized(match[0])
        if parts and (key == "the" or is_suffix(key, gap, len(parts) == 1)):
            continue
        word += gap != "-"
        if gap == "-" and match[0].islower() and parts and parts[-1].text.istitle():
            start, word = parts.pop().start, word  # "Hyun-woo" is one given name
        elif _is_particle(phrase, found, number, bool(parts), gap):
            start = match.start() if start is None else start
            continue
        start = match.start() if start is None else start
        parts.append(NamePart(start, match.end(), phrase[start : match.end()], word))
        start = None
    yield from parts


def _is_particle(phrase: str, found: _Words, number: int, named: bool, gap: str) -> bool:
    """Return whether a word belongs to the surname after it: "van", "O", "St."."""
    match, following = found[number], [*found, None][number + 1]
    if following is None or len(match[0]) == len(following[0]) == 1:  # "j o h n"
        return False
    key, after = normalized(match[0]), phrase[match.end() : following.start()]
    saint = key == "st" and after == ". "  # "St. Clair"
    if not (key in PARTICLES or saint or (key in PREFIXES and after[:1] == " ")):
        return False
    # "the Van Houtens", "Di Maria": with a surname alone, the particle may have a capital.
    alone = key in PARTICLES and number + 2 == len(found) and not named and not gap.strip()
    return saint or alone or match[0].islower() or phrase.isupper()


@lru_cache(maxsize=_CACHED)
def roles_in_order(phrase: str, group: tuple[NamePart, ...]) -> tuple[str, ...]:
    """Return the roles in a full name: the surname is last, or first before a comma."""
    first, last = group[0], group[-1]
    surname = first.word if "," in phrase[first.end : last.start] else last.word
    named = {surname} | ({last.word} if first.text == last.text else set())  # "Bond, James Bond"
    given = [part for part in group if part.word not in named]
    shown = gender_of_title(phrase[: first.start])
    double = bool(given) and given[0].word == given[-1].word  # "Jean-Luc", as Luc is
    genders = [gender_of(part.text) for part in (reversed(given) if double else given)]
    shown = shown or next(filter(None, genders), "")
    roles = (GIVEN if shown in ("", gender_of(part.text)) else shown for part in group)
    return tuple(
        SURNAME if part.word in named else role for part, role in zip(group, roles, strict=True)
    )


@lru_cache(maxsize=_CACHED)
def gender_of(name: str, language: str = "") -> str:
    """Return the gender of a given name or of the names it is short for, "" if unknown.

    In a language other than English, its own names come first.
    """
    key = normalized(name)
    own = pools_for(key, language).genders.get(key) if language else None
    if own:
        return own
    genders = name_pools().genders
    if key in genders:
        return genders[key]
    of_full = {genders.get(full, "") for full in full_forms().get(key, ())}
    return of_full.pop() if len(of_full) == 1 else ""


def lone_role(word: str) -> str:
    """Return what a name that stands alone mostly is: an unknown one by its ending."""
    key = name_key(word)
    given = _LIKE_GIVEN.search(key) is not None and _LIKE_SURNAME.search(key) is None
    given = given or key in full_forms() or "-" in key
    return name_pools().roles.get(key) or (GIVEN if given else SURNAME)


def name_key(part: str) -> str:
    """Return a part as the roles of names have it: "O'Connor" and "o connor" are one."""
    if part.isascii() and part.isalpha():
        return part.lower()  # the usual case
    return normalized(APOSTROPHE.sub("", part))


def joined_parts(word: str, roles: Mapping[str, str]) -> int:
    """Return where a word is to be cut: before a plural "s", or between the parts of a full name.

    0 if it is neither, or known itself.
    """
    key = name_key(word)
    if key in roles or len(key) != len(word) or not roles or len(key) > _LONGEST_JOINED:
        return 0
    if key[-1:] == "s" and key[:-1] in roles:
        return len(key) - 1
    cuts = (at for at in range(1, len(key)) if key[at:] in roles)
    return next((at for at in cuts if at == 1 or key[:at] in roles), 0)


def family_of(name: str) -> str:
    """Return a family in the plural, in the letter case of the name."""
    ending = "es" if name.lower().endswith(("s", "x", "z", "ch", "sh")) else "s"
    return name + (ending.upper() if name.isupper() else ending)
