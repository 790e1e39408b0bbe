"""Street addresses: other numbers and another name; the kind of street and the form stay."""

from __future__ import annotations

import re
from functools import lru_cache, partial

import regex

from privtool.text.english.numbers import ORDINALS
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.geography.abroad import city_before_code
from privtool.text.surrogates.geography.states import state_code
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import SAINTS, locale_of, name_pools
from privtool.text.surrogates.names.spelled import spell, spelled_word
from privtool.text.surrogates.names.titles import is_plain_word
from privtool.text.surrogates.numbers.ordinals import ORDINAL
from privtool.text.surrogates.places.address_parts import (
    australian,
    canadian,
    city_and_code,
    house_name,
    in_other_script,
    is_city,
)
from privtool.text.surrogates.places.flats import with_other_flats, without_flats
from privtool.text.surrogates.places.foreign_streets import address_abroad, words_abroad
from privtool.text.surrogates.places.places import location, place_after_comma
from privtool.text.surrogates.places.street_values import (
    NUMBER_WORD,
    other_value,
    with_other_values,
)
from privtool.text.surrogates.places.street_words import (
    DIRECTIONS,
    KEPT_WORDS,
    NUMBER_WORDS,
    STREET_WORDS,
    SUFFIXES,
)
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
# Read before names and numbers: letters that spell a name, numbers with an "oh", halves of house
# numbers.
_SPOKEN_PARTS = regex.compile(
    r"(?P<spelled>(?<![\p{L}\p{N}'])\p{L}(?:[ .-]{1,2}\p{L}(?![\p{L}\p{N}'])){2,})"
    rf"|(?P<number>\b{NUMBER_WORD}(?:[ -]{NUMBER_WORD})*+"
    rf"(?:[ -](?:oh|o(?=[ -]{NUMBER_WORD}\b))(?:[ -]{NUMBER_WORD})*+)+\b)"
    r"|(?P<half>\band (?:a half|one half|a quarter)\b)",
    regex.IGNORECASE,
)
_PLACE_FOLLOWS = re.compile(r"\s+(?:on|at|near|by|off|behind|across|past)\s")
_COMMA = re.compile(r"(\s*,\s*)")
_POSSESSIVE = re.compile(r"['\u2019]s$")
_SMALL = word_set("of the and on in")
_SAINT = re.compile(r"\b(?:st|saint)\.?\s+\Z", re.IGNORECASE)
_CROSSING = re.compile(r"(\s+(?:and|&)\s+)", re.IGNORECASE)
_COMPOUND = re.compile(r"(\w{3,}?)(straße|strasse|str|weg|platz|gasse|allee|straat|laan)", re.I)
_STATE_AND_ZIP = re.compile(r"\s*([A-Z]{2})\s+\d{5}(?:-\d{4})?\s*", re.IGNORECASE)
_BEFORE_NUMBER = re.compile(r"\W*(?:\d|[A-Z]\b)")
_NUMBERED_STREET = re.compile(
    rf"(?:\d(?:st|nd|rd|th)|\b(?:{'|'.join(ORDINALS)})|\b[a-z])[\s-]*$", re.IGNORECASE
)


def address(phrase: str, context: Context) -> str:
    """Return an address with another number, street and flat, city and code."""
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    if normalized(phrase) in SUFFIXES:
        return _street_name(phrase, context)  # "Park"
    new_value, new_rest = partial(other_value, context=context), partial(address, context=context)
    if (other := with_other_flats(phrase, new_value, new_rest)) is not None:
        return other
    if (abroad := address_abroad(phrase, context)) is not None:
        return abroad
    parts = _COMMA.split(phrase)
    return "".join(
        text if number % 2 else _replace_part(text, number, parts, context)
        for number, text in enumerate(parts)
    )


def _replace_part(part: str, number: int, parts: list[str], context: Context) -> str:
    """Replace the text between two commas: a street, a flat, a city, or a state with its code."""
    if not part:
        return part
    special = canadian(parts, number, context) or (australian(part, context) if number else None)
    if special is None and len(parts) > 2:
        special = house_name(part, context)
    if special is not None:
        return special
    if is_city(parts, number):
        return location("".join(parts[number : number + 3]), context).partition(",")[0]
    placed = number and (state_code(part, True) or city_before_code(part))
    if _STATE_AND_ZIP.fullmatch(part) or placed:
        return place_after_comma(part, context)
    city = city_and_code(part, context) if number else None
    if city is not None:
        return city
    words = {normalized(word) for word in _WORD.findall(part)}
    plain = not words & STREET_WORDS and not any(char.isdigit() for char in part)
    if number and plain and words and not words <= NUMBER_WORDS:
        state = "".join(parts[number + 1 : number + 3])
        place = location(part + state, context)
        return place.partition(",")[0] if state else place
    return _replace_street(part, context)


def _replace_street(part: str, context: Context) -> str:
    """Replace a street or a flat: each run of words that name it becomes one name."""
    pieces: list[str] = []
    done = 0
    for match in _SPOKEN_PARTS.finditer(part):
        pieces.append(_replace_unspelled(part[done : match.start()], context))
        word = spelled_word(match[0]) if match["spelled"] else None
        before = part[: match.start()]
        kind = word in STREET_WORDS and (done or _name_spans(before) or ORDINAL.search(before))
        if word is not None and not kind:
            pieces.append(spell(_street_name(word, context), match[0]))
        else:
            pieces.append(other_value(match[0], context) if match["number"] else match[0])
        done = match.end()
    rest = part[done:]
    if not pieces and not _name_spans(rest) and not read_dictation(rest).slots:
        raise NoSurrogateError
    return "".join([*pieces, _replace_unspelled(rest, context)])


