"""Nationalities, languages, religions and parties: each becomes another one, in its number."""

from __future__ import annotations

import re

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import ordinary_words
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.nationalities import nationality_in_scope
from privtool.text.surrogates.kinds import (
    LONGEST_ACRONYM,
    PEOPLE,
    kind_of,
    pool,
    pool_for,
    singulars,
)
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.pools import starts_with_vowel
from privtool.text.surrogates.prf import normalized

# Kinds whose words fit in the place of one: a nation as well as a noun for its people.
_ALSO = {"nation": ("people_noun",), "language": ("people_noun", "people_plural")}
# Kinds of the words in the plural; None for those that have none.
_PLURALS = {
    **dict.fromkeys(("people_noun", "language", "continent"), "nation"),
    **dict.fromkeys(("people_plural", "religion", "ism")),
    "priestly": "faith",
}
_DEMONYM = re.compile(r"[A-Z][a-z]+(?:[a-z]{2}ian|ese|land?er|nite)(s?)")  # "Queenslander"
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}.'\u2019]*+")


def people(phrase: str, context: Context) -> str | None:
    """Return another nationality, language, religion or party; None for any other phrase."""
    key = normalized(phrase)
    kind = kind_of(key, PEOPLE)
    if kind is not None:
        agreeing = _in_scope(key, kind, context)
        if agreeing is not None:
            return cased_like(phrase, agreeing)  # "Libyan", where "Libya" is in the scope
        alike = pool_for(key, kind).starting_like(phrase)
        if alike is pool_for(key, kind) and "one" in context.cues and starts_with_vowel(phrase):
            alike = pool("nation").starting_like(phrase)  # "an Italian": no such noun
        return cased_like(phrase, context.pick("people", key, alike))
    one, kind = _of_plural(key)
    if kind is None:
        demonym = _DEMONYM.fullmatch(phrase)
        if demonym is None or {key, one} & ordinary_words():
            return None  # "Electricians"
        return context.pick("people", key, pool("nation").starting_like(phrase)) + demonym[1]
    agreeing = nationality_in_scope(one, context) or ""
    if not (agreeing.endswith("an") and context.is_fresh(agreeing, one)):
        agreeing = context.pick("people", one, pool_for(one, kind).starting_like(one))
    return cased_like(phrase, f"{agreeing}s")


def is_people(phrase: str) -> bool:
    """Return whether a phrase names a people, a language, a religion or a party."""
    return kind_of(phrase, PEOPLE) is not None


def compound(name: str, context: Context) -> str | None:
    """Return a phrase of peoples with others, word by word: "German-born"; None without any.

    Small words ("half", "pro", "born") stay. Any other word rules it out, but for a place before a
    hyphen: "London-based".
    """
    found = list(_WORD.finditer(name))
    pieces: list[str] = []
    done = replaced = 0
    for match in found if len(found) > 1 else ():
        after_hyphen = name[: match.start()].endswith("-")
        new = people(match[0], context) or _before_hyphen(name, match, context)
        kept = words("things.after-hyphen" if after_hyphen else "things.before-peoples")
        if new is None and normalized(match[0]) not in kept:
            return None
        replaced += new is not None
        pieces += (name[done : match.start()], new or match[0])
        done = match.end()
    return "".join([*pieces, name[done:]]) if replaced else None


def _before_hyphen(name: str, match: regex.Match[str], context: Context) -> str | None:
    """Return another place or combining form for one before a hyphen: "Sino-"; else None."""
    word = match[0]
    if name[match.end() : match.end() + 1] != "-":
        return None
    letters = word.replace(".", "")
    if letters.isupper() and len(letters) < LONGEST_ACRONYM:
        return context.pick("people", letters, pool("nation"))
    if kind_of(word, "combining"):
        return cased_like(word, context.pick("combining", word, pool("combining")))
    place = Label.LOCATION.value in classes_of(normalized(word)) and word[0].isupper()
    return cased_like(word, context.pick("city", word, pool("large_city"))) if place else None


def _in_scope(key: str, kind: str, context: Context) -> str | None:
    """Return the nationality of the surrogate of the country where it fits in all uses."""
    agreeing = nationality_in_scope(key, context)
    if agreeing is None or kind_of(agreeing, PEOPLE) not in (kind, *_ALSO.get(kind, ())):
        return None
    article = "one" not in context.cues or starts_with_vowel(agreeing) == starts_with_vowel(key)
    return agreeing if article and context.is_fresh(agreeing, key) else None


def _of_plural(key: str) -> tuple[str, str | None]:
    """Return a people in the singular and the kind of its plural: "Germans" are a nation."""
    candidates = singulars(key) if key[-1:] == "s" else ()
    if key[-3:] == "men":
        candidates = (f"{key[:-3]}man",)
    for one in candidates:
        kind = kind_of(one, PEOPLE)
        if kind is not None:
            return one, _PLURALS.get(kind, kind)
    return key[:-1], None
