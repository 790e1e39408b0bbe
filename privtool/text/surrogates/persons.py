"""Names of persons: each part of a name has its own surrogate wherever it occurs."""

from __future__ import annotations

from privtool.core.spans import replace_ranges
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context, NoSurrogateError, with_form
from privtool.text.surrogates.kinds import plural
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools, pools_for
from privtool.text.surrogates.name_parts import (
    APOSTROPHE,
    GENDERS,
    NamePart,
    gender_of,
    joined_parts,
    lone_role,
    name_key,
    names_in,
    title_words,
)
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.renaming import replace_digits_in
from privtool.text.surrogates.spelled import SPELLED, spell, spelled_word


def person(phrase: str, context: Context) -> str:
    """Return another full name, given name or surname; titles, initials and hyphens stay.

    The last of several words is the surname, or the first before a comma. A single word is what it
    mostly is, a surname if unknown, unless `context.role` decides.
    """
    if locale_of(phrase) is not None:
        pools = name_pools(locale_of(phrase))  # of the same script
        first, *others = phrase.split()
        last = (context.pick(SURNAME, word, pools.surnames) for word in others)
        return " ".join([context.pick(GIVEN, first, pools.given), *last])
    parts = SPELLED.split(phrase)  # every second one is spelled
    if len(parts) == 1 and not names_in(phrase):
        raise NoSurrogateError
    return "".join(
        spell(name_surrogate(spelled_word(part) or part, context), part)
        if number % 2
        else _replace_names(part, context)
        for number, part in enumerate(parts)
    )


def name_surrogate(word: str, context: Context) -> str:
    """Return the surrogate of a name that stands alone, in any letter case."""
    return _replace_part(word, _role_alone(word, context), context)


def _replace_names(phrase: str, context: Context) -> str:
    """Return a phrase of names that are not spelled with others, and with other numbers."""
    made: list[tuple[int, int, str]] = []
    groups = names_in(phrase)
    family = phrase[:4].lower() == "the " and len(groups) == 1 and len(groups[0]) == 1
    for group in groups:
        gender = ""  # of the given names, where none of their own is known
        titles = title_words(phrase[: group[0].start])
        alone = group[0].word == group[-1].word
        for part in group:
            role = _role_of(part, alone, titles, context)
            if role == GIVEN and gender and not gender_of(part.text, context.language):
                role = gender
            new = _replace_part(part.text, role, context)
            if role == GIVEN and len(part.text) > 1:
                gender = gender or gender_of(new, context.language)
            if family and part.text[-1] == "s" and not joined_parts(part.text, context.roles):
                new = plural(new)  # "the Van Houtens"
            made.append((part.start, part.end, new))
    return replace_digits_in(replace_ranges(phrase, made), context)


def _role_of(part: NamePart, alone: bool, titles: list[str], context: Context) -> str:
    """Return the role of a part of a name by its scope and the words around it.

    A name `alone` after a title is a surname, unless it is only a given name, or after "Aunt".
    """
    if context.role:
        return context.role
    key = name_key(part.text)
    if alone:
        if not titles or key in context.roles or key in name_pools().only_given:
            return _role_alone(part.text, context)
        return SURNAME if words("titles.kin").isdisjoint(titles) else GIVEN
    cued = context.roles.get(key) if part.role == GIVEN and context.roles else None
    return cued if cued in GENDERS and not gender_of(key, context.language) else part.role


def _role_alone(word: str, context: Context) -> str:
    key = name_key(word)
    own = pools_for(key, context.language).roles.get(key) if context.language else None
    return context.role or context.roles.get(key) or own or lone_role(word)


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
        start = name_surrogate(part[:cut], context)
        if len(part) == cut + 1:
            return plural(start)
        return start + name_surrogate(part[cut:], context)
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
        surnames = with_form(pools.surnames, part, context.language)
        return context.pick(SURNAME, bare, surnames, "SURNAME", excluded=part)
    gender = pools.genders.get(key) or (role if role in GENDERS else gender_of(part))
    by_gender = {"male": pools.male, "female": pools.female} if context.options.keep_gender else {}
    pool = with_form(by_gender.get(gender, pools.given), part, context.language)
    return context.pick(GIVEN, bare, pool, "GIVEN_NAME", excluded=part)
