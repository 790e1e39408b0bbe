"""Street addresses, found from the word for "street"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.addresses.units import unit_stop
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    ORDINALS,
    PLURALS,
    REPEATS,
    SMALL,
    UNITS,
    cardinal_first,
)
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

ADDRESS = Label.ADDRESS.value

# Words that end a street's name and have few other meanings.
PLAIN_SUFFIXES = words("streets.plain_suffixes")
# Words that end a street's name and have many other meanings.
COMMON_SUFFIXES = words("streets.common_suffixes")
SUFFIXES = words("streets.suffixes")
_NUMBERED_KINDS = word_set("county state farm ranch forest township")
_UNPREFIXED = word_set("street avenue ave boulevard blvd road rd lane drive")
_DIRECTIONS = words("streets.directions") | words("streets.dotted_directions")
_NOT_IN_NAMES = word_set(
    """a an and are as at be been but by can could did do does for from had has have he her his how
    i if in into is it its just me my no not of on one or our out over people she so than that the
    their them then there they this those these to too up us was we were what when where which who
    will with would you your down per more most some any all each every miles mile minutes blocks
    hour hours day days week weeks month months year years minute feet meters km percent about
    around time times am pm people many several dirt side open busy country gb tb wheel hard
    disk flash test nearest other same right left wrong long"""
)
_BEFORE_NAME = word_set("on at near along off down up past onto toward towards")
_BEFORE_HOUSE = word_set("at to address is s")  # "at four oak place"
_MOST_WORDS = 5


def find(view: TextView) -> list[Span]:
    """Find house number, street and flat, or a capitalized street name without a number."""
    tokens = view.tokens
    spans: list[Span] = []
    floor = 0
    for index in tokens.places(SUFFIXES):
        if index < floor:
            continue
        if tokens.touches(index) and tokens.word[index - 1].isdigit():
            continue  # "1st", "3rd"
        start, score = _start(view, index, floor)
        if score > 0:
            numbered = tokens.at(index - 1) in _NUMBERED_KINDS and tokens.at(index + 1).isdigit()
            stop = index + 2 if numbered else _after_direction(tokens, index + 1)
            if start < index and tokens.at(stop) in SUFFIXES and _is_number(tokens.word[start]):
                stop += 1  # "5 cedar grove lane"
            stop = unit_stop(tokens, stop)
            spans.append(tokens.span(start, stop, ADDRESS, score))
            floor = stop
    return spans


def _is_number(word: str) -> bool:
    return word.isdigit() or word in SMALL or word in REPEATS


def _start(view: TextView, suffix: int, floor: int) -> tuple[int, float]:
    """Return the first token of the address that the suffix ends, and a score (0: none)."""
    tokens = view.tokens
    first, ordinal = _name_first(tokens, suffix, floor)
    number = _house_number(tokens, first, floor)
    if number < first < suffix:
        score = _numbered_score(view, number, first, suffix)
        if score:
            return number, score
    if ordinal >= 0:
        return ordinal, LIKELY if tokens.word[suffix] in PLAIN_SUFFIXES else 0.0
    return _unnumbered(view, first, suffix) if first < suffix else (suffix, 0.0)


def _name_first(tokens: Tokens, suffix: int, floor: int) -> tuple[int, int]:
    """Return the first token of the street's name, and that of an ordinal in it ("5th") or -1."""
    first = suffix
    ordinal = -1
    words = 0
    while first > floor and words < _MOST_WORDS:
        word = tokens.word[first - 1]
        if word in ORDINAL_ENDINGS and _glued_to_digits(tokens, first - 1):
            first = ordinal = first - 2
        elif word in ORDINALS and word not in ("first", "second"):
            first = ordinal = first - 1
        elif word.isdigit() and first == suffix and tokens.at(first - 2) in _DIRECTIONS:
            first -= 1  # "east 161 street"
        elif word in (".", "'", "-") and tokens.touches(first - 1):
            first -= 1
            continue
        elif word in PLURALS and tokens.at(first - 2) in UNITS:
            break
        elif word.isalpha() and word not in _NOT_IN_NAMES and (word not in SMALL or word == "one"):
            first -= 1
        else:
            break
        words += 1
    while first < suffix and not tokens.word[first].isalnum():
        first += 1
    return first, ordinal


def _glued_to_digits(tokens: Tokens, index: int) -> bool:
    """Return whether token `index` follows digits without a space, as in "5th" and "221B"."""
    return tokens.touches(index) and tokens.at(index - 1).isdigit()


def _house_number(tokens: Tokens, stop: int, floor: int) -> int:
    """Return the first token of the house number that ends before token `stop`, else `stop`."""
    first = stop
    while first > floor and stop - first < 8:
        word = tokens.word[first - 1]
        if (
            (word.isdigit() and len(word) <= 6)
            or word in SMALL
            or (word in REPEATS and first < stop)
            or (word in PLURALS and tokens.at(first - 2) in UNITS)
            or (word in ("-", "/", "&") and first < stop and tokens.at(first - 2).isdigit())
            or (len(word) == 1 and word.isalpha() and _glued_to_digits(tokens, first - 1))
        ):
            first -= 1
        else:
            break
    return max(floor, min(first, cardinal_first(tokens, stop)))


def _numbered_score(view: TextView, number: int, first: int, suffix: int) -> float:
    """Return the score of a house number at `number`, a name from `first`, and a suffix."""
    tokens = view.tokens
    named = all(
        view.plain[tokens.start[index]].isupper() or len(tokens.word[index]) == 1
        for index in range(first, suffix)
        if tokens.word[index].isalpha() and tokens.word[index] not in ORDINAL_ENDINGS
    )
    capital = view.plain[tokens.start[suffix]].isupper()
    plain = tokens.word[suffix] in PLAIN_SUFFIXES
    if not tokens.word[number].isdigit():
        alone = tokens.word[number] == "one" and first - number == 1
        before = tokens.at(number - 1)
        if alone:
            return POSSIBLE if plain and before in ("at", "to") else 0.0
        said = first - number > 1 or before in _BEFORE_HOUSE
        return POSSIBLE if plain or said else 0.0
    if named and (capital or plain):
        return SURE
    if plain:
        return LIKELY
    return POSSIBLE if len(tokens.word[number]) > 1 else 0.0


def _unnumbered(view: TextView, first: int, suffix: int) -> tuple[int, float]:
    """Find a street without a house number: by its capitals, or after "on" in lower case."""
    tokens = view.tokens
    if tokens.word[suffix] not in _UNPREFIXED:
        return suffix, 0.0
    if view.plain[tokens.start[suffix]].isupper():
        name = suffix
        while name > first and _continues_name(view, name - 1):
            name -= 1
        return (name, LIKELY) if name < suffix else (suffix, 0.0)
    if tokens.at(first - 1) in _BEFORE_NAME and suffix - first <= 2:
        return first, POSSIBLE
    return suffix, 0.0


def _continues_name(view: TextView, index: int) -> bool:
    """Return whether the token belongs to a capitalized name that continues to the right."""
    tokens = view.tokens
    word = tokens.word[index]
    return word in (".", "'", "-") or view.plain[tokens.start[index]].isupper()


def _after_direction(tokens: Tokens, stop: int) -> int:
    """Return the token after a direction such as "NW" that follows the suffix, else `stop`."""
    index = stop + 1 if tokens.at(stop) == "." else stop
    return index + 1 if tokens.at(index) in _DIRECTIONS else stop
