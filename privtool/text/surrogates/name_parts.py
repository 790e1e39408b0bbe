"""Parsing of names of persons: titles stay, and each part is a given name or a surname."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from privtool.text.english.numbers import ORDINAL_ENDINGS
from privtool.text.known_names import full_forms, person_names
from privtool.text.lexicon import entries, sections, words
from privtool.text.surrogates.context import normalized
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools, pools_for
from privtool.text.word_lists import load_allow_list

GENDERS = ("male", "female")  # roles of given names of which the gender is known
APOSTROPHE = regex.compile(r"['\u2019\u02bc]|(?<=^(?:o|mc|mac)) ", regex.IGNORECASE)
PART = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
TITLES = words("titles.all")
_CONJUNCTIONS, _PARTICLES = words("titles.conjunctions"), words("titles.particles")
_LISTING = _CONJUNCTIONS - {"y"}
_AFTER_NAMES = {"the"} | words("titles.suffixes") | words("titles.after-name")
_DEGREE = "|".join(r"\.?".join(map(regex.escape, each)) for each in entries("titles.degrees"))
_DEGREES = regex.compile(rf"(?:\s*,\s*\(?(?:{_DEGREE})\.?\)?)+\s*\Z")  # after a full name
_NOT_NAMES = TITLES | words("titles.suffixes") | _CONJUNCTIONS
# Of names in no list, those with these endings are mostly given names: "Sunita", "Deshawn".
_LIKE_GIVEN = regex.compile(r"..(?:a|elle|een|ette|lynn?|shawn)\Z")
_LIKE_SURNAME = regex.compile(r"...(?:[oe]va|ska|skaya)\Z")  # of women
_PLAIN = regex.compile(r"([A-Z][a-z]+) (?!\1\Z)([A-Z][a-z]+)")
_OF_TITLES = frozenset().union(*(words(f"titles.{name}") for name in sections("titles")))
_LONGEST_JOINED = 64  # letters of a full name in one piece
_CACHED = 1 << 12  # phrases: several files ask for the same one, one after the other


class _Word(NamedTuple):
    start: int
    end: int
    text: str
    key: str


class NamePart(NamedTuple):
    """A part of a name at `phrase[start:end]`; `word` is its word index, across hyphens.

    `role` is the one in a full name: `SURNAME`, `GIVEN`, or one of `GENDERS` for a given name of no
    known gender that has the one of the given names around it.
    """

    start: int
    end: int
    text: str
    word: int
    role: str = SURNAME


@lru_cache(maxsize=_CACHED)
def names_in(phrase: str) -> tuple[tuple[NamePart, ...], ...]:
    """Return the parts of each person's name; "anna and bob" are two. Titles are not parts."""
    plain = _PLAIN.fullmatch(phrase)  # the usual case
    if plain is not None and _OF_TITLES.isdisjoint(map(str.lower, plain.groups())):
        first, last = plain.groups()
        return ((NamePart(*plain.span(1), first, 1, GIVEN), NamePart(*plain.span(2), last, 2)),)
    return _names_in(phrase)


def _names_in(phrase: str) -> tuple[tuple[NamePart, ...], ...]:
    found = _words_of(phrase)
    nobody = all(word.key in _NOT_NAMES or word.key == "the" for word in found)  # "the judge"
    if not found or (nobody and found[-1].text.islower()):
        return ()
    persons = _persons(phrase, found)
    return tuple(_with_roles(phrase, _parts(phrase, person)) for person in persons)


def identifying_words(phrase: str) -> set[str]:
    """Return the words of a name, normalized, without titles and conjunctions."""
    if locale_of(phrase) is not None:
        return {normalized(match[0]) for match in PART.finditer(phrase)}
    return {normalized(part.text) for group in names_in(phrase) for part in group}


