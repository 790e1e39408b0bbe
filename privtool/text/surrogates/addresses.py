"""Addresses: another street, number and flat; the places after them agree with one another.

Words for the kind of street and flat stay.
"""

from __future__ import annotations

import re
from functools import lru_cache

from privtool.text.detection.addresses import UNIT
from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import entries, words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.gazetteer import is_area
from privtool.text.surrogates.name_lists import pools_for
from privtool.text.surrogates.name_parts import PART
from privtool.text.surrogates.places import COMMA, listed_place, without_code
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.renaming import own_runs
from privtool.text.surrogates.spelled import spell, spelled_word
from privtool.text.values.code import read_dictation
from privtool.text.values.number import ORDINALS as ORDINAL
from privtool.text.values.number import other_ordinal

# "4th and Pine", "1150 Church Street" of a tagger that has one label for places.
_STREET = re.compile(
    r"\d(?:st|nd|rd|th)\b|^\d+[a-z]?\s+[^\W_]|^(?:the )?(?:corner|intersection|junction) of ",
    re.IGNORECASE,
)
_FLATS = re.compile(rf"(?:\s|\A){UNIT}(?:\s{UNIT})*\Z|\Z", re.IGNORECASE)
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
_NUMBERED = re.compile(
    rf"(?:\d(?:st|nd|rd|th)|\b(?:{'|'.join(ORDINALS)})|\b[a-z])[\s-]*\Z", re.IGNORECASE
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
    pieces = COMMA.split(phrase)
    starts = [flats.start() if (flats := _FLATS.search(piece)) else 0 for piece in pieces]
    parts = [piece[:start] for piece, start in zip(pieces, starts, strict=True)]
    return parts, [piece[start:] for piece, start in zip(pieces, starts, strict=True)]


def _is_place(parts: list[str], number: int) -> bool:
    """Return whether a part is a city, an area, or one of the two with a postcode."""
    name = without_code(parts[number])
    if number == 0 or number % 2 or any(map(str.isdigit, name)):
        return False
    found = _words(name)
    if found.isdisjoint(_STREET_WORDS) and not any(w.endswith(tuple(_ENDINGS)) for w in found):
        return bool(found - _NUMBER_WORDS)
    return number + 2 < len(parts) and is_area(without_code(parts[number + 2]), True)


def _words(text: str) -> set[str]:
    return {normalized(match[0]) for match in PART.finditer(text) if len(match[0]) > 1}


def _street(part: str, context: Context) -> str:
    """Replace a street or a flat: each run of words that name it becomes one name."""
    spans = _name_spans(part) or (() if _is_numbered(part) else ((0, len(part)),))  # "Park"
    done, made = 0, ""
    for start, end in spans:
        made += _other_values(part[done:start], context)
        made += _other_name(part[start:end], context)
        done = end
    return made + _other_values(part[done:], context)


def _is_numbered(part: str) -> bool:
    return _VALUE.search(part) is not None


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
    return _VALUE.sub(
        lambda match: match[0] if match["kept"] else _other_value(match[0], context), text
    )


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
    make = read_dictation(value).randomized
    return context._replace(avoid=frozenset()).retry("street number", value, make)


@lru_cache(maxsize=1 << 10)  # asked for the same part several times, one after the other
def _name_spans(part: str) -> tuple[tuple[int, int], ...]:
    """Return where words name the street, or the two that cross.

    They are neither kinds of streets, directions nor numbers.
    """
    plain = _LETTERS.sub(lambda match: "#" * len(match[0]), part)
    spans = [span for span in own_runs(plain, _KEPT_WORDS) if not part[span[0]].isdigit()]
    for match in _SPELLED.finditer(part):
        named = spelled_word(match[0]) not in _STREET_WORDS
        if named or not (spans or ORDINAL.search(part, 0, match.start())):
            spans.append(match.span())
    return tuple(sorted(spans) or _street_words(part))


def _street_words(side: str) -> list[tuple[int, int]]:
    """Return the name of a street that is named like a kind of street or a direction.

    "Park Avenue", "North Street", "Tower Street"; not "5th Avenue", "B Street", "Highway 61".
    """
    found = [match for match in PART.finditer(side) if not side[: match.start()][-1:].isdigit()]
    kinds = [each for each in found if len(each[0]) > 2 and normalized(each[0]) not in _SMALL]
    if not kinds or _BEFORE_NUMBER.match(side, kinds[-1].end()):
        return []
    if any(_NUMBERED.search(side, 0, kind.start()) for kind in kinds):
        return []
    if len(kinds) > 1:
        return [(kinds[0].start(), kinds[-2].end())]
    return [kinds[0].span()] if _is_numbered(side) or found[0] is not kinds[0] else []
