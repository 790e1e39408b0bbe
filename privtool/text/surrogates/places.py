"""Places and addresses: a country for a country, a state for a state, else a city, and postcodes.

An address gets another street, number and flat; the places after them agree with one another, and
words for the kind of street and flat stay.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from privtool.core.rng import KeyedRandom
from privtool.text.detection.addresses import UNIT
from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import entries, rows, words
from privtool.text.surrogates import gazetteer
from privtool.text.surrogates.codes import redraw
from privtool.text.surrogates.common_words import private_dictation, unfamiliar_words
from privtool.text.surrogates.context import Context, NoSurrogateError, normalized, with_form
from privtool.text.surrogates.cues import AFTER_COMMA, place_in_cues
from privtool.text.surrogates.gazetteer import is_area, world
from privtool.text.surrogates.kinds import other, pool
from privtool.text.surrogates.name_lists import cities_in_script, cities_of, locale_of, pools_for
from privtool.text.surrogates.name_parts import PART
from privtool.text.surrogates.renaming import (
    is_acronym,
    landmark,
    of_signs,
    own_runs,
    replace_digits_in,
)
from privtool.text.surrogates.spelled import spell, spelled_word
from privtool.text.values.code import randomize, read_dictation
from privtool.text.values.number import ORDINALS as ORDINAL
from privtool.text.values.number import other_ordinal

COMMA = re.compile(r"(\s*,\s*)")
_IN_BRACKETS = re.compile(r"([^()]+?)(\s*\()([^()]+)(\)?)")
_ARTICLE = re.compile(r"(?:the\s+(?=\S))?", re.IGNORECASE)
_BRITISH = re.compile(r"[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}")
_AMERICAN = (5, 9)  # digits
_SHORTEST_CODE = 4  # characters of a code that can be distinguished from other numbers
# "4th and Pine", "1150 Church Street" of a tagger that has one label for places.
_STREET = re.compile(
    r"\d(?:st|nd|rd|th)\b|^\d+[a-z]?\s+[^\W_]|^(?:the )?(?:corner|intersection|junction) of ",
    re.IGNORECASE,
)
_FLATS = re.compile(rf"((?:\s|\A){UNIT}(?:\s{UNIT})*\Z|\Z)", re.IGNORECASE)
_NUMBER_WORDS = frozenset((SMALL.keys() | SCALES.keys() | ORDINALS.keys()) - {"o", "oh"})
_STREET_WORDS = words("streets.words") | words("streets.prefixes", "intl")
_SMALL = words("streets.small") | _NUMBER_WORDS
_KEPT_WORDS = _STREET_WORDS | words("streets.directions") | _SMALL
_ENDINGS = sorted(entries("streets.endings", "intl"), key=len, reverse=True)  # "Birkenallee"
_NUMBER_WORD = f"(?:{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})"
_SPELLED = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .-]{1,2}[^\W\d_](?![^\W_]|')){2,}")
_LETTERS = re.compile(rf"{_SPELLED.pattern}|(?<![^\W_])[^\W\d_](?=\d|\b)|(?<=\d)[^\W\d_]+")
_STOREYS = (entries("streets.storeys_fr", "intl"), entries("streets.storeys_hu", "intl"))
# Spelled kinds of streets, which stay; numbers, but for the letter of "3e étage"; letters of flats;
# storeys.
_VALUE = re.compile(
    rf"(?P<kept>{_SPELLED.pattern})|\d+(?:st|nd|rd|th)\b"
    r"|\d+|(?<=\d)(?!e ?(?:étage|verdieping))[a-z]\b"
    rf"|\b{_NUMBER_WORD}(?:[ -](?:{_NUMBER_WORD}|oh|o(?=[ -]{_NUMBER_WORD}\b)))*\b"
    r"|(?:^|(?<=[\s\d]))(?!p\.?\s?o\b)[a-z](?=\d|\b(?!['./] ?\w))"
    rf"|\b(?:{'|'.join((*_STOREYS[0], *_STOREYS[1]))})\b(?= ?(?:étage|\. ?em))",
    re.IGNORECASE,
)
_BEFORE_NUMBER = re.compile(r"\W*(?:of\W+)?(?:\d|[A-Z]\b)")
_NUMBERED = re.compile(rf"(?:\d(?:st|nd|rd|th)|\b(?:{'|'.join(ORDINALS)})|\b[a-z])[\s-]*\Z", re.I)


def location(phrase: str, context: Context) -> str:
    """Return other places for those between commas: a city depends on its state."""
    if not any(map(str.isalpha, phrase)):
        raise NoSurrogateError
    parts, bracket = COMMA.split(phrase), _IN_BRACKETS.fullmatch(phrase)  # "Portland (OR)"
    inside = COMMA.split(bracket[3]) if bracket is not None else []
    if bracket is not None and (inside[0].isupper() or is_area(inside[0])):
        parts = [*COMMA.split(bracket[1]), bracket[2], *inside, bracket[4], ""]
    return "".join(
        part if number % 2 or not part else listed_place(parts, number, context)
        for number, part in enumerate(parts)
    )


def listed_place(parts: list[str], number: int, context: Context) -> str:
    """Return the surrogate of one of the places between commas, with another postcode if any.

    The commas are parts as well.
    """
    part, name = parts[number], without_code(parts[number])
    last = number + 2 >= len(parts)
    around = place_in_cues(context.cues) if last else without_code(parts[number + 2])
    made = _inside(name, around, context) if around else None
    if made is None:
        locale = locale_of(part)
        if locale is not None:
            return context.pick("city", part, cities_in_script(locale))
        made = _named(name, number > 0 or name != part, context)  # then codes may be in lower case
    match = _with_code().fullmatch(part)
    if match is None:
        return made
    code = zip_code(match["first"] or match["last"], context)
    return code + match["gap"] + made if match["first"] else made + match["space"] + code


def _inside(part: str, around: str, context: Context) -> str | None:
    """Return a city of the surrogate of a state or country around it; None for no city in one."""
    state, country = gazetteer.state_code(around), gazetteer.country_of(around, context.language)
    if context.language and len(around) == len("MI"):
        state = ""  # a province
    city = _is_city(part)
    no_city = is_area(part) and not (state and city)
    if no_city or not (state or country) or (not city and landmark(part, context)):
        return None
    if state:
        return cased_like(part, gazetteer.city_surrogate(part, state, context)[1])
    return gazetteer.foreign_city(part, country, context) if country else None


def _named(name: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of a place without a postcode: the first that fits of its kinds."""
    if context.language:
        known = gazetteer.country_surrogate(name, False, context)
        if after_comma and is_acronym(name):
            known = known or of_signs(name, context)  # "Milano (MI)"
        drawn = with_form(cities_of(context.language), name, context.language)
        return known or cased_like(name, context.pick("city", name, drawn, "CITY"))
    short = after_comma or context.kind == "STATE" or AFTER_COMMA in context.cues
    bare = _ARTICLE.sub("", name, count=1)
    article = name[: len(name) - len(bare)]
    definite = bool(article) or "the" in context.cues
    if any(map(str.isdigit, bare)) and not unfamiliar_words(bare):
        return article + replace_digits_in(bare, context)  # another road or room: "I-95"
    return article + (
        gazetteer.region(bare, context, short)
        or other(bare, context, gazetteer.LONE_PLACE)  # "the Bay" for "the Gulf"
        or gazetteer.country_surrogate(bare, after_comma, context, definite)
        or _city(bare, definite, context)
    )


