"""Parsing of names of persons: titles, parts, and the role of each part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from privtool.text.english.numbers import ORDINAL_ENDINGS
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.name_roles import (
    are_two_given,
    gender_of,
    name_key,
    plain_roles,
)
from privtool.text.surrogates.names.titles import (
    CONJUNCTIONS,
    PARTICLES,
    PREFIXES,
    SUFFIXES,
    TITLES,
    edges_of_names,
    gender_of_title,
    is_plain_word,
    is_title_before,
    is_title_or_suffix,
    plain_names,
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
    found = _words_of(phrase)
    if _nobody_is_named([match[0] for match in found]):
        return ()
    groups: list[list[NamePart]] = [[]]
    word = done = 0
    particle: int | None = None  # where the particles before a part begin
    listed = any(normalized(match[0]) in _LISTING for match in found[1:-1])
    for number, match in enumerate(found):
        between, group = phrase[done : match.start()], groups[-1]
        key, last = normalized(match[0]), number + 1 == len(found)
        word += bool(number) and between != "-"
        joint = key in _LISTING and number > 0 and not last
        if "&" in between or joint or (listed and "," in between):
            groups.append([])
        done = match.end()
        if (
            joint
            or (key == "the" and not last)
            or is_title_or_suffix(key, between, number, last, len(groups[-1]) == 1)
            or (not groups[-1] and is_title_before(phrase, found, number))
        ):
            continue
        if between == "-" and match[0].islower() and group and group[-1].text.istitle():
            first = group.pop()  # "Hyun-woo" is one given name
            text = phrase[first.start : match.end()]
            group.append(NamePart(first.start, match.end(), text, first.word))
            continue
        if not last and _is_particle(phrase, found, number, bool(groups[-1]), between):
            particle = match.start() if particle is None else particle
            continue
        start = match.start() if particle is None else particle
        groups[-1].append(NamePart(start, match.end(), phrase[start : match.end()], word))
        particle = None
    return tuple(tuple(group) for group in groups if group)


def _words_of(phrase: str) -> list[regex.Match[str]]:
    """Return the words of a phrase that may be names or titles: not "the twins"."""
    found: list[regex.Match[str]] = []
    for match in PART.finditer(phrase, *edges_of_names(phrase)):
        key = normalized(match[0])
        ending = key in ORDINAL_ENDINGS and phrase[: match.start()][-1:].isdigit()
        kept = key in PARTICLES or key in _NOT_NAMES or not match.start()
        if not ending and (kept or not is_plain_word(phrase, match)):
            found.append(match)
    while len(found) > 1 and normalized(found[-1][0]) in CONJUNCTIONS:
        found.pop()  # "Anna and the twins"
    return found


def _is_particle(
    phrase: str, found: Sequence[regex.Match[str]], number: int, named: bool, between: str
) -> bool:
    """Return whether a word belongs to the surname after it: "van", "O", "St."."""
    match = found[number]
    key, after = normalized(match[0]), phrase[match.end() : match.end() + 2]
    saint = key == "st" and after == ". "  # "St. Clair"
    prefix = key in PREFIXES and after[:1] == " "
    if not (key in PARTICLES or saint or prefix) or _in_spelling(found, number):
        return False
    # "the Van Houtens", "Di Maria": with a surname alone, the particle may have a capital.
    alone = key in PARTICLES and number + 2 == len(found) and not named and not between.strip()
    return saint or alone or match[0].islower() or phrase.isupper()


def _in_spelling(found: Sequence[regex.Match[str]], number: int) -> bool:
    """Return whether a part and the next are letters of a spelled name: "o h" in "j o h n"."""
    letters = "".join("x" if len(match[0]) == 1 else "-" for match in found)
    start = letters.rfind("-", 0, number + 1) + 1
    run = len(letters[start:]) - len(letters[start:].lstrip("x"))
    return run > 2 and start + run > number + 1


def _nobody_is_named(words: Sequence[str]) -> bool:
    """Return whether all words are titles: "the judge". "Judge King", "King", "Earl" are names."""
    if not words or not all(normalized(word) in _NOBODY for word in words):
        return not words
    role = name_pools().roles.get(normalized(words[-1]))
    is_name = role == SURNAME or (role is not None and len(words) == 1)
    return not is_name or words[-1].islower()


@lru_cache(maxsize=_CACHED)
def roles_in_order(phrase: str, group: tuple[NamePart, ...]) -> tuple[str, ...]:
    """Return the roles in a full name: the surname is last, or first before a comma."""
    first, last = group[0], group[-1]
    two = len(group) == 2 and first.word != last.word
    if two and are_two_given(name_key(first.text), name_key(last.text)):
        return tuple(gender_of(part.text) or GIVEN for part in group)
    reversed_order = "," in phrase[first.end : last.start]
    surname = first.word if reversed_order else last.word
    named = {surname} | ({last.word} if first.text == last.text else set())  # "Bond, James Bond"
    given = [part for part in group if part.word not in named]
    genders = _genders(given, gender_of_title(phrase[: first.start]))
    return tuple(SURNAME if part.word in named else genders[part] or GIVEN for part in group)


def _genders(given: list[NamePart], titled: str) -> dict[NamePart, str]:
    """Return the gender that the others show for each given name without one of its own.

    Of a double name such as "Jean-Luc", the last part counts for both.
    """
    known = {part: gender_of(part.text) for part in given}
    person = titled or next(filter(None, known.values()), "")
    genders: dict[NamePart, str] = {}
    for part in given:
        double = [known[each] for each in given if each.word == part.word and known[each]]
        several = sum(each.word == part.word for each in given) > 1
        decided = titled or (double[-1] if several and double else "")
        own = known[part]
        genders[part] = decided if decided != own else ""
        if not decided and not own:
            genders[part] = person
    return genders
