"""Firms, events, works, products, peoples and other names: each becomes another one of its kind.

The kind is that of the label, of the name in the list or of its own words, else that of its form.
"""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.filling.words import classes_of
from privtool.text.letter_case import capitalized_like, cased_like
from privtool.text.lexicon import rows, words
from privtool.text.surrogates import gazetteer, kinds, renaming
from privtool.text.surrogates.codes import replace_code
from privtool.text.surrogates.context import Context, Pool, normalized
from privtool.text.surrogates.counted import number
from privtool.text.surrogates.kinds import NOUN, ORGANIZATION, THING, TITLE, coined, other
from privtool.text.surrogates.name_lists import locale_of, name_pools, pools_for

_ARTICLE = regex.compile(r"(?:the|an?) (?=.*\p{L})", regex.IGNORECASE | regex.DOTALL)
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'\u2019]*+")
_NUMBER_AT_END = regex.compile(r"([ -]?)(\p{Lu}{0,2}\p{N}++\p{L}?|(?<= )[IVX]{1,4})\Z")
# Labels that leave the kind of a known name open.
_OPEN = ("", "event", "product", "law", "nation", "faith")


def organization(phrase: str, context: Context) -> str:
    """Return another organization; words that tell the kind, such as "Hospital" and "of", stay."""
    surnames = pools_for(phrase, context.language).surnames
    if locale_of(phrase) is not None:
        return context.pick("organization", phrase, surnames)
    whole = other(phrase, context, ORGANIZATION)
    if whole is not None:
        return whole  # "Macy's"
    owner, the = renaming.POSSESSIVE.search(phrase), _ARTICLE.match(phrase)
    start = the.end() if the and phrase[:1] in "tT" else 0
    end = owner.start() if owner else len(phrase)
    name, definite = phrase[start:end], start > 0 or "the" in context.cues
    made = other(name, context, ORGANIZATION, NOUN, THING, gazetteer.LANDMARK)
    if made is None and " " in name:
        made = renaming.place_like(name, context, definite)  # a team: "Kansas City"
    kept = renaming.kept_in(context.language)
    if made is None and renaming.own_runs(name, kept) == ((0, len(name)),):
        made = _firm_of_no_kind(name, definite, context)
    if made is None:
        return renaming.rename(phrase, context, ORGANIZATION, surnames, kept)
    return phrase[:start] + made + ("" if "'" in made else phrase[end:])  # "Sam's Club"


def other_name(phrase: str, context: Context) -> str:
    """Return another name of the kind that the label, the name itself or its form shows.

    "Cup", "Prize" and the like stay. A title such as "War and Peace" becomes another title, a word
    of no known kind a coined one.
    """
    if context.language and (new := foreign_people(phrase, context)):
        return new
    if locale_of(phrase) is not None:
        return organization(phrase, context)
    kind = kinds.kind_of_label(context.kind)
    if kind != TITLE and not any(map(str.isalpha, phrase)):
        return other(phrase, context, THING) or number(phrase, context)  # "9/11"
    the = _ARTICLE.match(phrase) if not (phrase[:2] == "A " and _is_title(phrase, "")) else None
    article, name = (the[0], phrase[the.end() :]) if the else ("", phrase)
    definite = article[:4].lower() == "the " or "the" in context.cues
    made = _known(name, kind, definite, context) or _of_kind_words(name, context)
    return article + (made or _of_form(name, kind, article, definite, context))


def _firm_of_no_kind(name: str, definite: bool, context: Context) -> str | None:
    """Return another name for one in which no word shows the kind; None for other forms."""
    key = normalized(name)
    if definite and name[-1:] == "s" and name.count(" ") < 2:  # "the Teamsters"
        return renaming.people(name, context) or kinds.drawn_for(name, "team_the", context)
    listed = key in name_pools().roles or bool(classes_of(key))
    if definite or listed or not name.isalpha() or renaming.is_acronym(name):
        return None
    return cased_like(name, context.pick("brand", name, coined()))  # "Kogalym"


