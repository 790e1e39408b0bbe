"""Parsing of names of persons: titles, parts, and the role of each part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import regex

from privtool.text.english.numbers import ORDINAL_ENDINGS
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.name_roles import gender_of, name_key, plain_roles
from privtool.text.surrogates.names.name_words import (
    BYNAMES,
    CONJUNCTIONS,
    PARTICLES,
    PREFIXES,
    plain_names,
)
from privtool.text.surrogates.names.titles import (
    SUFFIXES,
    TITLES,
    gender_of_title,
    is_plain_word,
    is_title_before,
    is_title_or_suffix,
    owners_before,
    without_degrees,
)
from privtool.text.surrogates.prf import normalized

PART = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
_LISTING = CONJUNCTIONS - {"y"}
_NOT_NAMES = TITLES | SUFFIXES | CONJUNCTIONS
_NOBODY = _NOT_NAMES | {"the"}
_CACHED = 1 << 12  # phrases: several files ask for the same one, one after the other


class NamePart(NamedTuple):
    """A part of a name at `phrase[start:end]`; `word` is its word index, across hyphens."""

    start: int
    end: int
    text: str
    word: int


def identifying_words(phrase: str) -> set[str]:
    """Return the words of a name, normalized, without titles and conjunctions."""
    plain = plain_names(phrase)
    if plain:
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
        return tuple(zip(plain, plain_roles(*plain), strict=True)) if len(plain) > 1 else ()
    if locale_of(phrase) is not None:
        return ()
    return tuple(
        (name_key(part.text), role)
        for group in name_groups_of(phrase)
        if group[0].word != group[-1].word
        for part, role in zip(group, roles_in_order(phrase, group), strict=True)
        if len(part.text) > 1
    )


@lru_cache(maxsize=_CACHED)
def name_groups_of(phrase: str) -> tuple[tuple[NamePart, ...], ...]:
    """Return the parts of each person's name; "anna and bob" are two. Titles are not parts."""
    groups: list[list[NamePart]] = [[]]
    word = 0
    done = 0
    particle_start: int | None = None
    capitals = phrase.isupper()  # then case distinguishes nothing
    begin, end = owners_before(phrase), without_degrees(phrase)
    matches = [
        match
        for match in PART.finditer(phrase, begin, end)
        if not (_is_ordinal_ending(phrase, match) or _is_plain(phrase, match))
    ]
    while matches and normalized(matches[-1][0]) in CONJUNCTIONS and len(matches) > 1:
        matches.pop()  # "Anna and the twins"
    if _nobody_is_named([match[0] for match in matches]):
        return ()
    listed = any(normalized(match[0]) in _LISTING for match in matches[1:-1])
    for number, match in enumerate(matches):
        between = phrase[done : match.start()]
        if number and between != "-":
            word += 1
        key = normalized(match.group())
        last = number + 1 == len(matches)
        joint = key in CONJUNCTIONS and key != "y" and number > 0 and not last
        if "&" in between or joint or (listed and "," in between):
            groups.append([])
        done = match.end()
        if (
            joint
            or (key == "the" and not last)
            or is_title_or_suffix(key, between, number, last, len(groups[-1]) == 1)
            or (not groups[-1] and is_title_before(phrase, matches, number))
        ):
            continue
        # "the Van Houtens", "Di Maria": with a surname alone, the particle may have a capital.
        alone = key in PARTICLES and number + 2 == len(matches) and not groups[-1]
        lower = match.group().islower() or capitals or (alone and between.strip() == "")
        saint = key == "st" and phrase[match.end() : match.end() + 2] == ". "  # "St. Clair"
        lower |= saint
        if between == "-" and match[0].islower() and groups[-1] and groups[-1][-1].text.istitle():
            first = groups[-1].pop()  # "Hyun-woo" is one given name
            text = phrase[first.start : match.end()]
            groups[-1].append(NamePart(first.start, match.end(), text, first.word))
            continue
        particle = (
            key in PARTICLES
            or saint
            or (key in PREFIXES and phrase[match.end() : match.end() + 1] == " ")
        )
        if particle and lower and not last and not _in_spelling(matches, number):
            particle_start = match.start() if particle_start is None else particle_start
            continue
        start = match.start() if particle_start is None else particle_start
        groups[-1].append(NamePart(start, match.end(), phrase[start : match.end()], word))
        particle_start = None
    return tuple(tuple(group) for group in groups if group)


