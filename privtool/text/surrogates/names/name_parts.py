"""Parsing of names of persons: titles, parts, and the role of each part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from privtool.text.english.numbers import ORDINAL_ENDINGS
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of
from privtool.text.surrogates.names.name_roles import (
    GENDERS,
    gender_of,
    lone_role,
    name_key,
)
from privtool.text.surrogates.names.titles import (
    CONJUNCTIONS,
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
from privtool.text.surrogates.prf import normalized

PART = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
_LISTING = CONJUNCTIONS - {"y"}
_NOT_NAMES = TITLES | SUFFIXES | CONJUNCTIONS
_PRONOUNS = {"he": "male", "she": "female"}  # in the words after a name
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
    if not genders and not gender_of(part):
        genders = {gender for word, gender in _PRONOUNS.items() if word in cues}
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
    titled = gender_of_title(phrase[: first.start])
    return tuple(
        SURNAME if part.word in named else _role_of_given(part, given, titled) for part in group
    )


def _role_of_given(part: NamePart, given: Sequence[NamePart], titled: str) -> str:
    """Return the gender that the title or another given name shows, if it is not its own.

    Of a double name such as "Jean-Luc", the last part counts for both.
    """
    own = gender_of(part.text)
    double = [
        gender for each in given if each.word == part.word and (gender := gender_of(each.text))
    ]
    known = [double[-1]] if len(double) > 1 else [own, *(gender_of(each.text) for each in given)]
    shown = titled or next(filter(None, known), "")
    return GIVEN if shown in ("", own) else shown