def _known(name: str, kind: str, definite: bool, context: Context) -> str | None:
    """Return another name for one that is known to be of some kind; None for other names."""
    if kind not in _OPEN:
        return kinds.drawn_for(name, kind, context, definite)
    found = renaming.people(name, context)
    if found and context.language:
        found = capitalized_like(
            name, context.pick("people", name, _people_of("nation", context.language))
        )
    found = found or other(name, context, THING)
    found = found or renaming.compound(name, context)
    if found is None and kind in ("", "product"):
        found = other(name, context, ORGANIZATION, NOUN)
    if found is None and not kind:
        found = gazetteer.country_surrogate(name, False, context) or gazetteer.region(name, context)
    return found


def _of_kind_words(name: str, context: Context) -> str | None:
    """Return a name with the words that tell its kind, or the form of its number; else None."""
    keys = [normalized(word) for word in _WORD.findall(name)]
    digits = any(map(str.isdigit, name))
    own = renaming.own_runs(name, renaming.KEPT_WORDS_OF_THINGS) if digits else ()
    if digits and all(name[start:end].isdigit() for start, end in own):  # "Section 230"
        return renaming.replace_digits_in(name, context)
    led = keys[0] in words("things.leading") and " of the " not in name
    kept = keys[-1] in renaming.KEPT_WORDS_OF_THINGS and (digits or not name.split()[-1].islower())
    kept = kept or keys[-1] in words("things.events")
    small = words("things.small").isdisjoint(keys)
    if len(keys) > 1 and (led or (kept and small and (name[:1].isupper() or digits))):
        chosen = name_pools().given if keys[0] in words("things.storms") else name_pools().surnames
        return renaming.rename(name, context, "name", chosen, renaming.KEPT_WORDS_OF_THINGS)
    ending = _NUMBER_AT_END.search(name)
    model = name[: ending.start()] if ending else ""
    if ending is None or not any(map(str.isalpha, model)) or any(map(str.isdigit, model)):
        return None
    made = other(model, context, THING) or renaming.of_signs(model, context)  # "F-16"
    made = made or cased_like(model, context.pick("name", model, coined().starting_like(model)))
    new = renaming.of_signs(ending[2], context) or replace_code(ending[2], context, "number")
    return made + ending[1] + new


def _of_form(name: str, kind: str, article: str, definite: bool, context: Context) -> str:
    """Return a name of the kind of the label, or else of the form of the name."""
    if kind or (_is_title(name, article) and "one" not in context.cues):
        return kinds.drawn_for(name, kind or TITLE, context, definite)
    letters = name.replace(".", "")
    if renaming.is_acronym(letters):
        return renaming.of_signs(letters, context) or letters
    return capitalized_like(name, context.pick("name", name, coined().starting_like(name)))


def _is_title(name: str, article: str) -> bool:
    """Return whether a name has "The", a small word, a sign or many words: not "Neural Network"."""
    parts = name.split()
    if len(parts) < 2 or name.islower():  # "pad see ew"
        return False
    signs = not name.replace(" ", "").isalnum()
    return article[:1] == "T" or len(parts) > 2 or parts[0].islower() or signs


def foreign_people(phrase: str, context: Context) -> str | None:
    """Return another nationality or religion in the same form; None for any other phrase.

    All forms of a word become those of one other word: "Iranerin" and "iranisch".
    """
    form = _forms(context.language).get(phrase.lower())
    if form is None:
        return None
    (kind, first, *_), column, ending = form
    new = context.pick("people", first, _people_of(kind, context.language))
    drawn, *_ = _forms(context.language)[new.lower()]
    return capitalized_like(phrase, drawn[column] + ending)


@cache
def _forms(language: str) -> dict[str, tuple[tuple[str, ...], int, str]]:
    """Return the row and the column of the table, and the ending, of each form of a word."""
    found: dict[str, tuple[tuple[str, ...], int, str]] = {}
    endings: list[list[str]] = []
    for row in rows("peoples", language):
        if row[0] == "endings":
            endings = [["" if each == "-" else each for each in cell.split(",")] for cell in row]
            continue
        for column, form in enumerate(row[1:], 1):
            for ending in endings[column] if endings else [""]:
                found.setdefault((form + ending).lower(), (row, column, ending))
    return found


@cache
def _people_of(kind: str, language: str) -> Pool:
    return Pool(row[1] for row in rows("peoples", language) if row[0] == kind)
