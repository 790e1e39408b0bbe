"""Streets: another name and other numbers; the words for the kind of street and flat stay."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from privtool.text.english.numbers import ORDINALS
from privtool.text.lexicon import words
from privtool.text.surrogates.addresses.values import (
    KEPT_WORDS,
    NUMBER_WORD,
    NUMBER_WORDS,
    STREET_WORDS,
    SUFFIXES,
    other_value,
    with_other_values,
)
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import SAINTS, name_pools
from privtool.text.surrogates.names.spelled import spell, spelled_word
from privtool.text.surrogates.numbers.ordinals import ORDINAL
from privtool.text.surrogates.prf import normalized

WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
# Read before names and numbers: letters that spell a name, numbers with an "oh", halves of house
# numbers.
_SPOKEN_PARTS = regex.compile(
    r"(?P<spelled>(?<![\p{L}\p{N}'])\p{L}(?:[ .-]{1,2}\p{L}(?![\p{L}\p{N}'])){2,})"
    rf"|(?P<number>\b{NUMBER_WORD}(?:[ -]{NUMBER_WORD})*+"
    rf"(?:[ -](?:oh|o(?=[ -]{NUMBER_WORD}\b))(?:[ -]{NUMBER_WORD})*+)+\b)"
    r"|(?P<half>\band (?:a half|one half|a quarter)\b)",
    regex.IGNORECASE,
)
CROSSING = re.compile(r"(\s+(?:and|&)\s+)", re.IGNORECASE)
_PLACE_FOLLOWS = re.compile(r"\s(?:on|at|near|by|off|behind|across|past)\s")  # "the mill on ..."
_POSSESSIVE = re.compile(r"['\u2019]s\Z")
_SAINT = re.compile(r"\b(?:st|saint)\.?\s+\Z", re.IGNORECASE)
_COMPOUND = re.compile(rf"(\w{{3,}}?)({'|'.join(words('streets.endings', 'intl'))})", re.IGNORECASE)
_BEFORE_NUMBER = re.compile(r"\W*(?:\d|[A-Z]\b)")
_NUMBERED = re.compile(
    rf"(?:\d(?:st|nd|rd|th)|\b(?:{'|'.join(ORDINALS)})|\b[a-z])[\s-]*\Z", re.IGNORECASE
)


def street(part: str, context: Context) -> str:
    """Replace a street or a flat: each run of words that name it becomes one name."""
    pieces: list[str] = []
    done = 0
    for match in _SPOKEN_PARTS.finditer(part):
        before = part[: match.start()]
        pieces.append(_unspelled(part[done : match.start()], context))
        word = spelled_word(match[0]) if match["spelled"] else None
        if word is not None and not (
            word in STREET_WORDS and (done or name_spans(before) or ORDINAL.search(before))
        ):
            pieces.append(spell(street_name(word, context), match[0]))
        else:
            pieces.append(other_value(match[0], context) if match["number"] else match[0])
        done = match.end()
    rest = part[done:]
    if not pieces and not name_spans(rest) and not read_dictation(rest).slots:
        raise NoSurrogateError
    return "".join([*pieces, _unspelled(rest, context)])


def _unspelled(part: str, context: Context) -> str:
    """Replace the names and numbers of one street, or of two that cross."""
    sides = CROSSING.split(part)
    return "".join(
        side if number % 2 else _side(side, context, len(sides) > 1)
        for number, side in enumerate(sides)
    )


def _side(part: str, context: Context, crossing: bool) -> str:
    """Replace the names and numbers of a street without spelled words."""
    pieces: list[str] = []
    done = 0
    for start, end in name_spans(part, crossing):
        saint = _SAINT.search(part, 0, start) is not None
        name = street_name(part[start:end], context, saint)
        pieces += (with_other_values(part[done:start], context), name)
        done = end
    return "".join([*pieces, with_other_values(part[done:], context)])


@lru_cache(maxsize=1 << 10)  # asked for the same part several times, one after the other
def name_spans(part: str, crossing: bool = False) -> tuple[tuple[int, int], ...]:
    """Return where words name the street: neither kinds of streets, directions nor numbers."""
    spans: list[tuple[int, int]] = []
    last = 0
    for match in WORD.finditer(part):
        key = normalized(match[0])
        ordinary = _PLACE_FOLLOWS.match(part, match.end()) and not unfamiliar_words(match[0])
        kept = key in KEPT_WORDS or key in NUMBER_WORDS or ordinary
        if kept or len(key) == 1 or part[: match.start()][-1:].isdigit():
            continue
        if spans and spans[-1][1] == last and not part[last : match.start()].strip(" -"):
            spans[-1] = spans[-1][0], match.end()
        else:
            spans.append(match.span())
        last = match.end()
    return tuple(spans or _spans_of_street_words(part, crossing))


def _spans_of_street_words(part: str, crossing: bool) -> list[tuple[int, int]]:
    """Return the name of a street that is named like a kind of street or a direction.

    "Park Avenue", "North Street", "Tower Street"; not "5th Avenue", "B Street", "Highway 61".
    """
    found = [match for match in WORD.finditer(part) if not part[: match.start()][-1:].isdigit()]
    keys = [normalized(match[0]) for match in found]
    if crossing and len(found) == 1 and keys[0] in SUFFIXES:
        return [found[0].span()]  # "Hill", of "Hill and Church"
    kinds = [index for index, key in enumerate(keys) if key in SUFFIXES]
    numbered = any(slot.chars.isdigit() for slot in read_dictation(part).slots)
    if kinds and not _BEFORE_NUMBER.match(part, found[kinds[-1]].end()):
        first, last = kinds[0], kinds[-1]
        if first < last:
            return [(found[first].start(), found[last - 1].end())]
        if not _NUMBERED.search(part, 0, found[first].start()):
            before = keys[first - 1] if first else ""
            if before in KEPT_WORDS and before not in words("streets.small") and len(before) > 2:
                return [found[first - 1].span()]
            return [found[first].span()] if numbered or before == "the" else []
    directions = words("streets.directions")
    named = [match for match, key in zip(found, keys, strict=True) if key in directions]
    return [match.span() for match in named if len(match[0]) > 2 and not numbered][:1]


def street_name(name: str, context: Context, saint: bool = False) -> str:
    """Return another name of a street; the ending of "Hauptstraße" stays."""
    possessive = _POSSESSIVE.search(name)
    bare = name[: possessive.start()] if possessive else name
    compound = _COMPOUND.fullmatch(bare)
    pool = SAINTS if saint else name_pools().surnames
    drawn = context.pick("street", bare, pool, "STREET") + (compound[2] if compound else "")
    return cased_like(bare, drawn) + (possessive[0] if possessive else "")
