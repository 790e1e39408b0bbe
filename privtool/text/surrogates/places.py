"""Places: a country for a country, a state for a state, else a city, and postcodes next to them."""

from __future__ import annotations

import re
from functools import cache

from privtool.core.rng import KeyedRandom
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import rows
from privtool.text.surrogates import gazetteer, name_lists
from privtool.text.surrogates.common_words import private_dictation, unfamiliar_words
from privtool.text.surrogates.context import Context, NoSurrogateError, with_form
from privtool.text.surrogates.cues import place_in_cues
from privtool.text.surrogates.gazetteer import area, is_area, world
from privtool.text.surrogates.kinds import other, pool
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.renaming import landmark, replace_digits_in
from privtool.text.values.code import randomize, read_dictation

COMMA = re.compile(r"(\s*,\s*)")
_ARTICLE = re.compile(r"(?:the\s+(?=\S))?", re.IGNORECASE)
_BRITISH = re.compile(r"[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}")
_AMERICAN = (5, 9)  # digits
_SHORTEST_CODE = 4  # characters of a code that is told from other numbers


def location(phrase: str, context: Context) -> str:
    """Return a country for a country, a state for a state, else a city.

    Parts separated by commas are replaced one by one; a city depends on the state or country after
    it.
    """
    if not any(map(str.isalpha, phrase)):
        raise NoSurrogateError
    parts = COMMA.split(phrase)
    return "".join(
        part if number % 2 or not part else listed_place(parts, number, context)
        for number, part in enumerate(parts)
    )


def listed_place(parts: list[str], number: int, context: Context) -> str:
    """Return the surrogate of one of the places between commas, which are parts as well."""
    part = parts[number]
    last = number + 2 >= len(parts)
    around = place_in_cues(context.cues) if last else without_code(parts[number + 2])
    inside = _inside(without_code(part), around, context) if around else None
    if inside is not None:
        return _with_other_code(part, inside, context)
    return _place(part, number > 0, context)


def _inside(part: str, around: str, context: Context) -> str | None:
    """Return a city of the surrogate of a state or country around it; None for no city in one."""
    outer, country = area(around, True), gazetteer.country_of(around, context.language)
    state = outer.code if outer is not None and outer.is_state else None
    if is_area(part) and not (state and normalized(part) in gazetteer.gazetteer().home):
        return None
    if (state is None and country is None) or _with_kind(part, context) is not None:
        return None
    if state is None:
        return gazetteer.foreign_city(part, country, context) if country else None
    return cased_like(part, gazetteer.city_surrogate(part, state, context)[1])


def _place(part: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of one place; `after_comma`, codes may be in lower case."""
    locale = name_lists.locale_of(part)
    if locale is not None:
        return context.pick("city", part, name_lists.cities_in_script(locale))
    name = without_code(part)
    return _with_other_code(part, _named(name, after_comma or name != part, context), context)


def _named(name: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of a place without a postcode: the first that fits of its kinds."""
    if context.language:
        known = _numbered(name, context) or gazetteer.country_surrogate(name, False, context)
        drawn = with_form(name_lists.cities_of(context.language), name, context.language)
        return known or cased_like(name, context.pick("city", name, drawn, "CITY"))
    short = after_comma or context.kind == "STATE"
    bare = _ARTICLE.sub("", name, count=1)
    article = name[: len(name) - len(bare)]
    definite = bool(article) or "the" in context.cues
    return article + (
        _numbered(bare, context)
        or gazetteer.region(bare, context, short)
        or other(bare, context, gazetteer.LONE_PLACE)  # "the Bay" for "the Gulf"
        or _with_kind(bare, context)
        or gazetteer.country_surrogate(bare, after_comma, context, definite)
        or _city(bare, definite, context)
    )


def _numbered(name: str, context: Context) -> str | None:
    """Return another road or room for one with a number: "I-95"; else None."""
    numbered = any(map(str.isdigit, name)) and not unfamiliar_words(name)
    return replace_digits_in(name, context) if numbered else None


def _with_kind(name: str, context: Context) -> str | None:
    """Return an unknown place with another name next to a word that stays: "Lake Michigan".

    None for others.
    """
    return landmark(name, context) if _kind_of(name) == "unknown" else None


def _kind_of(name: str) -> str:
    """Return whether a name is an area, a city abroad or at home, or unknown."""
    if is_area(name):
        return "area"
    if world().is_foreign(name):
        return "abroad"
    return "home" if normalized(name) in gazetteer.gazetteer().home else "unknown"


def _city(name: str, definite: bool, context: Context) -> str:
    """Return a city for a city or an unknown place, an area for one after "the"."""
    known, ours = _kind_of(name), "CITY" in context.options.pools
    if known == "unknown" and definite:
        return cased_like(name, context.pick("area", name, pool("area")))
    if not ours and (known == "abroad" or (known == "unknown" and not name.isascii())):
        return gazetteer.foreign_city(name, world().home(name) or "", context)
    return cased_like(name, gazetteer.city_surrogate(name, None, context)[1])


def zip_code(phrase: str, context: Context) -> str:
    """Return a ZIP code of the surrogate of its city; other postcodes keep their form.

    British ones begin with ZZ99, which does not exist.
    """
    dictation = private_dictation(phrase, cues_only=True)
    chars = dictation.chars
    disguised = any(slot.kind == "code" for slot in read_dictation(phrase).slots)
    if not chars:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        if chars.isdigit() and len(chars) in _AMERICAN and not (disguised or context.language):
            new = gazetteer.draw_zip(chars[: _AMERICAN[0]], rng, context) + new[_AMERICAN[0] :]
        elif _BRITISH.fullmatch(chars):
            new = "zz99"[: len(chars) - 3] + new[-3:]
        return dictation.render(new)

    return context.retry("ZIP", phrase, make)


def without_code(part: str) -> str:
    """Return a place without the postcode before or after it: "4051 Basel", "IL 62704"."""
    match = _with_code().fullmatch(part)
    return match["after"] or match["before"] if match else part


def _with_other_code(part: str, place: str, context: Context) -> str:
    """Return another place with another postcode on the side where a part has one."""
    match = _with_code().fullmatch(part)
    if match is None:
        return place
    code = zip_code(match["first"] or match["last"], context)
    return code + match["gap"] + place if match["first"] else place + match["space"] + code


@cache
def _with_code() -> re.Pattern[str]:
    """Return the pattern of a place and a postcode of four characters or more."""
    forms = {form for _, each in rows("postcodes", "intl") for form in each.split("|")}
    code = "|".join(
        form.replace(" ", r"\s?").replace("9", r"\d").replace("A", "[A-Z]")
        for form in sorted(forms, key=lambda form: (-len(form), form))
        if len(form) >= _SHORTEST_CODE
    )
    place = r"[^\W\d](?:[^,\d]*[^\W\d])?\.?"
    return re.compile(
        rf"(?P<first>(?:[A-Z]{{1,2}}-)?(?:{code}))(?P<gap>\s+)(?P<after>{place})"
        rf"|(?P<before>{place})(?P<space>\s+)(?P<last>{code})",
        re.IGNORECASE,
    )