def _is_city(name: str) -> bool:
    """Return whether a name is that of a city, abroad or at home."""
    return world().is_foreign(name) or normalized(name) in gazetteer.gazetteer().home


def _city(name: str, definite: bool, context: Context) -> str:
    """Return a city for a city or an unknown place, an area for one after "the".

    In an unknown place with a word for its kind, that word stays: "Lake Michigan".
    """
    unknown, ours = not _is_city(name), "CITY" in context.options.pools
    made = landmark(name, context) if unknown else None
    if made is not None:
        return made
    if unknown and definite:
        return cased_like(name, context.pick("area", name, pool("area")))
    if not ours and (world().is_foreign(name) or (unknown and not name.isascii())):
        return gazetteer.foreign_city(name, world().home(name) or "", context)
    return cased_like(name, gazetteer.city_surrogate(name, None, context)[1])


def zip_code(phrase: str, context: Context) -> str:
    """Return a ZIP code of the surrogate of its city, or another postcode of the same form."""
    dictation = private_dictation(phrase, cues_only=True)

    def draw(chars: str, rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        if chars.isdigit() and len(chars) in _AMERICAN and not context.language:
            return gazetteer.draw_zip(chars[: _AMERICAN[0]], rng, context) + new[_AMERICAN[0] :]
        if _BRITISH.fullmatch(chars):
            return "zz99"[: len(chars) - 3] + new[-3:]  # does not exist
        return new

    return redraw(dictation, context, "ZIP", phrase, draw)


def without_code(part: str) -> str:
    """Return a place without the postcode before or after it: "4051 Basel", "IL 62704"."""
    match = _with_code().fullmatch(part)
    return match["after"] or match["before"] if match else part


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


def names_a_street(phrase: str) -> bool:
    """Return whether a place is a street with a number, or a corner of two."""
    return _STREET.search(phrase) is not None


def address(phrase: str, context: Context) -> str:
    """Return an address with another number, street and flat, city and code."""
    parts, flats = _read(phrase)
    made: list[str] = []
    for number, (part, flat) in enumerate(zip(parts, flats, strict=True)):
        if number % 2 or not part:
            made.append(part)
        elif _is_place(parts, number):
            made.append(listed_place(parts, number, context))
        else:
            made.append(_street(part, context))
        made.append(_other_values(flat, context))
    return "".join(made)


def identifying_words(phrase: str) -> set[str]:
    """Return the words of an address that are neither kinds of streets, flats nor numbers."""
    parts, _ = _read(phrase)
    found = set[str]()
    for number, part in enumerate(parts):
        place = without_code(part) if _is_place(parts, number) else ""
        spans = [(0, len(place))] if place else _name_spans(part)
        found.update(*(_words((place or part)[slice(*span)]) for span in spans))
    return found - words("streets.small")


def _read(phrase: str) -> tuple[list[str], list[str]]:
    """Return the parts between commas, those as well, and the floors and flats at their ends."""
    split = [_FLATS.split(piece, maxsplit=1) for piece in COMMA.split(phrase)]
    return [part for part, *_ in split], [flats for _, flats, *_ in split]


def _is_place(parts: list[str], number: int) -> bool:
    """Return whether a part is a city, an area, or one of the two with a postcode."""
    name = without_code(parts[number])
    if number == 0 or any(map(str.isdigit, name)):
        return False
    found = _words(name)
    if found.isdisjoint(_STREET_WORDS) and not any(w.endswith(tuple(_ENDINGS)) for w in found):
        return bool(found - _NUMBER_WORDS)
    return number + 2 < len(parts) and is_area(without_code(parts[number + 2]), True)


def _words(text: str) -> set[str]:
    return {normalized(match[0]) for match in PART.finditer(text) if len(match[0]) > 1}


def _street(part: str, context: Context) -> str:
    """Replace a street or a flat: each run of words that name it becomes one name."""
    spans = _name_spans(part) or (() if _VALUE.search(part) else ((0, len(part)),))  # "Park"
    done, made = 0, ""
    for start, end in spans:
        made += _other_values(part[done:start], context)
        made += _other_name(part[start:end], context)
        done = end
    return made + _other_values(part[done:], context)


def _other_name(name: str, context: Context) -> str:
    """Return another name of a street, spelled if it is, with the ending of its kind."""
    word = spelled_word(name)
    surnames = pools_for(name, context.language).surnames
    drawn = context.pick("street", word or name, surnames, "STREET")
    low = name.lower()
    ending = next((end for end in _ENDINGS if low.endswith(end) and low != end), "")
    return spell(drawn, name) if word else cased_like(name, drawn + ending)


def _other_values(text: str, context: Context) -> str:
    """Replace numbers and single letters of flats in the text between names."""
    return _VALUE.sub(lambda m: m[0] if m["kept"] else _other_value(m[0], context), text)


def _other_value(value: str, context: Context) -> str:
    """Return another value of the same length; ordinals stay ordinals, directions stay."""
    if value.lower() in words("streets.directions"):
        return value
    for storeys in _STOREYS:
        others = [storey for each in storeys if (storey := cased_like(value, each)) != value]
        if len(others) < len(storeys):
            return others[context.rng("storey", value).below(len(others))]
    ordinal = ORDINAL.fullmatch(value)
    if ordinal:
        return other_ordinal(ordinal, context.rng("street number", value))
    context = context._replace(avoid=frozenset())
    return redraw(read_dictation(value), context, "street number", value)


@lru_cache(maxsize=1 << 10)  # asked for the same part several times, one after the other
def _name_spans(part: str) -> tuple[tuple[int, int], ...]:
    """Return where words but kinds, directions and numbers name the street, or two that cross."""
    plain = _LETTERS.sub(lambda match: "#" * len(match[0]), part)
    spans = [span for span in own_runs(plain, _KEPT_WORDS) if not part[span[0]].isdigit()]
    for match in _SPELLED.finditer(part):
        named = spelled_word(match[0]) not in _STREET_WORDS
        if named or not (spans or ORDINAL.search(part, 0, match.start())):
            spans.append(match.span())
    return tuple(sorted(spans) or _street_words(part))


def _street_words(side: str) -> list[tuple[int, int]]:
    """Return a street named like a kind or a direction: "Park Avenue", but not "5th Avenue"."""
    found = [match for match in PART.finditer(side) if not side[: match.start()][-1:].isdigit()]
    kinds = [each for each in found if len(each[0]) > 2 and normalized(each[0]) not in _SMALL]
    if not kinds or _BEFORE_NUMBER.match(side, kinds[-1].end()):
        return []
    if any(_NUMBERED.search(side, 0, kind.start()) for kind in kinds):
        return []
    return [(kinds[0].start(), kinds[max(len(kinds) - 2, 0)].end())]