def _in_spelling(matches: Sequence[regex.Match[str]], number: int) -> bool:
    """Return whether a part and the next are letters of a spelled name: "o h" in "j o h n"."""
    at, letters = number, 0
    while at >= 0 and len(matches[at][0]) == 1:
        at -= 1
    for match in matches[at + 1 :]:
        if len(match[0]) != 1:
            break
        letters += 1
    return letters > 2 and at + letters > number


def _nobody_is_named(words: Sequence[str]) -> bool:
    """Return whether all words are titles: "the judge". "Judge King", "King", "Earl" are names."""
    if not words or not all(normalized(word) in _NOBODY for word in words):
        return not words
    role = name_pools().roles.get(normalized(words[-1]))
    is_name = role == SURNAME or (role is not None and len(words) == 1)
    return not is_name or words[-1].islower()


def _is_plain(phrase: str, match: regex.Match[str]) -> bool:
    if not match[0].islower():
        return False
    key = normalized(match[0])
    kept = key in PARTICLES or key in _NOT_NAMES or not match.start()
    return not kept and is_plain_word(phrase, match)


def _is_ordinal_ending(phrase: str, match: regex.Match[str]) -> bool:
    """Return whether the letters are an ending, as in "2nd"."""
    digit = phrase[: match.start()][-1:].isdigit()
    return digit and normalized(match[0]) in ORDINAL_ENDINGS


@lru_cache(maxsize=_CACHED)
def roles_in_order(phrase: str, group: tuple[NamePart, ...]) -> tuple[str, ...]:
    """Return the roles in a full name: the surname is last, or first before a comma."""
    first, last = group[0], group[-1]
    if has_byname(group) and group[1].word == last.word:
        return (GIVEN,) * len(group)
    if len(group) == 2 and _are_two_given(group):
        return tuple(gender_of(part.text) or GIVEN for part in group)
    reversed_order = "," in phrase[first.end : last.start]
    surname = first.word if reversed_order else last.word
    named = {surname} | ({last.word} if first.text == last.text else set())  # "Bond, James Bond"
    given = [part for part in group if part.word not in named]
    genders = _genders(given, gender_of_title(phrase[: first.start]))
    return tuple(SURNAME if part.word in named else genders[part] or GIVEN for part in group)


def _are_two_given(group: Sequence[NamePart]) -> bool:
    """Return whether two words are given names, the last one of nobody's family: "Hannah Beth"."""
    pools = name_pools()
    first, last = (name_key(part.text) for part in group)
    given = pools.roles.get(first, SURNAME) != SURNAME
    return given and last in pools.only_given and group[0].word != group[1].word


def has_byname(group: Sequence[NamePart]) -> bool:
    """Return whether a name begins with what somebody is called besides: "Slim Jim"."""
    return len(group) > 1 and group[0].text.lower() in BYNAMES


def _genders(given: list[NamePart], titled: str) -> dict[NamePart, str]:
    """Return the gender that the others show for each given name without one of its own.

    Of a double name such as "Jean-Luc", the last part counts for both.
    """
    known = {part: gender_of(part.text) for part in given}
    person = titled or next(filter(None, known.values()), "")
    genders: dict[NamePart, str] = {}
    for _, parts in groupby(given, key=lambda part: part.word):
        double = list(parts)
        one = next((known[part] for part in reversed(double) if known[part]), "")
        for part in double:
            decided = titled or (one if len(double) > 1 else "")
            own = known[part]
            genders[part] = decided if decided and decided != own else "" if own else person
    return genders