@lru_cache(maxsize=_CACHED)
def full_names(phrase: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of names with a given name and a surname, normalized, with their roles."""
    return tuple(
        (name_key(part.text), part.role)
        for group in (names_in(phrase) if locale_of(phrase) is None else ())
        if group[0].word != group[-1].word
        for part in group
        if len(part.text) > 1
    )


def cued_parts(phrase: str) -> Iterable[str]:
    """Return the parts that cues may decide on: a name alone, or those of no known gender."""
    groups = names_in(phrase)
    if len(groups) == 1 and len(groups[0]) == 1 and not groups[0][0].start:
        return (name_key(phrase[: groups[0][0].end]),)
    return [part for part, role in full_names(phrase) if role == GIVEN]


def cued_role(role: str, cues: set[str]) -> str:
    """Return the role of a part of a name with cues around it; `role` is that of full names."""
    genders = cues.intersection(GENDERS)
    gender = min(genders) if len(genders) == 1 else ""
    if role:
        return gender if gender and role == GIVEN else role
    if SURNAME in cues:
        return "" if GIVEN in cues else SURNAME
    return gender or GIVEN


def _words_of(phrase: str) -> list[_Word]:
    """Return the words of a phrase that may be names or titles: not "the twins"."""
    found: list[_Word] = []
    degrees = _DEGREES.search(phrase) if "," in phrase else None
    end = degrees.start() if degrees else len(phrase)
    end = end if " " in phrase[:end].strip() else len(phrase)  # "Anna, MD" may have initials
    for match in PART.finditer(phrase, 0, end):
        word = _Word(*match.span(), match[0], normalized(match[0]))
        ending = word.key in ORDINAL_ENDINGS and phrase[: word.start][-1:].isdigit()
        kept = word.key in _PARTICLES or word.key in _NOT_NAMES or not word.start
        if not ending and (kept or not is_plain_word(phrase, word.text)):
            found.append(word)
    while len(found) > 1 and found[-1].key in _CONJUNCTIONS:
        found.pop()  # "Anna and the twins"
    return found


def _persons(phrase: str, found: Sequence[_Word]) -> list[list[_Word]]:
    """Return the words around each person: "Anna, Bob and Dr. Carla" are three."""
    listed = any(word.key in _LISTING for word in found[1:])
    persons = [[found[0]]]
    for before, word in pairwise(found):
        gap = phrase[before.end : word.start]
        joint = word.key in _LISTING
        if joint or "&" in gap or (listed and "," in gap):
            titles = all(each.key in TITLES for each in persons[-1])
            persons[-1:] = [[]] if titles else [persons[-1], []]  # "Mr. and Mrs. Smith" are one
        persons[-1] += [] if joint else [word]
    return persons


def _parts(phrase: str, found: Sequence[_Word]) -> list[NamePart]:
    """Return the parts of a person's name, without titles; particles belong to what follows."""
    parts: list[NamePart] = []
    start: int | None = None  # of particles
    number = 0
    first = _count_titles(phrase, found)
    for at, word in enumerate(found[first:], first):
        gap = phrase[found[at - 1].end : word.start] if at > first else " "
        if parts and word.key in _AFTER_NAMES:
            continue
        number += gap != "-"
        if gap == "-" and word.text.islower() and parts and parts[-1].text.istitle():
            start = parts.pop().start  # "Hyun-woo" is one given name
        start = word.start if start is None else start
        if not _is_particle(phrase, found, at, bool(parts), gap):
            parts.append(NamePart(start, word.end, phrase[start : word.end], number))
            start = None
    return parts


def _count_titles(phrase: str, found: Sequence[_Word]) -> int:
    """Return how many words stand before the name of one person in some words of a phrase.

    "Detective Inspector", "my brother,"; neither a surname before a comma nor the last word.
    """
    count = 0
    listed = phrase.isupper() or len(found[-1].text) == 1  # "BISHOP ANNA M": a name
    names = words("titles.names" if listed else "titles.given")
    for number, (word, following) in enumerate(pairwise(found)):
        key, gap = word.key, phrase[word.end : following.start].strip()
        lower = word.text.islower() and not phrase.islower()
        if "," in gap:
            break
        if (
            ((key in TITLES or key == "the") and key not in names)
            or (lower and key in words("titles.before-names"))
            or (0 < count == number and key in words("titles.after"))
        ):
            count = number + 1
        elif key not in words("titles.before"):
            break
    return count


def _is_particle(phrase: str, found: Sequence[_Word], at: int, named: bool, gap: str) -> bool:
    """Return whether a word belongs to the surname after it: "van", "O", "St."."""
    word, following = found[at], [*found, None][at + 1]
    if following is None or len(word.text) == len(following.text) == 1:  # "j o h n"
        return False
    after = phrase[word.end : following.start]
    if word.key == "st" and after == ". ":  # "St. Clair"
        return True
    particle = word.key in _PARTICLES
    if not (particle or (word.key in words("titles.prefixes") and after[:1] == " ")):
        return False
    # "the Van Houtens", "Di Maria": with a surname alone, the particle may have a capital.
    alone = particle and at + 2 == len(found) and not named and not gap.strip()
    return alone or word.text.islower() or phrase.isupper()


def _with_roles(phrase: str, group: Sequence[NamePart]) -> tuple[NamePart, ...]:
    """Return the parts of a name with roles: the surname is last, or first before a comma."""
    first, last = group[0], group[-1]
    surname = first.word if "," in phrase[first.end : last.start] else last.word
    named = {surname} | ({last.word} if first.text == last.text else set())  # "Bond, James Bond"
    given = [part for part in group if part.word not in named]
    double = bool(given) and given[0].word == given[-1].word  # "Jean-Luc", as Luc is
    genders = [gender_of(part.text) for part in (reversed(given) if double else given)]
    shown = next(filter(None, genders), "")
    roles = {part: GIVEN if shown in ("", gender_of(part.text)) else shown for part in given}
    return tuple(part._replace(role=roles.get(part, SURNAME)) for part in group)


def is_plain_word(phrase: str, word: str) -> bool:
    """Return whether a word in lower case is no name: "the Parker family", but not "hope Smith"."""
    if not word.islower() or phrase.islower():
        return False
    key = normalized(word)
    if key not in load_allow_list().words:
        return False
    return key not in person_names() and key not in name_pools().roles


@lru_cache(maxsize=_CACHED)
def gender_of(name: str, language: str = "") -> str:
    """Return the gender of a name, in its language or of those it is short for, "" if unknown."""
    key = normalized(name)
    own = pools_for(key, language).genders.get(key) if language else None
    known = own or name_pools().genders.get(key)
    if known is not None:
        return known
    of_full = {name_pools().genders.get(full, "") for full in full_forms().get(key, ())}
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
    """Return where to cut a word, before a plural "s" or between two names; 0 for a known one."""
    key = name_key(word)
    if key in roles or len(key) != len(word) or not roles or len(key) > _LONGEST_JOINED:
        return 0
    if key[-1:] == "s" and key[:-1] in roles:
        return len(key) - 1
    cuts = (at for at in range(1, len(key)) if key[at:] in roles)
    return next((at for at in cuts if at == 1 or key[:at] in roles), 0)
