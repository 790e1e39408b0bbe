"""Streets: another name and other numbers; the words for the kind of street and flat stay."""

from __future__ import annotations

import re
from functools import lru_cache

from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import entries, words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import SAINTS, name_pools
from privtool.text.surrogates.names.name_parts import PART
from privtool.text.surrogates.names.own_words import own_runs
from privtool.text.surrogates.names.spelled import spell, spelled_word
from privtool.text.surrogates.prf import normalized
from privtool.text.values.code import read_dictation
from privtool.text.values.number import ORDINALS as ORDINAL
from privtool.text.values.number import other_ordinal

NUMBER_WORDS = frozenset((SMALL.keys() | SCALES.keys() | ORDINALS.keys()) - {"o", "oh"})
STREET_WORDS = words("streets.words") | words("streets.prefixes", "intl")
_SMALL = words("streets.small") | NUMBER_WORDS
KEPT_WORDS = STREET_WORDS | words("streets.directions") | _SMALL
_NUMBER_WORD = f"(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_SPELLED = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .-]{1,2}[^\W\d_](?![^\W_]|')){2,}")
_LETTERS = re.compile(rf"{_SPELLED.pattern}|(?<![^\W_])[^\W\d_](?=\d|\b)|(?<=\d)[^\W\d_]+")
_STOREYS = (entries("streets.storeys_fr", "intl"), entries("streets.storeys_hu", "intl"))
# Spelled kinds of streets and halves of house numbers, which stay; numbers, but for the letter of
# "3e étage"; letters of flats; storeys.
_VALUE = re.compile(
    rf"(?P<kept>{_SPELLED.pattern}|\band (?:a half|one half|a quarter)\b)|\d+(?:st|nd|rd|th)\b"
    r"|\d+|(?<=\d)(?!e ?(?:étage|verdieping))[a-z]\b"
    rf"|\b{_NUMBER_WORD}(?:[ -](?:{_NUMBER_WORD}|oh|o(?=[ -]{_NUMBER_WORD}\b)))*\b"
    r"|(?:^|(?<=[\s\d]))(?!p\.?\s?o\b)[a-z](?=\d|\b(?!['./] ?\w))"
    rf"|\b(?:{'|'.join((*_STOREYS[0], *_STOREYS[1]))})\b(?= ?(?:étage|\. ?em))",
    re.IGNORECASE,
)
_SAINT = re.compile(r"\b(?:st|saint)\.?\s+\Z", re.IGNORECASE)
_BEFORE_NUMBER = re.compile(r"\W*(?:of\W+)?(?:\d|[A-Z]\b)")
_NUMBERED = re.compile(
    rf"(?:\d(?:st|nd|rd|th)|\b(?:{'|'.join(ORDINALS)})|\b[a-z])[\s-]*\Z", re.IGNORECASE
)


def street(part: str, context: Context) -> str:
    """Replace a street or a flat: each run of words that name it becomes one name."""
    pieces: list[str] = []
    done = 0
    spans = name_spans(part) or (() if _is_numbered(part) else ((0, len(part)),))  # "Park"
    for start, end in spans:
        name = _other_name(part[start:end], part[:start], context)
        pieces += (other_values(part[done:start], context), name)
        done = end
    return "".join([*pieces, other_values(part[done:], context)])


def _is_numbered(part: str) -> bool:
    return bool(read_dictation(part).slots) and _VALUE.search(part) is not None


def _other_name(name: str, before: str, context: Context) -> str:
    """Return another name of a street, spelled if it is."""
    word = spelled_word(name)
    pool = SAINTS if _SAINT.search(before) else name_pools().surnames
    drawn = context.pick("street", word or name, pool, "STREET")
    return spell(drawn, name) if word else cased_like(name, drawn)


def other_values(text: str, context: Context) -> str:
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
def name_spans(part: str) -> tuple[tuple[int, int], ...]:
    """Return where words name the street, or the two that cross."""
    return tuple(_own_words(part) or _street_words(part))


def _own_words(side: str) -> list[tuple[int, int]]:
    """Return the runs of words that are neither kinds of streets, directions nor numbers."""
    plain = _LETTERS.sub(lambda match: "#" * len(match[0]), side)
    spans = [span for span in own_runs(plain, KEPT_WORDS) if not side[span[0]].isdigit()]
    for match in _SPELLED.finditer(side):
        named = spelled_word(match[0]) not in STREET_WORDS
        if named or not (spans or ORDINAL.search(side, 0, match.start())):
            spans.append(match.span())
    return sorted(spans)


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
