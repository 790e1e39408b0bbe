"""Street addresses: other numbers and another name; the kind of street and the form stay."""

from __future__ import annotations

import re

import regex

from privtool.text.detection.addresses.streets import COMMON_SUFFIXES, PLAIN_SUFFIXES
from privtool.text.detection.addresses.units import PREFIXES, ROADS, UNITS
from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import randomize, read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of, names
from privtool.text.surrogates.names.spelled import spell, spelled_word
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.places.places import behind_comma, location
from privtool.text.surrogates.places.us_gazetteer import STATES
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
_DIRECTIONS = word_set("n s e w ne nw se sw north south east west")
_KINDS = word_set("county state farm ranch po box p o building tower block")
_SMALL_WORDS = word_set(
    "the of and de la le les du des a at in on old new upper lower oh half quarter"
)
NUMBER_WORDS = (SMALL.keys() | SCALES.keys() | ORDINALS.keys()) - {"o", "oh"}
KINDS = PLAIN_SUFFIXES | COMMON_SUFFIXES | UNITS | ROADS | PREFIXES | _KINDS
STAYS = KINDS | _DIRECTIONS | _SMALL_WORDS
_SUFFIXES = (PLAIN_SUFFIXES | COMMON_SUFFIXES) - UNITS
_NUMBER_WORD = f"(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
# What is neither names nor numbers as they are read below: letters that spell a name, numbers with
# an "oh" in them, halves of house numbers.
_WHOLES = regex.compile(
    r"(?P<spelled>(?<![\p{L}\p{N}'])\p{L}(?:[ .-]{1,2}\p{L}(?![\p{L}\p{N}'])){2,})"
    rf"|(?P<number>\b{_NUMBER_WORD}(?:[ -]{_NUMBER_WORD})*+"
    rf"(?:[ -](?:oh|o(?=[ -]{_NUMBER_WORD}\b))(?:[ -]{_NUMBER_WORD})*+)+\b)"
    r"|(?P<half>\band (?:a half|one half|a quarter)\b)",
    regex.IGNORECASE,
)
_GERMAN = re.compile(r"(\w{3,}?)(straße|strasse|str|weg|platz|gasse|allee|straat|laan)", re.I)
_STATE_ZIP = re.compile(r"\s*([A-Z]{2})\s+\d{5}(?:-\d{4})?\s*", re.IGNORECASE)


_BEFORE_NUMBER = re.compile(r"\W*\d")
_NUMBERED_STREET = re.compile(
    rf"(?:\d(?:st|nd|rd|th)|\b(?:{'|'.join(ORDINALS)})|\b[a-z])[\s-]*$", re.IGNORECASE
)


def address(phrase: str, context: Context) -> str:
    """An address with another number, street and flat; cities and codes behind it, too."""
    if locale_of(phrase) is not None:
        return _foreign(phrase, context)
    parts = re.split(r"(\s*,\s*)", phrase)
    made = [
        text if number % 2 else _part(text, number, parts, context)
        for number, text in enumerate(parts)
    ]
    return "".join(made)


def _part(part: str, number: int, parts: list[str], context: Context) -> str:
    """What stands between two commas: a street, a flat, a city, or a state with its code."""
    if not part:
        return part
    if _STATE_ZIP.fullmatch(part) or (number and part.strip().upper() in STATES):
        return behind_comma(part, context)
    words = {normalized(word) for word in _WORD.findall(part)}
    plain = not words & KINDS and not any(char.isdigit() for char in part)
    if number and plain and words and not words <= NUMBER_WORDS:
        state = "".join(parts[number + 1 : number + 3])
        return (
            location(part + state, context).partition(",")[0] if state else location(part, context)
        )
    return _street(part, context)


def _street(part: str, context: Context) -> str:
    """A street or a flat: each run of words that name it becomes one name, spelled if they are."""
    pieces: list[str] = []
    done = 0
    for match in _WHOLES.finditer(part):
        pieces.append(_plain_street(part[done : match.start()], context))
        word = spelled_word(match[0]) if match["spelled"] else None
        before = part[: match.start()]
        kind = word in KINDS and (done or _runs(before) or ORDINAL.search(before))
        if word is not None and not kind:
            pieces.append(spell(_name(word, context), match[0]))
        else:
            pieces.append(_number(match[0], context) if match["number"] else match[0])
        done = match.end()
    rest = part[done:]
    if not pieces and not _runs(rest) and not read_dictation(rest).slots:
        raise NoSurrogateError
    return "".join([*pieces, _plain_street(rest, context)])


