"""Names of persons: each part of a name has its own surrogate wherever it occurs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import regex

from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_forms import MANY
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.kin import other_caller
from privtool.text.surrogates.names.name_parts import (
    NamePart,
    has_byname,
    name_groups_of,
)
from privtool.text.surrogates.names.name_roles import (
    APOSTROPHE,
    GENDERS,
    gender_of,
    joined_parts,
    name_key,
    plain_roles,
)
from privtool.text.surrogates.names.name_words import BYNAMES, plain_names
from privtool.text.surrogates.names.plurals import is_family, is_unknown, plural_name
from privtool.text.surrogates.names.roles_in_context import role_alone, roles_of, with_gender
from privtool.text.surrogates.names.spelled import SPELLED, spell, spelled_word
from privtool.text.surrogates.names.titles import (
    owners_before,
    without_relation,
)
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.places.states import state_code, written_like
from privtool.text.surrogates.places.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.prf import normalized

_AFFILIATION = regex.compile(r"(?P<start>\s*\(\p{Lu}-)(?P<state>\p{Lu}[\p{L}. ]*+)\Z")  # "(D-Ohio)"
_SPELLING_HINT = regex.compile(r"(\bwith )an?( )\p{L}\Z", regex.IGNORECASE)  # "Kathy with a K"
_AN_LETTERS = "AEFHILMNORSX"  # "an F", "a K"
_SHORT = regex.compile(r"\b(?:Wm|Chas|Jas|Geo|Thos|Robt|Jos|Saml|Benj|Edw|Alex|Danl)\.(?=\s)")
_EPITHET = regex.compile(r"[\"'\u201c\u2018(]the \Z", regex.IGNORECASE)
_EPITHETS = pool_of("Bear|Comet|Duke|Fox|Hawk|Maestro|Professor|Rocket|Tank|Wizard")
_CALLED = pool_of("Hammer|Duke|Champ|Hurricane|Professor|Boss|Wizard|Rocket|Cobra|Hawk")
_NAMELESS = regex.compile(r"the( \p{L}{3,}){2}", regex.IGNORECASE)  # "the invisible man"
_STRANGERS = pool_of(
    """the masked stranger|the old sailor|the silent guest|the tall visitor|the lonely hunter
    |the quiet neighbor"""
)
_BYNAMES = pool_of("|".join(sorted(word.title() for word in BYNAMES)))
_DIGITS = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?", re.IGNORECASE)
_REIGN = regex.compile(r"(\p{Lu}\p{Ll}{2,})(\s(?:I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII|XIV|XV))")
_STAGE_NAME = re.compile(r"\d{1,3}(?=[A-Za-z]{3,}\Z)")


def person(phrase: str, context: Context) -> str:
    """Return another full name, given name or surname; titles, initials and hyphens stay.

    The last of several words is the surname, or the first before a comma. A single word is what it
    mostly is, a surname if unknown, unless `context.role` decides.
    """
    if phrase[-1:] in ("I", "V", "X") and (reign := _REIGN.fullmatch(phrase)) is not None:
        return _replace_part(reign[1], gender_of(reign[1]) or "male", context) + reign[2]
    if _NAMELESS.fullmatch(phrase) and not unfamiliar_words(phrase):
        return cased_like(phrase, context.pick("nameless", phrase, _STRANGERS))
    plain = plain_names(phrase)
    if plain:
        return _replace_plain(phrase, plain, context)
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    owners = owners_before(phrase)
    if owners:
        return phrase[:owners] + person(phrase[owners:], context)
    stage = _STAGE_NAME.match(phrase)
    if stage is not None:  # "50cent"
        return person(phrase[stage.end() :], context)
    if phrase.startswith("u/") and len(phrase) > len("u/"):  # "/u/Anna_Kowalski"
        return "u/" + person(phrase[len("u/") :], context)
    called = other_caller(phrase, context)
    if called is not None:
        return called
    end = without_relation(phrase)
    if end < len(phrase):
        return person(phrase[:end], context) + phrase[end:]
    if "." in phrase:
        phrase = _SHORT.sub(lambda match: match[0][:-1], phrase)
    office = _AFFILIATION.search(phrase) if "(" in phrase else None
    if office is not None and state_code(office["state"], True):
        return person(phrase[: office.start()], context) + _other_state(office, context)
    pieces: list[str] = []
    done = 0
    for match in SPELLED.finditer(phrase):
        pieces += _replace_names(phrase[done : match.start()], context)
        pieces.append(spell(name_surrogate(spelled_word(match[0]) or match[0], context), match[0]))
        done = match.end()
    if not pieces and not name_groups_of(phrase):
        raise NoSurrogateError
    pieces += _replace_names(phrase[done:], context)
    hint = _SPELLING_HINT.search(phrase) if phrase[-2:-1] == " " else None
    if hint is None or len(pieces) < 2:
        return "".join(pieces)
    return _with_hint(phrase, hint, pieces[1], "".join(pieces))


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
    return made if one else plural_name(made)


def _with_hint(phrase: str, hint: regex.Match[str], name: str, made: str) -> str:
    """Return the surrogate with the first letter of its name where the phrase has a letter."""
    letter = name[:1].upper()
    article = "an" if letter in _AN_LETTERS else "a"
    end = f"{hint[1]}{article}{hint[2]}{cased_like(phrase, letter)}"
    return _SPELLING_HINT.sub(lambda _: end, made)


def _other_state(office: regex.Match[str], context: Context) -> str:
    """Return the party and another state for "(D-Ohio".

    The bracket at the end is not in the phrase.
    """
    code = state_code(office["state"], True) or ""
    drawn = context.pick("state", STATES[code], gazetteer().states)
    return f"{office['start']}{written_like(office['state'], STATE_CODES[normalized(drawn)])}"


def name_surrogate(word: str, context: Context) -> str:
    """Return the surrogate of a name that stands alone, in any letter case."""
    return _replace_part(word, role_alone(word, context), context)


def _replace_names(phrase: str, context: Context) -> list[str]:
    """Return the pieces of a phrase of names that are not spelled."""
    pieces: list[str] = []
    done = 0
    groups = name_groups_of(phrase)
    family = phrase[:4].lower() == "the " and len(groups) == 1 and len(groups[0]) == 1
    for group in groups:
        roles = roles_of(phrase, group, context)
        if has_byname(group):
            drawn = context.pick("byname", group[0].text, _BYNAMES)
            pieces += (phrase[done : group[0].start], cased_like(group[0].text, drawn))
            done, group, roles = group[0].end, group[1:], roles[1:]
            done += phrase[done] in "'\u2019"
        if len(groups) > 1 and roles == [SURNAME] and _are_given(groups):
            roles = [context.roles.get(name_key(group[0].text), GIVEN)]
        gender = ""  # of the given names, where none of their own is known
        for part, role in zip(group, roles, strict=True):
            if role == GIVEN and gender and not gender_of(part.text):
                role = gender
            if family and part.text[-1] != "s" and not is_family(part.text):  # "The Rock"
                new = cased_like(part.text, context.pick("called", part.text, _CALLED))
            elif _EPITHET.search(phrase, 0, part.start):
                new = cased_like(part.text, context.pick("epithet", part.text, _EPITHETS))
            else:
                new = _replace_part(part.text, role, context)
                new = new if family else _as_many(part.text, new, context)
                gender = gender or (gender_of(new) if role == GIVEN and len(part.text) > 1 else "")
            single = family and part.text[-1] == "s" and not is_family(part.text)
            if single and not joined_parts(part.text, context.roles):
                new = plural_name(new)  # "the Van Houtens"
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

    def other(match: re.Match[str]) -> str:
        ordinal = ORDINAL.fullmatch(match[0])
        if ordinal:
            return context.retry("digits", match[0], partial(other_ordinal, ordinal))
        return context.retry("digits", match[0], read_dictation(match[0]).randomized)

    return _DIGITS.sub(other, text)


def _replace_part(part: str, role: str, context: Context) -> str:
    """Return the surrogate of one part, in its letter case."""
    if len(part) == 1:
        rng = context.rng("initial", part)
        letter = rng.between_except(0, 25, ord(normalized(part)[:1] or "a") - ord("a"))
        return cased_like(part, chr(ord("A") + letter)) if part.islower() else chr(65 + letter)
    if len(part) == 2 and part.isupper() and is_unknown(part) and not context.role:
        return "".join(_replace_part(letter, role, context) for letter in part)  # "TJ"
    cut = joined_parts(part, context.roles)
    if cut:
        first, second = part[:cut], part[cut:]
        start = _replace_part(first, role_alone(first, context), context)
        return plural_name(start) if len(second) == 1 else start + name_surrogate(second, context)
    if role == SURNAME and not context.role and is_family(part):
        return plural_name(_replace_part(part[:-1], SURNAME, context))
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


def _in_other_script(phrase: str, context: Context) -> str:
    """Return a name in the same script: a surname for the last words, a given name first."""
    pools = name_pools(locale_of(phrase))
    words = phrase.split()
    first = context.pick(GIVEN, words[0], pools.given)
    return " ".join([first, *(context.pick(SURNAME, word, pools.surnames) for word in words[1:])])
