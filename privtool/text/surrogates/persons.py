"""Names of persons: each part of a name has its own surrogate wherever it occurs."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.cues import MANY
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools, pools_for
from privtool.text.surrogates.name_parts import (
    APOSTROPHE,
    GENDERS,
    NamePart,
    family_of,
    gender_of,
    joined_parts,
    lone_role,
    name_groups_of,
    name_key,
    roles_in_order,
)
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.renaming import replace_digits_in
from privtool.text.surrogates.spelled import SPELLED, spell, spelled_word
from privtool.text.surrogates.titles import (
    gender_of_title,
    plain_names,
    title_words,
)


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
    return _replace_part(word, _role_alone(word, context), context)


def _replace_plain(phrase: str, names: tuple[str, ...], context: Context) -> str:
    """Return other names for one or two that are all there is; `names` has them in lower case."""
    if len(names) == 1:
        return _as_many(phrase, name_surrogate(phrase, context), MANY in context.cues, context)
    first, last = phrase.split(" ")
    roles = (context.role, context.role) if context.role else (GIVEN, SURNAME)
    given = _with_gender(names[0], roles[0], context)
    return f"{_replace_part(first, given, context)} {_replace_part(last, roles[1], context)}"


def _as_many(name: str, made: str, many: bool, context: Context) -> str:
    """Return the surrogate of a name, in the plural where the name is one: "the Hutts"."""
    return family_of(made) if many and not joined_parts(name, context.roles) else made


def _replace_names(phrase: str, context: Context) -> list[str]:
    """Return the pieces of a phrase of names that are not spelled."""
    pieces: list[str] = []
    done = 0
    groups = name_groups_of(phrase)
    family = phrase[:4].lower() == "the " and len(groups) == 1 and len(groups[0]) == 1
    for group in groups:
        gender = ""  # of the given names, where none of their own is known
        for part, role in zip(group, _roles_of(phrase, group, context), strict=True):
            if role == GIVEN and gender and not gender_of(part.text, context.language):
                role = gender
            new = _replace_part(part.text, role, context)
            if role == GIVEN and len(part.text) > 1:
                gender = gender or gender_of(new, context.language)
            many = part.text[-1] == "s" if family else MANY in context.cues  # "the Van Houtens"
            new = _as_many(part.text, new, many, context)
            pieces += (replace_digits_in(phrase[done : part.start], context), new)
            done = part.end
    return [*pieces, replace_digits_in(phrase[done:], context)]


def _roles_of(phrase: str, group: tuple[NamePart, ...], context: Context) -> Sequence[str]:
    """Return the role of each part of one person's name by its scope and the words around it."""
    before = phrase[: group[0].start]
    if context.role:
        return [context.role] * len(group)
    titles = title_words(before)
    if not words("titles.royal").isdisjoint(titles):  # "Pope John Paul II"
        return [gender_of_title(before) or GIVEN] * len(group)
    if len({part.word for part in group}) == 1:
        return [_role_after_titles(part.text, titles, context) for part in group]
    return [
        _with_gender(name_key(part.text), role, context)
        for part, role in zip(group, roles_in_order(phrase, group), strict=True)
    ]


def _with_gender(word: str, role: str, context: Context) -> str:
    """Return the role of a given name of no known gender with the one of the words around it."""
    cued = context.roles.get(word) if role == GIVEN and context.roles else None
    return cued if cued in GENDERS and not gender_of(word, context.language) else role


def _role_alone(word: str, context: Context) -> str:
    key = name_key(word)
    own = pools_for(key, context.language).roles.get(key) if context.language else None
    return context.role or context.roles.get(key) or own or lone_role(word)


def _role_after_titles(word: str, titles: list[str], context: Context) -> str:
    """Return the role of a lone name: after a title a surname, unless it is only a given name.

    After "Aunt" and the like, none is.
    """
    key = name_key(word)
    if not titles or key in context.roles or key in name_pools().only_given:
        return _role_alone(word, context)
    if words("titles.kin").isdisjoint(titles):
        return SURNAME
    return gender_of_title(" ".join(titles)) or GIVEN


def _replace_part(part: str, role: str, context: Context) -> str:
    """Return the surrogate of one part, in its letter case."""
    if len(part) == 1:
        rng = context.rng("initial", part)
        letter = rng.between_except(0, 25, ord(normalized(part)[:1] or "a") - ord("a"))
        return chr(ord("a" if part.islower() else "A") + letter)
    known = name_key(part) in name_pools().roles or context.role
    if len(part) == 2 and part.isupper() and not known:  # "TJ"
        return "".join(_replace_part(letter, role, context) for letter in part)
    cut = joined_parts(part, context.roles)
    if cut:
        first, second = part[:cut], part[cut:]
        start = name_surrogate(first, context)
        return family_of(start) if len(second) == 1 else start + name_surrogate(second, context)
    return cased_like(part, _drawn(part, role, context))


def _drawn(part: str, role: str, context: Context) -> str:
    """Return a name for one that is not joined, in the letter case of the list.

    In a language other than English, what is only a surname is one: "García" of "Ana García Gil".
    """
    pools = pools_for(part, context.language)
    key = name_key(part).rpartition(" ")[2] if context.language else ""  # "da Silva"
    if pools.roles.get(key) == SURNAME and not context.role:
        role = SURNAME
    plain = part.isascii() and part.isalpha()
    bare = part if plain else APOSTROPHE.sub("", part)  # "o brien" is spelled without one
    if role == SURNAME:
        return context.pick(SURNAME, bare, pools.surnames, "SURNAME", excluded=part)
    gender = pools.genders.get(key) or (role if role in GENDERS else gender_of(part))
    by_gender = {"male": pools.male, "female": pools.female} if context.options.keep_gender else {}
    pool = by_gender.get(gender, pools.given)
    return context.pick(GIVEN, bare, pool, "GIVEN_NAME", excluded=part)


def _in_other_script(phrase: str, context: Context) -> str:
    """Return a name in the same script: a surname for the last words, a given name first."""
    pools = name_pools(locale_of(phrase))
    first, *others = phrase.split()
    given = context.pick(GIVEN, first, pools.given)
    return " ".join([given, *(context.pick(SURNAME, word, pools.surnames) for word in others)])