def _plain_street(part: str, context: Context) -> str:
    runs = _runs(part)
    pieces: list[str] = []
    done = 0
    for start, end in runs:
        pieces += (_numbered(part[done:start], context), _name(part[start:end], context))
        done = end
    return "".join([*pieces, _numbered(part[done:], context)])


def _runs(part: str) -> list[tuple[int, int]]:
    """Where words stand that name the street: neither kinds, directions nor numbers."""
    runs: list[tuple[int, int]] = []
    last = 0
    for match in _WORD.finditer(part):
        key = normalized(match.group())
        beside_digit = part[match.start() - 1 : match.start()].isdigit() and match.start() > 0
        if key in STAYS or key in NUMBER_WORDS or beside_digit or len(key) == 1:
            continue
        if runs and runs[-1][1] == last and not part[last : match.start()].strip(" -"):
            runs[-1] = runs[-1][0], match.end()
        else:
            runs.append(match.span())
        last = match.end()
    return runs or _hidden_runs(part)


def _hidden_runs(part: str) -> list[tuple[int, int]]:
    """The name of a street that is called after a kind of street, or after a direction.

    "Park Avenue", "Broadway", "North Street"; not "5th Avenue", "B Street", "Highway 61".
    """
    found = [(match, normalized(match[0])) for match in _WORD.finditer(part)]
    kinds = [at for at, (_, key) in enumerate(found) if key in _SUFFIXES]
    if kinds and not _BEFORE_NUMBER.match(part, found[kinds[-1]][0].end()):
        first, last = kinds[0], kinds[-1]
        if first < last:
            return [(found[first][0].start(), found[last - 1][0].end())]
        before, key = found[first - 1] if first else (None, "")
        if before is not None and key in _DIRECTIONS and len(key) > 2:
            return [before.span()]
        if not _NUMBERED_STREET.search(part, 0, found[first][0].start()):
            return [found[first][0].span()] if _has_number(part) or key == "the" else []
    if _has_number(part):
        return []
    words = (match for match, key in found if key in _DIRECTIONS and len(match[0]) > 2)
    return [word.span() for word in words][:1]


def identifying_words(phrase: str) -> set[str]:
    """The words of an address that name something: neither kinds of streets nor numbers."""
    found = {normalized(match[0]) for match in _WORD.finditer(phrase)} - STAYS - NUMBER_WORDS
    for part in phrase.split(","):
        for start, end in _runs(part):
            found |= {normalized(match[0]) for match in _WORD.finditer(part, start, end)}
    return {word for word in found if len(word) > 1}


def _has_number(part: str) -> bool:
    return any(slot.chars.isdigit() for slot in read_dictation(part).slots)


def _name(name: str, context: Context) -> str:
    possessive = re.search(r"['\u2019]s$", name)
    bare = name[: possessive.start()] if possessive else name
    compound = _GERMAN.fullmatch(bare)
    ending = compound.group(2) if compound else ""
    drawn = context.pick("street", bare, names().surnames, "STREET") + ending
    return cased_like(bare, drawn) + (possessive.group() if possessive else "")


def _numbered(text: str, context: Context) -> str:
    """The text between names with other numbers; single letters of flats change too."""
    return _NUMBERED.sub(lambda match: _number(match.group(), context), text)


_NUMBERED = re.compile(
    rf"\d+(?:st|nd|rd|th)\b|\d+[a-z]?\b|\d+|\b{_NUMBER_WORD}(?:[ -]{_NUMBER_WORD})*\b"
    r"|(?:^|(?<=[\s\d]))[a-z]\b",
    re.IGNORECASE,
)


def _number(number: str, context: Context) -> str:
    """Another number of the same length; ordinals keep what makes them ordinals."""
    key = number.lower()
    if key in _DIRECTIONS:
        return number
    found = ORDINAL.fullmatch(number)
    if found:
        return other_ordinal(found, context.rng("street number", number))
    dictation = read_dictation(number)

    def make(rng: KeyedRandom) -> str:
        return dictation.render(randomize(dictation, rng))

    return context._replace(avoid=frozenset()).retry("street number", number, make)


def _foreign(phrase: str, context: Context) -> str:
    """An address in another script: a place for the letters, other digits for the digits."""
    rng = context.rng("street number", phrase)
    place = location(re.sub(r"[\d\s]+", " ", phrase).strip(), context)
    digits = "".join(str(rng.between(1, 9)) for char in phrase if char.isdigit())
    return f"{place} {digits}".strip()
