"""Parts of an address with a form of their own: flats, PO boxes, numbered roads ..."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.addresses.foreign_units import foreign_units_end
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, ORDINAL_ENDINGS, ORDINALS, SMALL, small_first
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import entries, words
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

ADDRESS = Label.ADDRESS.value

_MOST_UNITS = 3  # "Building 4, 2nd floor, Apt 5"
_FURTHER_UNITS = words("streets.further_units")  # after another part of an address
_ALONE = words("streets.flats")
_SIDES = word_set("left right front rear back")
_ABBREVIATED = word_set("apt ste rm fl bldg no")
ROADS = words("streets.roads")

_NUMBER_WORD = f"(?:{'|'.join(sorted(CARDINALS))})(?![^\\W_])"
_POST_BOX = Regex(
    r"(?<![^\W_])p\.? ?o\.? ?box (?:number |no\.? )?"
    + _NUMBER_WORD
    + r"|(?<![^\W_])p\.? ?o\.? ?box ?#? ?\d{1,8}(?!\d)"
    # "rural route 2 box 88"
    + r"|(?<![^\W_])(?:(?:rural|star|county) )?(?:route|rte|r\.? ?r|h\.? ?c)\.? ?#?"
    + rf"(?:\d{{1,4}}|{_NUMBER_WORD}),? box (?:number |no\.? |#)?"
    + rf"(?:\d{{1,6}}[a-z]?(?![^\W_])|{_NUMBER_WORD}(?:[ -]{_NUMBER_WORD}){{0,3}})"
)
_MILITARY = Regex(
    r"(?<![^\W_])(?:(?:psc|cmr|unit) \d{1,6},? box \d{1,6},? )?"
    r"[afd]po,? (?:aa|ae|ap)(?![^\W_])(?:,? \d{5}(?:-\d{4})?)?"
)
_FOREIGN_BOX = Regex(
    r"(?<![^\W_])(?:postfach|apartado(?: postal)?|casilla(?: postal)?|bo[iî]te postale|b\.?p\.?"
    r"|caixa postal|casella postale|postbus|skr(?:ytka|\.) ?poczt(?:owa|\.)) ?\d{1,7}(?!\d)"
)
BOXES = words("streets.boxes", "intl")
# Languages that put the kind of street first.
PREFIXES = words("streets.prefixes", "intl")
_ENGLISH = words("streets.english_too", "intl")  # prefixes that are words, too
SIGNS = _ALONE | ROADS | PREFIXES
_PARTICLES = words("streets.particles", "intl")
_LETTERS = frozenset("bcdefghjklmnopqrstuvwxyz")  # "a" and "i" are words
_NO_STREETS = frozenset(("brigade", "renegade"))
_HOUSES_BETWEEN = words("streets.houses_between", "intl")  # "18 bis rue des Tanneurs"
_COMPOUND_ENDINGS = entries("streets.endings", "intl")


def unit_stop(tokens: Tokens, stop: int) -> int:
    """Return where an address ends once flat, suite and floor from token `stop` on are added."""
    for _ in range(_MOST_UNITS):
        further = _one_unit_stop(tokens, stop)
        if further == stop:
            break
        stop = further
    return stop


def _one_unit_stop(tokens: Tokens, stop: int) -> int:
    """Return where one "Apt 5" or "2nd floor" at token `stop` stops, else `stop`."""
    index = stop
    while tokens.at(index) in (",", ".") and index - stop < 2:
        index += 1
    if tokens.at(index) in _FURTHER_UNITS:
        value = _value_stop(tokens, index + 1)
        return value if value > index + 1 else stop
    ordinal = index
    if tokens.at(index).isdigit() and tokens.at(index + 1) in ORDINAL_ENDINGS:
        ordinal = index + 2
    elif tokens.at(index) in ORDINALS:
        ordinal = index + 1
    if ordinal > index and tokens.at(ordinal) in ("floor", "fl"):
        return ordinal + 2 if tokens.at(ordinal + 1) in _SIDES else ordinal + 1
    return stop + (tokens.at(stop) == "rear" and not tokens.at(stop + 1).isalpha())


def _value_stop(tokens: Tokens, first: int) -> int:
    """Return where the flat number that starts at token `first` stops, else `first`."""
    index = first + 1 if tokens.at(first) == "." and tokens.at(first - 1) in _ABBREVIATED else first
    while tokens.at(index) in ("#", ":", "number", "no") and index - first < 3:
        index += 1
    word = tokens.at(index)
    letter = len(word) == 1 and word.isalpha() and word != "i"
    if word == "a":  # an article, unless a digit follows at once: "A5"
        letter = tokens.touches(index + 1) and tokens.at(index + 1).isdigit()
    if not (letter or word.isdigit() or (word in SMALL and word != "one")):
        return first
    stop = index + 1
    if tokens.at(stop) == "%" or _is_fraction(tokens, stop):
        return first
    while stop - first <= 6 and tokens.touches(stop):
        word = tokens.word[stop]
        joint = word in ("-", "/") and tokens.touches(stop + 1) and tokens.at(stop + 1).isdigit()
        if not (joint or word.isdigit() or (len(word) == 1 and word.isalpha())):
            break
        stop += 1
    return _lettered_stop(tokens, stop)


def _lettered_stop(tokens: Tokens, stop: int) -> int:
    """Return where a flat number ends that is said with a letter: "5 d as in dog"."""
    letter = tokens.at(stop - 1)
    if (
        (letter.isdigit() or letter in SMALL)
        and len(tokens.at(stop)) == 1
        and tokens.at(stop) in _LETTERS
    ):
        letter, stop = tokens.at(stop), stop + 1
    if len(letter) != 1 or letter not in _LETTERS:
        return stop
    sample = stop + 2 if tokens.at(stop) == "as" else stop + 1
    said = tokens.at(sample - 1) in ("in", "for", "like")
    return sample + 1 if said and tokens.at(sample).startswith(letter) else stop


def _is_fraction(tokens: Tokens, sign: int) -> bool:
    """Return whether the token `sign` joins two numbers: "3.07", "4:30"."""
    joined = tokens.at(sign) in (".", ",", ":") and tokens.at(sign + 1).isdigit()
    return joined and tokens.touches(sign) and tokens.touches(sign + 1)


def find(view: TextView) -> list[Span]:
    """Find PO boxes, flats and rooms, numbered roads, and streets in other languages."""
    spans: list[Span] = []
    if "box" in view.hints:
        spans += [Span(*match.span(), ADDRESS, SURE) for match in _POST_BOX.finditer(view.lower)]
        view.hide(spans)
    for pattern in () if BOXES.isdisjoint(view.hints) else (_MILITARY, _FOREIGN_BOX):
        matches = [Span(*match.span(), ADDRESS, SURE) for match in pattern.finditer(view.lower)]
        view.hide(matches)
        spans += matches
    if SIGNS.isdisjoint(view.hints) and not _after_compound(view):
        return sorted(spans)
    tokens = view.tokens
    floor = 0
    for index, word in enumerate(tokens.word):
        if index < floor or not (word in SIGNS or word.endswith(_COMPOUND_ENDINGS)):
            continue
        span = _from_word(tokens, view, index, word, floor)
        if span is not None:
            if word not in _ALONE and word not in ROADS:
                span = span._replace(end=foreign_units_end(view.lower, span.end))
            spans.append(span)
            floor = _index_after(tokens, span.end, index)
    return sorted(spans)


def _after_compound(view: TextView) -> bool:
    """Return whether a number follows a word such as "Hauptstrasse"."""
    return any(
        view.lower.endswith(_COMPOUND_ENDINGS, 0, start - 1)
        or view.lower.endswith("str.", 0, start - 1)
        for start, _ in view.digit_words
    )


def _index_after(tokens: Tokens, end: int, index: int) -> int:
    """Return the first token at or after `index` that starts at offset `end` or later."""
    while index < len(tokens) and tokens.start[index] < end:
        index += 1
    return index


def _from_word(tokens: Tokens, view: TextView, index: int, word: str, floor: int) -> Span | None:
    """Return the part of an address that token `index` announces."""
    if word in _ALONE:
        stop = unit_stop(tokens, index)
        return tokens.span(index, stop, ADDRESS, POSSIBLE) if stop > index else None
    if word in ROADS:
        numbered = tokens.at(index + 1).isdigit() or tokens.at(index + 1) in SMALL
        return tokens.span(index, index + 2, ADDRESS, POSSIBLE) if numbered else None
    if word.endswith(_COMPOUND_ENDINGS) and len(word) > 5 and word not in _NO_STREETS:
        stop = index + 2 if tokens.at(index + 1) == "." else index + 1
        if tokens.at(stop).isdigit() and len(tokens.at(stop)) <= 4:
            return tokens.span(index, _value_stop(tokens, stop), ADDRESS, LIKELY)
        return None
    return _prefixed(tokens, view, index, floor) if word in PREFIXES else None


def _prefixed(tokens: Tokens, view: TextView, index: int, floor: int) -> Span | None:
    """Find "12 rue de la Paix", "Calle Mayor 5": a number on one side, capitals in the name.

    In lower case, the name is the word after a particle, or after a prefix that is only foreign.
    """
    foreign = tokens.word[index] not in _ENGLISH
    said = view.plain.islower() and (foreign or tokens.at(index + 1) in _PARTICLES)
    stop = index + 1
    capitals = 0
    while stop < len(tokens) and stop - index <= 6:
        word = tokens.word[stop]
        capital = view.plain[tokens.start[stop]].isupper()
        if said and word.isalpha() and word not in _PARTICLES:
            last = tokens.word[stop - 1]
            capital = last in _PARTICLES or (foreign and last in (tokens.word[index], "."))
        if not (capital or word in _PARTICLES or word in ("'", ".")):
            break
        capitals += capital
        stop += 1
    if capitals == 0:
        return None
    while tokens.word[stop - 1] in (".", "'"):
        stop -= 1
    before = index - 1 if tokens.at(index - 1) == "," else index
    house = _house_first(tokens, before)
    if floor <= house < before:
        return tokens.span(house, unit_stop(tokens, stop), ADDRESS, LIKELY)
    number = stop + 1 if tokens.at(stop) == "," else stop
    if tokens.at(number).isdigit() and len(tokens.at(number)) < 5:
        return tokens.span(index, _value_stop(tokens, number), ADDRESS, LIKELY)
    return None


def _house_first(tokens: Tokens, stop: int) -> int:
    """Return where "12", "12 bis", "forty-one" or "forty-one b" before `stop` begins, else it."""
    number = stop - 1 if tokens.at(stop - 1) in _HOUSES_BETWEEN else stop
    word = tokens.at(number - 1)
    if word.isdigit():
        return number - 1 if len(word) < 5 else stop
    if len(word) == 1 and word.isalpha():
        number -= 1
    first = small_first(tokens, number)
    return first if first < number else stop
