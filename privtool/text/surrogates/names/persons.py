"""Names of persons: each part of a name has its own surrogate wherever it occurs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import regex

from privtool.text.english.numbers import ORDINAL_ENDINGS
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.spelled import spell, spelled_word
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_PART = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
_TITLES = word_set(
    """mr mrs ms miss mx dr doctor prof professor sir dame lady lord madam nurse officer sergeant
    sgt captain capt judge justice senator rev reverend father sister brother fr frau herr
    monsieur madame señor señora don doña president aunt uncle auntie"""
)
_TITLES_AFTER_NAME = word_set("dr prof rev")  # titles that also follow names
_APOSTROPHE = regex.compile(r"['\u2019\u02bc]|(?<=^(?:o|mc|mac)) ", regex.IGNORECASE)
_LONGEST_JOINED = 64  # letters of a full name in one piece
_PREFIXES = word_set("o mc mac")  # of surnames, also written apart: "o connor"
_SUFFIXES = word_set("jr sr ii iii iv phd md esq")
_CONJUNCTIONS = word_set("and or & y und et")
_PARTICLES = word_set(
    """van von der den de la le du di da del della dos das bin bint ibn al el ter ten zu af av y"""
)
_NOT_NAMES = _TITLES | _SUFFIXES | _CONJUNCTIONS
_DIGITS = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?", re.IGNORECASE)
# Letters that spell a name among other words; capitals may be initials, so more are required.
_SPELLED = regex.compile(
    r"(?<![\p{L}\p{N}'.])(?:\p{L}(?:[ -]\p{L}(?![\p{L}\p{N}'.])){3,}"
    r"|\p{Ll}(?:[ -]\p{Ll}(?![\p{L}\p{N}'.])){2})"
)


class _NamePart(NamedTuple):
    """A part of a name at `phrase[start:end]`; `word` is its word index, across hyphens."""

    start: int
    end: int
    text: str
    word: int


def person(phrase: str, context: Context) -> str:
    """Return another full name, given name or surname; titles, initials and hyphens stay.

    The last of several words is the surname, or the first before a comma. A single word is what it
    mostly is, a surname if unknown, unless `context.role` decides.
    """
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    pieces: list[str] = []
    done = 0
    for match in _SPELLED.finditer(phrase):
        pieces += _replace_names(phrase[done : match.start()], context)
        pieces.append(spell(name_surrogate(spelled_word(match[0]) or match[0], context), match[0]))
        done = match.end()
    if not pieces and not _groups(phrase):
        raise NoSurrogateError
    return "".join([*pieces, *_replace_names(phrase[done:], context)])


def identifying_words(phrase: str) -> set[str]:
    """Return the words of a name, normalized, without titles and conjunctions."""
    if locale_of(phrase) is not None:
        return {normalized(match[0]) for match in _PART.finditer(phrase)}
    return {normalized(part.text) for group in _groups(phrase) for part in group}


def full_names(phrase: str) -> list[tuple[str, str]]:
    """Return the parts of names with a given name and a surname, normalized, with their roles."""
    if locale_of(phrase) is not None:
        return []
    return [
        (_key(part.text), role)
        for group in _groups(phrase)
        if len({part.word for part in group}) > 1
        for part, role in zip(group, _roles_in_order(phrase, group), strict=True)
        if len(part.text) > 1
    ]


def name_surrogate(word: str, context: Context) -> str:
    """Return the surrogate of a name that stands alone, in any letter case."""
    return _replace_part(word, _lone_role(word, context), context)


def _replace_names(phrase: str, context: Context) -> list[str]:
    """Return the pieces of a phrase of names that are not spelled."""
    pieces: list[str] = []
    done = 0
    for group in _groups(phrase):
        roles = _roles(phrase, group, context)
        for part, role in zip(group, roles, strict=True):
            pieces += (
                _replace_digits(phrase[done : part.start], context),
                _replace_part(part.text, role, context),
            )
            done = part.end
    return [*pieces, _replace_digits(phrase[done:], context)]


def _replace_digits(text: str, context: Context) -> str:
    """Return the text between names with other digits."""

    def other(match: re.Match[str]) -> str:
        ordinal = ORDINAL.fullmatch(match[0])
        if ordinal:
            return context.retry("digits", match[0], partial(other_ordinal, ordinal))
        return context.retry("digits", match[0], read_dictation(match[0]).randomized)

    return _DIGITS.sub(other, text)


def _groups(phrase: str) -> list[list[_NamePart]]:
    """Return the parts of each person's name; "anna and bob" are two. Titles are not parts."""
    groups: list[list[_NamePart]] = [[]]
    word = 0
    done = 0
    particle_start: int | None = None
    capitals = phrase.isupper()  # then case distinguishes nothing
    matches = [match for match in _PART.finditer(phrase) if not _is_ordinal_ending(phrase, match)]
    if all(normalized(match.group()) in _NOT_NAMES | {"the"} for match in matches):
        return []  # "the judge": nobody is named
    for number, match in enumerate(matches):
        between = phrase[done : match.start()]
        if number and between != "-":
            word += 1
        key = normalized(match.group())
        last = number + 1 == len(matches)
        joint = key in _CONJUNCTIONS and key != "y" and number > 0 and not last
        if "&" in between or joint:
            groups.append([])
        done = match.end()
        if (
            joint
            or (key == "the" and not number)
            or _is_title_or_suffix(key, between, number, last)
        ):
            continue
        lower = match.group().islower() or capitals
        particle = key in _PARTICLES or (
            key in _PREFIXES and phrase[match.end() : match.end() + 1] == " "
        )
        if particle and lower and not last:
            particle_start = match.start() if particle_start is None else particle_start
            continue
        start = match.start() if particle_start is None else particle_start
        groups[-1].append(_NamePart(start, match.end(), phrase[start : match.end()], word))
        particle_start = None
    return [group for group in groups if group]