def _replace_unspelled(part: str, context: Context) -> str:
    """Replace the names and numbers of one street, or of two that cross."""
    sides = _CROSSING.split(part)
    return "".join(
        side if number % 2 else _replace_side(side, context, len(sides) > 1)
        for number, side in enumerate(sides)
    )


def _replace_side(part: str, context: Context, crossing: bool) -> str:
    """Replace the names and numbers of a street without spelled words."""
    pieces: list[str] = []
    done = 0
    for start, end in _name_spans(part, crossing):
        name = _street_name(part[start:end], context, bool(_SAINT.search(part, 0, start)))
        pieces += (with_other_values(part[done:start], context), name)
        done = end
    return "".join([*pieces, with_other_values(part[done:], context)])


@lru_cache(maxsize=1 << 10)  # asked for the same part several times, one after the other
def _name_spans(part: str, crossing: bool = False) -> tuple[tuple[int, int], ...]:
    """Return where words name the street: neither kinds of streets, directions nor numbers."""
    spans: list[tuple[int, int]] = []
    last = 0
    for match in _WORD.finditer(part):
        key = normalized(match.group())
        after_digit = part[match.start() - 1 : match.start()].isdigit() and match.start() > 0
        kept = key in KEPT_WORDS or key in NUMBER_WORDS or _is_landmark(part, match)
        if kept or after_digit or len(key) == 1:
            continue
        if spans and spans[-1][1] == last and not part[last : match.start()].strip(" -"):
            spans[-1] = spans[-1][0], match.end()
        else:
            spans.append(match.span())
        last = match.end()
    return tuple(spans or _spans_of_street_words(part, crossing))


def _is_landmark(part: str, match: regex.Match[str]) -> bool:
    """Return whether a word is an ordinary one that a place follows: "the old mill on Route 9"."""
    return _PLACE_FOLLOWS.match(part, match.end()) is not None and is_plain_word(part, match)


def _spans_of_street_words(part: str, crossing: bool) -> list[tuple[int, int]]:
    """Return the name of a street that is named like a kind of street or a direction.

    "Park Avenue", "North Street", "Tower Street"; not "5th Avenue", "B Street", "Highway 61".
    """
    word_matches = [
        (match, normalized(match[0]))
        for match in _WORD.finditer(part)
        if not part[: match.start()][-1:].isdigit()
    ]
    if crossing and len(word_matches) == 1 and word_matches[0][1] in SUFFIXES:
        return [word_matches[0][0].span()]  # "Hill", of "Hill and Church"
    kinds = [index for index, (_, key) in enumerate(word_matches) if key in SUFFIXES]
    if kinds and not _BEFORE_NUMBER.match(part, word_matches[kinds[-1]][0].end()):
        first, last = kinds[0], kinds[-1]
        if first < last:
            return [(word_matches[first][0].start(), word_matches[last - 1][0].end())]
        before, key = word_matches[first - 1] if first else (None, "")
        if not _NUMBERED_STREET.search(part, 0, word_matches[first][0].start()):
            if before is not None and key in DIRECTIONS | STREET_WORDS and len(key) > 2:
                return [before.span()]
            return [word_matches[first][0].span()] if _has_number(part) or key == "the" else []
    if _has_number(part):
        return []
    words = (match for match, key in word_matches if key in DIRECTIONS and len(match[0]) > 2)
    return [word.span() for word in words][:1]


def identifying_words(phrase: str) -> set[str]:
    """Return the words of an address that are neither kinds of streets, flats nor numbers."""
    phrase = without_flats(phrase)
    abroad = words_abroad(phrase)
    if abroad is not None:
        return abroad
    words = {
        normalized(match[0]) for match in _WORD.finditer(phrase) if not _is_landmark(phrase, match)
    }
    words -= KEPT_WORDS | NUMBER_WORDS
    parts = _COMMA.split(phrase)
    for number, part in enumerate(parts):
        sides = _CROSSING.split(part)[::2]
        if is_city(parts, number):
            words |= {normalized(match[0]) for match in _WORD.finditer(part)} - _SMALL
        for side in sides:
            for start, end in _name_spans(side, len(sides) > 1):
                words |= {normalized(match[0]) for match in _WORD.finditer(side, start, end)}
    return {word for word in words if len(word) > 1}


def _has_number(part: str) -> bool:
    return any(slot.chars.isdigit() for slot in read_dictation(part).slots)


def _street_name(name: str, context: Context, saint: bool = False) -> str:
    possessive = _POSSESSIVE.search(name)
    bare = name[: possessive.start()] if possessive else name
    compound = _COMPOUND.fullmatch(bare)
    ending = compound.group(2) if compound else ""
    pool = SAINTS if saint else name_pools().surnames
    drawn = context.pick("street", bare, pool, "STREET") + ending
    return cased_like(bare, drawn) + (possessive.group() if possessive else "")
