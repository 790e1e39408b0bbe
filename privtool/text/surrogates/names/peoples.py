"""Nationalities, languages, religions and parties: each becomes another one, in its number."""

from __future__ import annotations

import re

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import PEOPLE, kind_of, pool, pool_for, singulars
from privtool.text.surrogates.places.countries import nationality_in_scope
from privtool.text.surrogates.pools import starts_with_vowel
from privtool.text.surrogates.prf import normalized

# Kinds of the words in the plural; None for those that have none.
_PLURALS = {
    **dict.fromkeys(("people_noun", "language", "continent"), "nation"),
    **dict.fromkeys(("people_plural", "religion", "ism")),
    "priestly": "faith",
}
_BEFORE, _AFTER = ("|".join(words(f"things.{each}")) for each in ("before-peoples", "after-hyphen"))
_COMPOUND = re.compile(rf"((?:(?:{_BEFORE})[ -])*)([^\W\d_].*?)((?:-(?:{_AFTER}))?)", re.IGNORECASE)


def people(phrase: str, context: Context) -> str | None:
    """Return another nationality, language, religion or party; None for any other phrase.

    That of the surrogate of its country ("Libyan", where "Libya" is in the scope) if it fits.
    """
    one, kind = normalized(phrase), kind_of(phrase, PEOPLE)
    several = kind is None
    if several:
        one = next((each for each in singulars(one) if kind_of(each, PEOPLE)), one)
        kind = kind_of(one, PEOPLE)
        kind = _PLURALS.get(kind, kind) if kind else None
    if kind is None:
        return None
    drawn = nationality_in_scope(one, context)
    if drawn is None or not _fits(drawn, one, kind, several, context):
        alike = pool_for(one, kind).starting_like(one)
        if alike is pool_for(one, kind) and "one" in context.cues and starts_with_vowel(one):
            alike = pool("nation").starting_like(one)  # "an Italian": no such noun
        drawn = context.pick("people", one, alike)
    return cased_like(phrase, f"{drawn}s" if several else drawn)


def is_people(phrase: str) -> bool:
    """Return whether a phrase names a people, a language, a religion or a party."""
    return kind_of(phrase, PEOPLE) is not None


def compound(name: str, context: Context) -> str | None:
    """Return a people with other words, or a place with a participle; else None.

    "East German", "half Irish", "German-born", "London-based".
    """
    match = _COMPOUND.fullmatch(name)
    if match is None or not (match[1] or match[3]):
        return None
    before, own, after = match.groups()
    made = people(own, context)
    if (
        made is None
        and after
        and own[0].isupper()
        and Label.LOCATION.value in classes_of(own.lower())
    ):
        made = cased_like(own, context.pick("city", own, pool("large_city")))
    return before + made + after if made else None


def _fits(nation: str, one: str, kind: str, several: bool, context: Context) -> bool:
    """Return whether a nationality may stand for another one, in its number, after its article."""
    own = kind_of(nation, PEOPLE)
    fits = (
        nation.endswith("an")
        if several
        else own == kind or (own == "people_noun" and kind != "people_plural")
    )
    article = "one" not in context.cues or starts_with_vowel(nation) == starts_with_vowel(one)
    return fits and article and context.is_fresh(nation, one)