def _is_title_or_suffix(key: str, between: str, number: int, last: bool) -> bool:
    """Return whether a word is a title before a name or after a comma, or a suffix.

    "Don" is more often a name; so is "Justice" after one.
    """
    if key in _SUFFIXES:
        return number > 0
    if key == "the":
        return number == 0 and not last
    if key not in _TITLES or name_pools().roles.get(key) == GIVEN:
        return False
    return not last or "," in between or key in _TITLES_AFTER_NAME


def _is_ordinal_ending(phrase: str, match: regex.Match[str]) -> bool:
    """Return whether the letters are an ending, as in "2nd"."""
    digit = phrase[: match.start()][-1:].isdigit()
    return digit and normalized(match[0]) in ORDINAL_ENDINGS


def _roles(phrase: str, group: list[_NamePart], context: Context) -> list[str]:
    """Return the role of each part of one person's name."""
    named = len({part.word for part in group})
    if context.role:
        return [context.role] * len(group)
    if named == 1:
        titled = any(
            normalized(match.group()) in _TITLES
            for match in _PART.finditer(phrase[: group[0].start])
        )
        return [_role_after_title(part.text, titled, context) for part in group]
    return _roles_in_order(phrase, group)


def _roles_in_order(phrase: str, group: list[_NamePart]) -> list[str]:
    """Return the roles in a full name: the surname is last, or first before a comma."""
    first, last = group[0], group[-1]
    reversed_order = "," in phrase[first.end : last.start]
    surname = first.word if reversed_order else last.word
    return [SURNAME if part.word == surname else GIVEN for part in group]


def _role_after_title(word: str, titled: bool, context: Context) -> str:
    """Return the role of a lone name: after a title a surname, unless it is only a given name."""
    key = _key(word)
    if not titled or key in context.roles or key in name_pools().only_given:
        return _lone_role(word, context)
    return SURNAME


def _lone_role(word: str, context: Context) -> str:
    key = _key(word)
    return context.role or context.roles.get(key) or name_pools().roles.get(key, SURNAME)


def _key(part: str) -> str:
    """Return a part as the roles of names have it: "O'Connor" and "o connor" are one."""
    return normalized(_APOSTROPHE.sub("", part))


def joined_parts(word: str, roles: Mapping[str, str]) -> int:
    """Return where a word is to be cut: before a plural "s", or between the parts of a full name.

    0 if it is neither, or known itself.
    """
    key = _key(word)
    if key in roles or len(key) != len(word) or not roles or len(key) > _LONGEST_JOINED:
        return 0
    if key[-1:] == "s" and key[:-1] in roles:
        return len(key) - 1
    cuts = (at for at in range(1, len(key)) if key[at:] in roles)
    return next((at for at in cuts if at == 1 or key[:at] in roles), 0)


def _replace_part(part: str, role: str, context: Context) -> str:
    """Return the surrogate of one part, in its letter case."""
    if len(part) == 1:
        rng = context.rng("initial", part)
        letter = rng.between_except(0, 25, ord(normalized(part)[:1] or "a") - ord("a"))
        return cased_like(part, chr(ord("A") + letter)) if part.islower() else chr(65 + letter)
    cut = joined_parts(part, context.roles)
    if cut:
        first, second = part[:cut], part[cut:]
        plural = cut == len(part) - 1
        start = _replace_part(first, _lone_role(first, context), context)
        return start + (second if plural else name_surrogate(second, context))
    pools = name_pools()
    bare = _APOSTROPHE.sub("", part)  # "o brien" is spelled without one
    if role == SURNAME:
        drawn = context.pick(SURNAME, bare, pools.surnames, "SURNAME", excluded=part)
        return cased_like(part, drawn)
    gender = pools.genders.get(normalized(part)) if context.options.keep_gender else None
    pool = {"male": pools.male, "female": pools.female}.get(gender or "", pools.given)
    return cased_like(part, context.pick(GIVEN, bare, pool, "GIVEN_NAME", excluded=part))


def _in_other_script(phrase: str, context: Context) -> str:
    """Return a name in the same script: a surname for the last words, a given name first."""
    pools = name_pools(locale_of(phrase))
    words = phrase.split()
    first = context.pick(GIVEN, words[0], pools.given)
    return " ".join([first, *(context.pick(SURNAME, word, pools.surnames) for word in words[1:])])
