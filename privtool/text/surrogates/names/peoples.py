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
_WORD = re.compile(r"[^\W\d_][\w.'\u2019]*")
_KEPT = {False: "before-peoples", True: "after-hyphen"}


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
    """Return a phrase of peoples with others, word by word: "German-born"; None without any.

    Small words ("half", "pro", "born") stay. Any other word rules it out, but for a place before a
    hyphen: "London-based".
    """
    found = list(_WORD.finditer(name))
    pieces: list[str] = []
    done = replaced = 0
    for match in found if len(found) > 1 else ():
        hyphens = name[: match.start()][-1:] == "-", name[match.end() :][:1] == "-"
        key, new = normalized(match[0]), people(match[0], context)
        place = Label.LOCATION.value in classes_of(key) and match[0][0].isupper()
        if new is None and hyphens[1] and place:
            new = cased_like(match[0], context.pick("city", match[0], pool("large_city")))
        if new is None and key not in words(f"things.{_KEPT[hyphens[0]]}"):
            return None
        replaced += new is not None
        pieces += (name[done : match.start()], new or match[0])
        done = match.end()
    return "".join([*pieces, name[done:]]) if replaced else None


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
