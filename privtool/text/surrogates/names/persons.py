"""Names of persons: each part of a name has its own surrogate wherever it occurs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial

from privtool.text.letter_case import capitalized_like, cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.kinds import other
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.name_parts import NamePart, name_groups_of
from privtool.text.surrogates.names.name_roles import (
    APOSTROPHE,
    GENDERS,
    family_of,
    gender_of,
    is_family,
    joined_parts,
    name_key,
    plain_roles,
)
from privtool.text.surrogates.names.roles_in_context import role_alone, roles_of, with_gender
from privtool.text.surrogates.names.spelled import SPELLED, spell, spelled_word
from privtool.text.surrogates.names.titles import edges_of_names, plain_names
from privtool.text.surrogates.person_cues import MANY
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.values.code import read_dictation
from privtool.text.values.number import ORDINALS, other_ordinal

_DIGITS = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def person(phrase: str, context: Context) -> str:
    """Return another full name, given name or surname; titles, initials and hyphens stay.

    The last of several words is the surname, or the first before a comma. A single word is what it
    mostly is, a surname if unknown, unless `context.role` decides.
    """
    plain = plain_names(phrase)
    if plain:
        return _replace_plain(phrase, plain, context)
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    called = _other_caller(phrase, context)
    if called is not None:
        return called
    start, end = edges_of_names(phrase)
    if start or end < len(phrase):
        return phrase[:start] + person(phrase[start:end], context) + phrase[end:]
    pieces: list[str] = []
    done = 0
    for match in SPELLED.finditer(phrase):
        pieces += _replace_names(phrase[done : match.start()], context)
        pieces.append(spell(name_surrogate(spelled_word(match[0]) or match[0], context), match[0]))
        done = match.end()
    if not pieces and not name_groups_of(phrase):
        raise NoSurrogateError
    return "".join([*pieces, *_replace_names(phrase[done:], context)])


def name_surrogate(word: str, context: Context) -> str:
    """Return the surrogate of a name that stands alone, in any letter case."""
    return _replace_part(word, role_alone(word, context), context)


def _replace_plain(phrase: str, names: tuple[str, ...], context: Context) -> str:
    """Return other names for one or two that are all there is; `names` has them in lower case."""
    if len(names) == 1:
        return _as_many(phrase, name_surrogate(phrase, context), context)
    first, last = phrase.split(" ")
    roles = (context.role, context.role) if context.role else plain_roles(*names)
    given = with_gender(names[0], roles[0], context)
    return f"{_replace_part(first, given, context)} {_replace_part(last, roles[1], context)}"


def _as_many(name: str, made: str, context: Context) -> str:
    """Return the surrogate of a name, in the plural where the name is one: "the Hutts"."""
    one = MANY not in context.cues or is_family(name) or joined_parts(name, context.roles)
    return made if one else family_of(made)


def _replace_names(phrase: str, context: Context) -> list[str]:
    """Return the pieces of a phrase of names that are not spelled."""
    pieces: list[str] = []
    done = 0
    groups = name_groups_of(phrase)
    family = phrase[:4].lower() == "the " and len(groups) == 1 and len(groups[0]) == 1
    for group in groups:
        roles = roles_of(phrase, group, context)
        if len(groups) > 1 and roles == [SURNAME] and _are_given(groups):
            roles = [context.roles.get(name_key(group[0].text), GIVEN)]
        gender = ""  # of the given names, where none of their own is known
        for part, role in zip(group, roles, strict=True):
            if role == GIVEN and gender and not gender_of(part.text):
                role = gender
            new = _replace_part(part.text, role, context)
            if role == GIVEN and len(part.text) > 1:
                gender = gender or gender_of(new)
            several = family and part.text[-1] == "s" and not is_family(part.text)
            if several and not joined_parts(part.text, context.roles):
                new = family_of(new)  # "the Van Houtens"
            elif not family:
                new = _as_many(part.text, new, context)
            pieces += (_replace_digits(phrase[done : part.start], context), new)
            done = part.end
    return [*pieces, _replace_digits(phrase[done:], context)]


def _are_given(groups: Sequence[Sequence[NamePart]]) -> bool:
    """Return whether a list has given names and no known surname: "Mia, Chloe and Ruth"."""
    roles = name_pools().roles
    known = {roles.get(name_key(group[0].text)) for group in groups if len(group) == 1}
    return GIVEN in known and SURNAME not in known


def _replace_digits(text: str, context: Context) -> str:
    """Return the text between names with other digits."""

    def changed(match: re.Match[str]) -> str:
        ordinal = ORDINALS.fullmatch(match[0])
        if ordinal:
            return context.retry("digits", match[0], partial(other_ordinal, ordinal))
        return context.retry("digits", match[0], read_dictation(match[0]).randomized)

    return _DIGITS.sub(changed, text)


def _replace_part(part: str, role: str, context: Context) -> str:
    """Return the surrogate of one part, in its letter case."""
    if len(part) == 1:
        rng = context.rng("initial", part)
        letter = rng.between_except(0, 25, ord(normalized(part)[:1] or "a") - ord("a"))
        return cased_like(part, chr(ord("A") + letter)) if part.islower() else chr(65 + letter)
    known = name_key(part) in name_pools().roles or context.role
    if len(part) == 2 and part.isupper() and not known:  # "TJ"
        return "".join(_replace_part(letter, role, context) for letter in part)
    cut = joined_parts(part, context.roles)
    if cut:
        first, second = part[:cut], part[cut:]
        start = _replace_part(first, role_alone(first, context), context)
        return family_of(start) if len(second) == 1 else start + name_surrogate(second, context)
    if role == SURNAME and not context.role and is_family(part):
        return family_of(_replace_part(part[:-1], SURNAME, context))
    pools = name_pools()
    plain = part.isascii() and part.isalpha()
    bare = part if plain else APOSTROPHE.sub("", part)  # "o brien" is spelled without one
    if role == SURNAME:
        drawn = context.pick(SURNAME, bare, pools.surnames, "SURNAME", excluded=part)
        return cased_like(part, drawn)
    gender = role if role in GENDERS else gender_of(part)
    by_gender = {"male": pools.male, "female": pools.female} if context.options.keep_gender else {}
    pool = by_gender.get(gender, pools.given)
    return cased_like(part, context.pick(GIVEN, bare, pool, "GIVEN_NAME", excluded=part))


def _other_caller(phrase: str, context: Context) -> str | None:
    """Return other relatives or another title for a phrase that names nobody, else None."""
    kin, keys = words("titles.callers"), normalized(phrase).split()
    if not kin.isdisjoint(keys) and (kin | words("titles.around-callers")).issuperset(keys):
        return _WORD.sub(lambda match: _called_like(match[0], "callers", context), phrase)
    if len(keys) != 1:
        return None
    title = _called_like(phrase, "vocatives", context)
    return title if title != phrase else other(phrase, context, "caller")  # "Baroness"


def _called_like(word: str, section: str, context: Context) -> str:
    """Return another word of a section of titles for one; other words stay."""
    if normalized(word) not in words(f"titles.{section}"):
        return word
    return capitalized_like(word, context.pick(section, word, _pool(section)))


@cache
def _pool(section: str) -> Pool:
    return Pool(sorted(words(f"titles.{section}")))


def _in_other_script(phrase: str, context: Context) -> str:
    """Return a name in the same script: a surname for the last words, a given name first."""
    pools = name_pools(locale_of(phrase))
    first, *others = phrase.split()
    given = context.pick(GIVEN, first, pools.given)
    return " ".join([given, *(context.pick(SURNAME, word, pools.surnames) for word in others)])
